// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { useSession } from '../../lib/session/session.ts';
import { dropDrafts } from '../../resource-client/use-draft.ts';
import { fakeServer } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { UserDrawer } from './user-drawer.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  dropDrafts();
});

const valueOf = (label: string): unknown => (screen.getByLabelText(label) as HTMLInputElement).value;

const form = {
  user: {
    isActive: true,
    id: 5,
    rowVersion: 1,
    name: '明',
    surname: '李',
    userName: 'liming',
    emailAddress: 'l@example.com',
  },
  roles: [],
  allOrganizationUnits: [],
  memberedOrganizationUnits: [],
};

test('a user that was not saved is offered again, without the password', async () => {
  fakeServer({ 'GET User/GetUserForEdit': () => form });
  const drawer = <UserDrawer id={5} name="李明" onClose={() => undefined} />;
  const user = openStage(drawer);
  await user.type(await screen.findByLabelText('姓'), '氏');
  await user.type(screen.getByLabelText('密码'), 'Geheim-12345');
  cleanup();
  const again = openStage(drawer);
  await again.click(await screen.findByRole('button', { name: '恢复' }));
  await waitFor(() => expect(valueOf('姓')).toBe('李氏'));
  expect(valueOf('密码')).toBe('');
});

test('a masked phone goes back as it came, and who may see the whole number has an eye beside it', async () => {
  const phone = { ...form, user: { ...form.user, phoneNumber: '138****8000' } };
  const requests = fakeServer({
    'GET User/GetUserForEdit': () => phone,
    'POST User/CreateOrUpdateUser': () => null,
  });
  const user = openStage(<UserDrawer id={5} name="李明" onClose={() => undefined} />);
  expect(((await screen.findByLabelText('手机号')) as HTMLInputElement).value).toBe('138****8000');
  expect(screen.queryByRole('button', { name: '查看完整手机号' })).toBeNull();
  useSession.setState({ permissions: new Set(['Pages.Administration.Users.Reveal']) });
  expect(await screen.findByRole('button', { name: '查看完整手机号' })).toBeTruthy();
  expect(valueOf('手机号')).toBe('138****8000');
  await user.click(screen.getByRole('button', { name: /^保\s?存$/ }));
  await waitFor(() =>
    expect(requests.find(({ call }) => call === 'POST User/CreateOrUpdateUser')?.body).toMatchObject({
      user: { phoneNumber: '138****8000' },
    }),
  );
});

const held = {
  ...form,
  roles: [{ roleId: 1, roleName: 'Admin', roleDisplayName: '管理员', isAssigned: true }],
};

test('who is made inactive in the form leaves after the question of the list, which tells the open work', async () => {
  const requests = fakeServer({
    'GET User/GetUserForEdit': () => form,
    'GET User/GetOpenWork': () => ({
      items: [
        { key: 'clients', value: 12, isCapped: false },
        { key: 'cases', value: 0, isCapped: false },
      ],
    }),
    'POST User/CreateOrUpdateUser': () => null,
  });
  const user = openStage(<UserDrawer id={5} name="李明" onClose={() => undefined} />);
  await user.click(await screen.findByLabelText('启用'));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('停用李明？');
  await screen.findByText('负责的客户（12）');
  expect(screen.queryByText(/异常/)).toBeNull();
  expect(requests.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await user.click(screen.getByRole('button', { name: '确定' }));
  await waitFor(() => expect(requests.at(-1)?.call).toBe('POST User/CreateOrUpdateUser'));
});

test('a role is not taken from oneself without a question; from others it is', async () => {
  const requests = fakeServer({
    'GET User/GetUserForEdit': () => held,
    'POST User/CreateOrUpdateUser': () => null,
  });
  const saved = (): number => requests.filter(({ call }) => call.startsWith('POST')).length;
  const drawer = <UserDrawer id={5} name="李明" onClose={() => undefined} />;
  const takeRole = async (user: ReturnType<typeof openStage>): Promise<void> => {
    await user.click(await screen.findByText('角色（1）'));
    await user.click(await screen.findByRole('checkbox', { name: '管理员' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
  };
  useSession.setState({ user: { id: 5 } as never });
  const user = openStage(drawer);
  await takeRole(user);
  await screen.findAllByText('收回自己的角色“管理员”？');
  expect(saved()).toBe(0);
  await user.click(screen.getByRole('button', { name: '确定' }));
  await waitFor(() => expect(saved()).toBe(1));
  cleanup();
  dropDrafts();
  useSession.setState({ user: { id: 6 } as never });
  await takeRole(openStage(drawer));
  await waitFor(() => expect(saved()).toBe(2));
});

test('a new user begins with the surname', async () => {
  fakeServer({
    'GET User/GetUserForEdit': () => ({ ...form, user: { id: null, rowVersion: null, isActive: true } }),
  });
  openStage(<UserDrawer id={null} name="" onClose={() => undefined} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('姓')));
});
