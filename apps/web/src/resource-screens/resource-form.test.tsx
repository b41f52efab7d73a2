// @vitest-environment happy-dom
import { money, type AnyResource } from '@kangmai/resource';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readRow } from '../resource-client/row.ts';
import { dropDrafts } from '../resource-client/use-draft.ts';
import { ResourceForm } from './resource-form.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, Refusal, refusedFields } from './test/fake-server.ts';
import { clearStage, openStage, problemsOf, loadCulture } from './test/stage.tsx';

const save = 'POST Equipment/CreateOrEdit';
const field = (label: string): HTMLElement => screen.getByLabelText(label);
const saveButton = (): HTMLElement => screen.getByRole('button', { name: '保存' });

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  dropDrafts();
});

function openForm(row?: object, resource: AnyResource = equipment) {
  const onSaved = vi.fn<(more: boolean) => void>();
  const onDirty = vi.fn<(isDirty: boolean) => void>();
  const user = openStage(
    <ResourceForm
      resource={resource}
      {...(row && { row: readRow(resource, row) })}
      onDirty={onDirty}
      onSaved={onSaved}
      onCancel={() => undefined}
    />,
  );
  return { user, onSaved, onDirty };
}

test('missing required values are named beside their fields, counted above, and nothing is sent', async () => {
  const requests = fakeServer({});
  const { user, onSaved } = openForm();
  await user.click(saveButton());
  await waitFor(() => expect(problemsOf(field('名称'))).toEqual(['请输入名称']));
  expect(problemsOf(field('编码'))).toEqual(['请输入编码']);
  expect(problemsOf(field('使用次数'))).toEqual([]);
  expect(screen.getByText('有 2 处填写有误')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '编码' }));
  expect(document.activeElement).toBe(field('编码'));
  await user.click(screen.getByRole('button', { name: '名称' }));
  expect(document.activeElement).toBe(field('名称'));
  expect([requests, onSaved.mock.calls]).toEqual([[], []]);
});

test('a corrected value loses its message while the other one stays; the last one takes the notice along', async () => {
  fakeServer({});
  const { user } = openForm();
  await user.click(saveButton());
  await waitFor(() => expect(problemsOf(field('名称'))).toHaveLength(1));
  await user.type(field('名称'), '血压计');
  await waitFor(() => expect(problemsOf(field('名称'))).toEqual([]));
  expect(problemsOf(field('编码'))).toEqual(['请输入编码']);
  expect(screen.getByText('有 2 处填写有误')).toBeTruthy();
  await user.type(field('编码'), 'XY1');
  await waitFor(() => expect(screen.queryByText(/处填写有误/)).toBeNull());
});

test('a value out of range is named when the field is left', async () => {
  fakeServer({});
  const { user } = openForm();
  await user.type(field('使用次数'), '101');
  await user.tab();
  await waitFor(() => expect(problemsOf(field('使用次数'))).toEqual(['使用次数须在0到100之间']));
});

const priced: AnyResource = {
  ...equipment,
  fields: { ...equipment.fields, price: money({ label: '价格', en: 'Price', min: 0 }) },
};

test.each([
  ['1680。50', 1680.5, '1,680.50'],
  ['５０００', 5000, '5,000.00'],
  ['１，６８０．５', 1680.5, '1,680.50'],
  ['', null, ''],
])('an amount typed as %j is saved as %j', async (typed, saved, shown) => {
  const requests = fakeServer({ [save]: () => ({ id: 7 }) });
  const { user, onSaved } = openForm({ ...wireRow(7), price: 12.5 }, priced);
  await user.clear(field('价格'));
  if (typed) await user.type(field('价格'), typed);
  await user.tab();
  expect(field('价格')).toHaveProperty('value', shown);
  await user.click(saveButton());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(requests.at(-1)?.body).toMatchObject({ price: saved });
});

test('what is no amount or no whole number stays as typed, is refused at its field and not saved', async () => {
  const requests = fakeServer({ [save]: () => ({ id: 7 }) });
  const { user } = openForm({ ...wireRow(7), price: 12.5 }, priced);
  await user.clear(field('价格'));
  await user.type(field('价格'), '1680,50');
  await user.clear(field('使用次数'));
  await user.type(field('使用次数'), '1.5');
  await user.click(saveButton());
  await waitFor(() => expect(problemsOf(field('价格'))).toEqual(['价格须为数字']));
  expect(problemsOf(field('使用次数'))).toEqual(['使用次数须为整数']);
  expect([field('价格'), field('使用次数')].map((input) => (input as HTMLInputElement).value)).toEqual([
    '1680,50',
    '1.5',
  ]);
  expect(requests).toEqual([]);
});

test('what was typed is saved with the defaults', async () => {
  const requests = fakeServer({ [save]: () => ({ id: 7 }) });
  const { user, onSaved, onDirty } = openForm();
  await user.type(field('名称'), '血压计');
  await user.type(field('编码'), 'A1');
  expect(onDirty).toHaveBeenLastCalledWith(true);
  await user.click(saveButton());
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(false));
  expect(onDirty).toHaveBeenLastCalledWith(false);
  expect(requests).toMatchObject([{ call: save, body: { name: '血压计', code: 'A1', isValid: true, uses: null } }]);
});

