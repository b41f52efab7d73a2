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
  user: { id: 5, rowVersion: 1, name: '明', surname: '李', userName: 'liming', emailAddress: 'l@example.com' },
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
