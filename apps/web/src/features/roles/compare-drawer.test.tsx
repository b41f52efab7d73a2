// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { fakeServer } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { CompareDrawer } from './compare-drawer.tsx';

import type { DataScope, RoleRow } from '../../resource-client/roles.ts';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const roleOf = (id: number, displayName: string, dataScope: DataScope): RoleRow => ({
  id,
  name: displayName,
  displayName,
  description: null,
  isStatic: false,
  isDefault: false,
  dataScope,
  userCount: 0,
  unitUserCount: 0,
});

async function compare(one: RoleRow, other: RoleRow): Promise<void> {
  const roles = [one, other];
  fakeServer({
    'GET Role/GetRoleForEdit': ({ query }) => ({
      role: roles.find(({ id }) => String(id) === (query['id'] ?? query['Id'])),
      permissions: [{ name: 'Pages.A', parentName: 'Pages', displayName: '甲' }],
      grantedPermissionNames: ['Pages.A'],
    }),
  });
  const user = openStage(<CompareDrawer role={one} roles={roles} onClose={() => undefined} />);
  await user.click(screen.getByRole('combobox', { name: '选择要比较的角色' }));
  await user.click(await screen.findByTitle(other.displayName));
}

test('two roles of equal permissions are told apart by their data scopes', async () => {
  await compare(roleOf(1, '医生', 'all'), roleOf(2, '护士', 'own'));
  for (const [name, scope] of [
    ['医生', '全部数据'],
    ['护士', '本人负责'],
  ] as const) {
    const side = (await screen.findByRole('heading', { name })).closest('section');
    within(side as HTMLElement).getByText(`数据范围：${scope}`, { exact: false });
    within(side as HTMLElement).getByText('不同');
  }
  expect(screen.queryByText('两个角色的权限和数据范围相同')).toBeNull();
});

test('roles of equal permissions and scope are said to be the same', async () => {
  await compare(roleOf(1, '医生', 'own'), roleOf(2, '护士', 'own'));
  await screen.findByText('两个角色的权限和数据范围相同');
});