test('Ctrl+Enter saves; 保存并继续新增 empties the form for the next row', async () => {
  const requests = fakeServer({ [save]: () => ({ id: 7 }) });
  const { user, onSaved } = openForm();
  await user.type(field('名称'), '血压计');
  await user.type(field('编码'), 'A1{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(false));
  await user.click(screen.getByRole('button', { name: '保存并继续新增' }));
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(true));
  expect(requests).toHaveLength(2);
  expect(field('名称')).toHaveProperty('value', '');
});

test('a field that the server refuses gets its message and the focus; the input stays', async () => {
  fakeServer({ [save]: () => refusedFields({ code: '编码已存在' }) });
  const { user, onSaved } = openForm();
  await user.type(field('名称'), '血压计');
  await user.type(field('编码'), 'A1');
  await user.click(saveButton());
  await waitFor(() => expect(problemsOf(field('编码'))).toEqual(['编码已存在']));
  expect(problemsOf(field('名称'))).toEqual([]);
  expect(document.activeElement).toBe(field('编码'));
  expect(field('名称')).toHaveProperty('value', '血压计');
  expect(onSaved).not.toHaveBeenCalled();
});

test('a refusal of no field is shown above the form', async () => {
  fakeServer({ [save]: () => new Refusal(400, { message: '该租户不能再新增设备', details: '请联系管理员' }) });
  const { user } = openForm();
  await user.type(field('名称'), '血压计');
  await user.type(field('编码'), 'A1');
  await user.click(saveButton());
  expect(await screen.findByText('该租户不能再新增设备 请联系管理员')).toBeTruthy();
});

test('a row that somebody else changed: 继续编辑 keeps the input and saves over the newer version', async () => {
  let version = 3;
  const requests = fakeServer({
    [save]: ({ body }) =>
      body['rowVersion'] === 4
        ? { id: 7 }
        : new Refusal(409, { message: '该记录已被 李雷 修改', reason: 'row.changed' }),
    'GET Equipment/GetForEdit': () => wireRow(7, { rowVersion: (version = 4), name: '李雷的名称' }),
  });
  const { user, onSaved } = openForm(wireRow(7, { rowVersion: version }));
  expect(field('编码')).toHaveProperty('disabled', true);
  await user.clear(field('名称'));
  await user.type(field('名称'), '我的名称');
  await user.click(saveButton());
  expect(await screen.findByText('该记录已被 李雷 修改')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '继续编辑' }));
  await waitFor(() => expect(requests.at(-1)?.call).toBe('GET Equipment/GetForEdit'));
  await waitFor(() => expect(screen.queryByText('该记录已被 李雷 修改')).toBeNull());
  await user.click(saveButton());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(requests.at(-1)?.body).toMatchObject({ id: 7, rowVersion: 4, name: '我的名称' });
});

test('the first empty required field has the focus; Enter goes on to the button and never saves by itself', async () => {
  const requests = fakeServer({ [save]: () => ({ id: 7 }) });
  const { user, onSaved } = openForm();
  expect(document.activeElement).toBe(field('名称'));
  await user.keyboard('血压计{Enter}');
  expect(document.activeElement).toBe(field('编码'));
  await user.keyboard('A1{Enter}');
  expect(document.activeElement).toBe(field('大类'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field('使用次数'));
  await user.keyboard('5{Enter}');
  expect(document.activeElement).toHaveProperty('type', 'radio');
  await user.keyboard('{Enter}');
  expect([document.activeElement, requests]).toEqual([saveButton(), []]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(false));
  expect(requests).toMatchObject([{ body: { name: '血压计', code: 'A1', uses: 5 } }]);
});

test('a form of a filled row begins at its first input', () => {
  fakeServer({});
  openForm(wireRow(7));
  expect(document.activeElement).toBe(field('名称'));
});

test('input of an interrupted form is offered again and leaves nothing in the browser', async () => {
  fakeServer({});
  const first = openForm();
  await first.user.type(field('名称'), '血压计');
  clearStage();
  fakeServer({});
  const { user } = openForm();
  expect(field('名称')).toHaveProperty('value', '');
  await user.click(await screen.findByRole('button', { name: '恢复' }));
  expect(field('名称')).toHaveProperty('value', '血压计');
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('血压计');
});

test('a saved form leaves no draft', async () => {
  fakeServer({ [save]: () => ({ id: 7 }) });
  const first = openForm();
  await first.user.type(field('名称'), '血压计');
  await first.user.type(field('编码'), 'A1{Control>}{Enter}{/Control}');
  await waitFor(() => expect(first.onSaved).toHaveBeenCalled());
  clearStage();
  openForm();
  expect(screen.queryByRole('button', { name: '恢复' })).toBeNull();
});
