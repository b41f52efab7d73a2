// @vitest-environment happy-dom
import { choice, defineStates, move, type Action, type AnyResource } from '@kangmai/resource';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readRow } from '../resource-client/row.ts';
import { ActionDialog } from './action-dialog.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, Refusal, refusedFields } from './test/fake-server.ts';
import { clearStage, openStage, problemsOf, loadCulture } from './test/stage.tsx';
import { doneSentence } from './traits/moves/action-words.ts';

const retire = 'POST Equipment/Retire';
const reason = (): HTMLElement => screen.getByLabelText('原因');

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

function openDialog() {
  const onClose = vi.fn<() => void>();
  const user = openStage(
    <ActionDialog
      resource={equipment}
      action={equipment.actions.retire}
      row={readRow(equipment, wireRow(7))}
      onClose={onClose}
    />,
  );
  return { user, onClose, confirm: () => user.click(screen.getByRole('button', { name: '确定' })) };
}

test('it asks for what the row cannot give and sends both', async () => {
  const requests = fakeServer({ [retire]: () => null });
  const { user, onClose, confirm } = openDialog();
  expect(screen.getByText('报废后不能再绑定')).toBeTruthy();
  await user.type(reason(), '屏幕损坏');
  await confirm();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toMatchObject([{ call: retire, body: { id: 7, reason: '屏幕损坏' } }]);
  expect(await screen.findByText('已报废')).toBeTruthy();
});

test('a missing value is named beside its field and nothing is sent', async () => {
  const requests = fakeServer({});
  const { onClose, confirm } = openDialog();
  await confirm();
  await waitFor(() => expect(problemsOf(reason())).toEqual(['请输入原因']));
  expect([requests, onClose.mock.calls]).toEqual([[], []]);
});

test('a refused field gets its message, the dialog stays with its input', async () => {
  fakeServer({ [retire]: () => refusedFields({ Reason: '原因过于简单' }) });
  const { user, onClose, confirm } = openDialog();
  await user.type(reason(), '坏');
  await confirm();
  await waitFor(() => expect(problemsOf(reason())).toEqual(['原因过于简单']));
  expect(reason()).toHaveProperty('value', '坏');
  expect(onClose).not.toHaveBeenCalled();
});

test('a refusal of something that the dialog does not ask for is told beside that of a field', async () => {
  fakeServer({ [retire]: () => refusedFields({ Reason: '原因过于简单', Keeper: '保管人已停用' }) });
  const { user, confirm } = openDialog();
  await user.type(reason(), '坏');
  await confirm();
  await waitFor(() => expect(problemsOf(reason())).toEqual(['原因过于简单']));
  expect(await screen.findByText('您的请求无效')).toBeTruthy();
});

test('any other refusal is a notice', async () => {
  fakeServer({ [retire]: () => new Refusal(409, { message: '设备正在使用', reason: 'state.not-allowed' }) });
  const { user, onClose, confirm } = openDialog();
  await user.type(reason(), '坏');
  await confirm();
  expect(await screen.findByText('设备正在使用')).toBeTruthy();
  expect(problemsOf(reason())).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('Esc asks before typed input is lost and closes an untouched dialog at once', async () => {
  fakeServer({});
  const { user, onClose } = openDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await user.type(reason(), '坏');
  await user.keyboard('{Escape}');
  expect(
    await screen.findByText('当前内容尚未保存，确定离开吗？', { selector: '.ant-modal-confirm-title' }),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '离开' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});

test('the first field has the focus; its only input saves by Enter', async () => {
  const requests = fakeServer({ [retire]: () => null });
  const { user, onClose } = openDialog();
  await waitFor(() => expect(document.activeElement).toBe(reason()));
  await user.keyboard('屏幕损坏{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
});

test('the head names the row; a move says what will happen, and nothing else is called 取消', async () => {
  const states = defineStates({ open: { label: '待处理' }, off: { label: '已取消' }, wrong: { label: '误报' } });
  const visit = {
    ...equipment,
    fields: { ...equipment.fields, state: choice(states, { label: '状态', default: 'open' }) },
    moves: {
      on: 'state',
      cancel: move({ label: '取消', en: 'Cancel', from: ['open'], to: 'off', permission: 'Edit' }),
    },
    actions: { cancel: equipment.actions.retire && { ...equipment.actions.retire, label: '取消' } },
  } as unknown as AnyResource;
  fakeServer({ [retire]: () => null });
  const row = readRow(visit, wireRow(7, { state: 'open' }));
  const cancel = visit.actions['cancel'] as Action;
  openStage(<ActionDialog resource={visit} action={cancel} row={row} onClose={() => undefined} />);
  expect(await screen.findByRole('dialog', { name: '取消：血压计7' })).toBeTruthy();
  expect(screen.getByText('状态将从“待处理”变为“已取消”')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', '返回', '确定']);
  expect(doneSentence(visit, cancel)).toBe('已取消');
});
