// @vitest-environment happy-dom
import { defineResource, integer, line, money, ref, text, withLines } from '@kangmai/resource';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readRow } from '../../../resource-client/row.ts';
import { ResourceForm } from '../../resource-form.tsx';
import { equipment } from '../../test/equipment.ts';
import { fakeServer, refusedFields } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';

import type { AnyResource } from '@kangmai/resource';

const part = defineResource({
  name: 'part',
  title: '配件',
  en: 'Parts',
  scope: 'tenant',
  permission: 'Pages.Equipment',
  wire: { service: 'Parts', entity: 'Part', calls: {} },
  partOf: { parent: 'equipment', order: 'place' },
  fields: {
    equipment: ref('equipment', { label: '设备', en: 'Equipment', required: true, readonly: true, index: true }),
    place: integer({ label: '序号', en: 'Place', required: true, readonly: true }),
    item: text({ label: '物品', en: 'Item', required: true, max: 10 }),
    price: money({ label: '价格', en: 'Price', min: 0 }),
    stock: integer({ label: '库存', en: 'Stock', readonly: true }),
  },
  list: { columns: ['item'], sort: 'place' },
  display: 'item',
});
const lines = { parts: line(part, { label: '配件', en: 'Parts', min: 1, sum: { field: 'price' } }) };
const document: AnyResource = {
  ...equipment,
  fields: withLines({ name: equipment.fields.name }, lines) as AnyResource['fields'],
};

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

async function openForm(resource = document) {
  const row = readRow(resource, {
    id: 5,
    rowVersion: 3,
    name: '套装',
    parts: [
      { id: 11, item: '探头', price: 1168.5, stock: 4 },
      { id: 12, item: '电池', price: null, stock: 0 },
    ],
  });
  const onSaved = vi.fn<() => void>();
  const noop = (): void => undefined;
  const user = openStage(
    <ResourceForm resource={resource} row={row} onDirty={noop} onSaved={onSaved} onCancel={noop} />,
  );
  await screen.findByRole('button', { name: '添加一行' });
  return { user, onSaved };
}

test('a column that the server computes has no total in the form, which would be an old one', async () => {
  fakeServer({});
  const computed: AnyResource = {
    ...equipment,
    fields: withLines(
      { name: equipment.fields.name },
      { parts: line(part, { label: '配件', en: 'Parts', min: 1, sum: { field: 'stock' } }) },
    ) as AnyResource['fields'],
  };
  await openForm(computed);
  expect(screen.queryByText(/合计/)).toBeNull();
});

const cell = (label: string): HTMLInputElement => screen.getByLabelText(label);
const items = (): readonly string[] =>
  screen.queryAllByLabelText(/^第\d行 物品$/).map((input) => (input as HTMLInputElement).value);

test('lines keep their ids when they are moved and changed; a copy has none', async () => {
  const requests = fakeServer({ 'POST Equipment/CreateOrEdit': () => 5 });
  const { user, onSaved } = await openForm();
  expect(cell('第1行 价格 (元)').value).toBe('1,168.50');
  expect(screen.queryByLabelText('第1行 库存')).toBeNull();
  await user.click(cell('第2行 物品'));
  await user.keyboard('{Control>}d{/Control}');
  await waitFor(() => expect(items()).toEqual(['探头', '电池', '电池']));
  await user.type(cell('第3行 价格 (元)'), '0.5');
  await user.tab();
  expect(cell('第3行 价格 (元)').value).toBe('0.50');
  expect(screen.getByText('价格合计 1,169.00元')).toBeTruthy();
  const [handle] = screen.getAllByRole('rowheader', { name: /第3行/ });
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  fireEvent.dragStart(handle as HTMLElement, { dataTransfer });
  fireEvent.drop(screen.getAllByRole('rowheader')[0] as HTMLElement, { dataTransfer });
  await waitFor(() => expect(items()).toEqual(['电池', '探头', '电池']));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toMatchObject({
    id: 5,
    rowVersion: 3,
    parts: [
      { id: null, item: '电池', price: 0.5 },
      { id: 11, item: '探头', price: 1168.5 },
      { id: 12, item: '电池', price: null },
    ],
  });
});

test('a third decimal and a refused line stand at their place; a document without lines is not saved', async () => {
  const requests = fakeServer({
    'POST Equipment/CreateOrEdit': () => refusedFields({ 'parts[1].item': '配件第2行 物品已停用' }),
  });
  const { user } = await openForm();
  await user.clear(cell('第2行 价格 (元)'));
  await user.type(cell('第2行 价格 (元)'), '1.005');
  await user.tab();
  expect(await screen.findByText('价格最多2位小数，请减少小数位')).toBeTruthy();
  await user.clear(cell('第2行 价格 (元)'));
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('配件第2行 物品已停用')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '删除第2行' }));
  await user.click(screen.getByRole('button', { name: '删除第1行' }));
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('请输入配件')).toBeTruthy();
  expect(requests.length).toBe(1);
});
