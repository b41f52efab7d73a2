// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

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
