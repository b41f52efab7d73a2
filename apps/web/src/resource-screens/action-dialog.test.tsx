// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readRow } from '../resource-client/row.ts';
import { ActionDialog } from './action-dialog.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, Refusal, refusedFields } from './test/fake-server.ts';
import { clearStage, openStage, problemsOf, loadCulture } from './test/stage.tsx';

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
  expect(await screen.findByText('报废成功')).toBeTruthy();
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

test('any other refusal is a notice', async () => {
  fakeServer({ [retire]: () => new Refusal(409, { message: '设备正在使用', reason: 'state.not-allowed' }) });
  const { user, onClose, confirm } = openDialog();
  await user.type(reason(), '坏');
  await confirm();
  expect(await screen.findByText('设备正在使用')).toBeTruthy();
  expect(problemsOf(reason())).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});
