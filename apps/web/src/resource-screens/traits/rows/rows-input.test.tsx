// @vitest-environment happy-dom
import { integer, json, text } from '@kangmai/resource';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { ResourceForm } from '../../resource-form.tsx';
import { equipment } from '../../test/equipment.ts';
import { fakeServer, refusedFields } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';

import type { AnyResource } from '@kangmai/resource';

const listed: AnyResource = {
  ...equipment,
  fields: {
    name: equipment.fields.name,
    parts: json({
      label: '配件',
      en: 'Parts',
      rows: {
        item: text({ label: '物品', en: 'Item', required: true, max: 10 }),
        count: integer({ label: '数量', en: 'Count', min: 1, max: 99, wire: 'PART_COUNT' }),
      },
      max: 3,
      unique: ['item'],
      sum: { field: 'count', is: 10 },
    }),
  },
};

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

async function openForm() {
  const onSaved = vi.fn<() => void>();
  const noop = (): void => undefined;
  const user = openStage(<ResourceForm resource={listed} onDirty={noop} onSaved={onSaved} onCancel={noop} />);
  await user.type(screen.getByLabelText('名称'), '套装');
  const add = await screen.findByRole('button', { name: '添加一行' });
  return { user, add, onSaved };
}

const cell = (label: string): HTMLElement => screen.getByLabelText(label);
const items = (): readonly unknown[] =>
  screen.queryAllByLabelText(/^第\d行 物品$/).map((input) => (input as HTMLInputElement).value);

test('keys add, go on and move rows; a copy stands below its row', async () => {
  const requests = fakeServer({ 'POST Equipment/CreateOrEdit': () => 7 });
  const { user, add, onSaved } = await openForm();
  await user.click(add);
  expect(document.activeElement).toBe(cell('第1行 物品'));
  await user.keyboard('探头{Tab}4');
  await user.click(cell('第1行 物品'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(cell('第2行 物品')));
  await user.keyboard('电池{Tab}6{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(items()).toEqual(['电池', '探头']));
  expect(document.activeElement).toBe(cell('第1行 数量'));
  expect(screen.getByText('数量合计 10 / 10')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '复制第1行' }));
  await waitFor(() => expect(items()).toEqual(['电池', '电池', '探头']));
  expect(screen.getByText('数量合计 16 / 10')).toBeTruthy();
  expect(add).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: '删除第2行' }));
  await waitFor(() => expect(items()).toEqual(['电池', '探头']));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toMatchObject({
    name: '套装',
    parts: [
      { item: '电池', parT_COUNT: 6 },
      { item: '探头', parT_COUNT: 4 },
    ],
  });
});

test('a cell that was left and a refused save say what is wrong at its place', async () => {
  fakeServer({
    'POST Equipment/CreateOrEdit': () => refusedFields({ 'parts[0].item': '配件第1行 物品已停用' }),
  });
  const { user, add } = await openForm();
  await user.click(add);
  await user.tab();
  expect(await screen.findByText('请输入物品')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('配件有填写错误的行')).toBeTruthy();
  await user.type(cell('第1行 物品'), '探头');
  await user.type(cell('第1行 数量'), '10');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('配件第1行 物品已停用')).toBeTruthy();
});
