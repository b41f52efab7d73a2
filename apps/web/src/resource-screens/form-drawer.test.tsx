// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readRow } from '../resource-client/row.ts';
import { FormDrawer } from './form-drawer.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, Refusal } from './test/fake-server.ts';
import { clearStage, openStage, loadCulture } from './test/stage.tsx';

const question = '当前内容尚未保存，确定离开吗？';
/** The dialog has its question twice: as its name and as what is displayed. */
const displayed = { selector: '.ant-modal-confirm-title' };

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

function openDrawer(row?: object) {
  const onClose = vi.fn<() => void>();
  const user = openStage(
    <FormDrawer resource={equipment} row={row ? readRow(equipment, row) : null} onClose={onClose} />,
  );
  return { user, onClose };
}

test('Esc closes an untouched form at once', async () => {
  fakeServer({});
  const { user, onClose } = openDrawer();
  expect(screen.getByText('新增设备')).toBeTruthy();
  await user.click(screen.getByLabelText('名称'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByText(question, displayed)).toBeNull();
});

test('unsaved input asks before Esc: 留在此页 keeps it, 离开 closes', async () => {
  fakeServer({});
  const { user, onClose } = openDrawer();
  await user.type(screen.getByLabelText('名称'), '血压计');
  await user.keyboard('{Escape}');
  expect(await screen.findByText(question, displayed)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '留在此页' }));
  await waitFor(() => expect(screen.queryByText(question, displayed)).toBeNull());
  expect(screen.getByLabelText('名称')).toHaveProperty('value', '血压计');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '取消' }));
  await user.click(await screen.findByRole('button', { name: '离开' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('editing begins with the row as the server has it now, not as the list showed it', async () => {
  const requests = fakeServer({ 'GET Equipment/GetForEdit': () => wireRow(7, { name: '新名称' }) });
  openDrawer(wireRow(7, { name: '旧名称' }));
  expect(await screen.findByLabelText('名称')).toHaveProperty('value', '新名称');
  expect(requests).toMatchObject([{ query: { id: '7' } }]);
});

test('a row that cannot be read says so and can be read again', async () => {
  let isRefused = true;
  fakeServer({
    'GET Equipment/GetForEdit': () => (isRefused ? new Refusal(404, { message: '记录不存在' }) : wireRow(7)),
  });
  const { user } = openDrawer(wireRow(7));
  expect(await screen.findByText('记录不存在')).toBeTruthy();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByLabelText('名称')).toHaveProperty('value', '血压计7');
});
