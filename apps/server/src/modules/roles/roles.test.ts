import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionRoles } from '../identity/public.ts';

interface Edited {
  readonly role: Record<string, unknown> & { readonly rowVersion: number };
  readonly permissions: readonly { readonly name: string }[];
  readonly grantedPermissionNames: readonly string[];
}
interface Listed {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly userCount: number;
  readonly unitUserCount: number;
  readonly dataScope: string;
}

const roles = 'Pages.Administration.Roles';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const save = (role: object, grantedPermissionNames?: readonly string[], by = admin): Promise<Answer<null>> =>
  by.post<null>('Role/CreateOrUpdateRole', { role, grantedPermissionNames });
const listed = async (query: object = {}): Promise<readonly Listed[]> =>
  (await admin.get<{ items: readonly Listed[] }>('Role/GetRoles', { ...query })).result.items;
const edited = async (id: number): Promise<Edited> =>
  (await admin.get<Edited>('Role/GetRoleForEdit', { Id: id })).result;

async function made(displayName: string, names: readonly string[] = [], more: object = {}): Promise<number> {
  expect((await save({ displayName, ...more }, names)).status).toBe(200);
  return (await listed()).find((role) => role.displayName === displayName)?.id ?? 0;
}

async function userWith(userName: string, role: number): Promise<Client> {
  await app.query(
    'Alpha',
    `with made as (insert into app_user (tenant_id, user_name, name, email_address, password_hash)
       select $1, $2, $2, $2 || '@new.example', password_hash from app_user where tenant_id = $1 and user_name = 'admin' returning id)
     insert into user_role (tenant_id, user_id, role_id) select $1, made.id, $3 from made`,
    [userName, role],
  );
  const { result } = await app.visitor('Alpha').post<{ accessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: userName,
    password,
  });
  return app.visitor().with({ authorization: `Bearer ${result.accessToken}` });
}

test('500 random sets of permissions are shown as they were saved', async () => {
  const id = await made('随机');
  const names = (await edited(id)).permissions.map(({ name }) => name).toSorted();
  let state = 20_261_124;
  const drawn = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let round = 0; round < 500; round += 1) {
    const share = drawn();
    const wanted = names.filter(() => drawn() < share);
    expect((await save({ id, displayName: '随机' }, wanted)).status).toBe(200);
    expect((await edited(id)).grantedPermissionNames).toEqual(wanted);
  }
});

test('a changed role acts within two seconds on whoever has it', async () => {
  const id = await made('读者', ['Pages', roles]);
  const reader = await userWith('reader', id);
  expect((await reader.get('Role/GetRoles')).status).toBe(200);
  expect((await listed()).find((role) => role.id === id)?.userCount).toBe(1);
  await save({ id, displayName: '读者' }, ['Pages']);
  await expect.poll(async () => (await reader.get('Role/GetRoles')).status, { timeout: 3000 }).toBe(403);
});

test('two administrators save one role: the second learns who was faster', async () => {
  const id = await made('同时');
  const { role } = await edited(id);
  const answers = await Promise.all([
    save({ ...role, displayName: '同时甲' }, ['Pages']),
    save({ ...role, displayName: '同时乙' }, []),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.error?.reason).toBe('row.changed');
});

test('names are unique and permissions known', async () => {
  await made('唯一');
  expect((await save({ displayName: '唯一' }, [])).error?.validationErrors?.[0]).toMatchObject({
    message: '角色名称已存在，请换一个',
    members: ['displayName'],
  });
  expect((await save({ displayName: '未知' }, ['Pages.Nothing'])).status).toBe(400);
  expect((await save({ displayName: '未知' }, ['Pages.Tenants'])).status).toBe(400);
  expect((await save({ displayName: ' ' }, [])).status).toBe(400);
  const asAdmin = await admin.post('Role/Create', { name: 'ADMIN', displayName: '冒充', grantedPermissions: [] });
  expect(asAdmin.status).toBe(400);
});

test('the administrator role stays, able to manage, and roles of another tenant are out of reach', async () => {
  const fixed = (await listed()).find(({ name }) => name === 'Admin');
  expect((await admin.delete('Role/DeleteRole', { Id: fixed?.id })).error?.reason).toBe('role.static');
  const lame = await save({ id: fixed?.id, displayName: fixed?.displayName }, ['Pages']);
  expect(lame.error?.reason).toBe('role.admin-keeps');
  const [beta] = await app.query<{ id: number }>('Beta', 'select max(id) as id from app_role where tenant_id = $1');
  expect((await admin.get('Role/GetRoleForEdit', { Id: beta?.id })).status).toBe(404);
  expect((await admin.delete('Role/DeleteRole', { Id: beta?.id })).status).toBe(404);
  expect((await save({ id: beta?.id, displayName: '他们的' }, [])).status).toBe(404);
});

test('nobody gives a permission or a data scope that he does not hold; what a role has already stays', async () => {
  const id = await made('小管理', ['Pages', roles, `${roles}.Edit`, `${roles}.Create`]);
  const clerk = await userWith('clerk', id);
  const wider = await save({ displayName: '更宽' }, ['Pages', 'Pages.Administration.Users'], clerk);
  expect([wider.status, wider.error?.reason]).toEqual([403, 'rights.beyond']);
  const scope = await save({ displayName: '全部', dataScope: 'all' }, [], clerk);
  expect([scope.status, scope.error?.reason]).toEqual([403, 'rights.beyond']);
  expect((await listed()).filter(({ displayName }) => ['更宽', '全部'].includes(displayName))).toEqual([]);
  const other = await made('已有', ['Pages', 'Pages.Administration.Users']);
  expect((await save({ id: other, displayName: '改名' }, ['Pages', 'Pages.Administration.Users'], clerk)).status).toBe(
    200,
  );
  expect((await save({ displayName: '同级' }, ['Pages', roles], clerk)).status).toBe(200);
});

test('nobody takes a permission or a data scope from a role that he does not hold, or deletes such a role', async () => {
  const strong = await made('用户主管', ['Pages', roles, 'Pages.Administration.Users'], { dataScope: 'all' });
  const plain = await made('普通', ['Pages', roles]);
  const clerk = await userWith('taker', await made('角色员乙', ['Pages', roles, `${roles}.Edit`, `${roles}.Delete`]));
  const tries = [
    await save({ id: strong, displayName: '用户主管' }, ['Pages', roles], clerk),
    await save({ id: strong, displayName: '用户主管', dataScope: 'own' }, undefined, clerk),
    await clerk.delete('Role/DeleteRole', { Id: strong }),
  ];
  expect(tries.map(({ status, error }) => [status, error?.reason])).toEqual(tries.map(() => [403, 'rights.beyond']));
  expect((await edited(strong)).grantedPermissionNames).toContain('Pages.Administration.Users');
  expect((await save({ id: plain, displayName: '普通' }, ['Pages'], clerk)).status).toBe(200);
  expect((await clerk.delete('Role/DeleteRole', { Id: plain })).status).toBe(200);
});

test('a role that gives more than one holds is not made the role of all new users', async () => {
  const wide = await made('全权', ['Pages', 'Pages.Administration.Users']);
  const seer = await made('全见', ['Pages'], { dataScope: 'all' });
  const keeper = await made('角色员', ['Pages', roles, `${roles}.Edit`]);
  const clerk = await userWith('keeper', keeper);
  for (const [id, displayName] of [
    [wide, '全权'],
    [seer, '全见'],
  ] as const) {
    const answer = await save({ id, displayName, isDefault: true }, undefined, clerk);
    expect([answer.status, answer.error?.reason], displayName).toEqual([403, 'rights.beyond']);
  }
  const same = await clerk.put('Role/Update', { id: wide, name: 'wide', displayName: '全权', isDefault: true });
  expect([same.status, same.error?.reason]).toEqual([403, 'rights.beyond']);
  expect((await edited(wide)).role['isDefault']).toBe(false);
  expect((await save({ id: keeper, displayName: '角色员', isDefault: true }, undefined, clerk)).status).toBe(200);
  expect((await save({ id: keeper, displayName: '角色员', isDefault: false })).status).toBe(200);
});

test('a deleted role leaves its users without it', async () => {
  const id = await made('临时', ['Pages', roles]);
  const user = await userWith('temp', id);
  expect((await admin.delete('Role/DeleteRole', { Id: id })).status).toBe(200);
  await expect.poll(async () => (await user.get('Role/GetRoles')).status, { timeout: 3000 }).toBe(403);
  expect((await listed()).some((role) => role.id === id)).toBe(false);
  expect((await save({ displayName: '临时' }, [])).status).toBe(200);
});

test('roles are found by a permission, and under the names of the classic template', async () => {
  const made = await admin.post<{ id: number; grantedPermissions: string[] }>('Role/Create', {
    name: 'classic',
    displayName: '经典',
    grantedPermissions: ['Pages', 'Pages.Administration.AuditLogs'],
  });
  expect(made.result).toMatchObject({ name: 'classic', normalizedName: 'CLASSIC' });
  const { id } = made.result;
  expect((await listed({ Permission: 'Pages.Administration.AuditLogs' })).map((role) => role.id)).toContain(id);
  const posted = await admin.post<{ items: Listed[] }>('Role/GetRoles', { permissions: ['Pages.Nothing'] });
  expect(posted.result.items).toEqual([]);
  const changed = await admin.put('Role/Update', {
    id,
    name: 'classic',
    displayName: '经典二',
    grantedPermissions: [],
  });
  expect(changed.result).toMatchObject({ displayName: '经典二', grantedPermissions: [] });
  expect((await admin.get('Role/GetAll', { Keyword: '经典二' })).result).toMatchObject({ totalCount: 1 });
  expect((await admin.delete('Role/Delete', { Id: id })).status).toBe(200);
  const all = await admin.get<{ items: { name: string; level: number; parentName: string | null }[] }>(
    'Permission/GetAllPermissions',
  );
  expect(all.result.items.find(({ name }) => name === roles)).toMatchObject({
    level: 2,
    parentName: 'Pages.Administration',
  });
  expect(all.result.items.some(({ name }) => name.startsWith('Pages.Tenants'))).toBe(false);
});

test('a release adds new names to roles and takes away only names that are gone', async () => {
  const { database, permissions } = app.server.services;
  const provision = (catalogue = permissions()): Promise<void> =>
    database.withTenant(app.tenants.Alpha, (tx) => provisionRoles(tx, catalogue));
  const doctor = (await listed()).find(({ name }) => name.toLowerCase() === 'doctor');
  const id = doctor?.id ?? 0;
  const before = (await edited(id)).grantedPermissionNames;
  const [taken = '', ...kept] = before.filter((name) => name.split('.').length > 3);
  const own = [...before.filter((name) => name !== taken), roles].toSorted();
  await save({ id, displayName: doctor?.displayName }, own);
  await app.query(
    'Alpha',
    `update setting set value = jsonb_set(value::jsonb, '{version}', '0')::text where tenant_id = $1 and name = 'App.Reference.Roles'`,
  );
  await provision();
  expect((await edited(id)).grantedPermissionNames).toEqual(own);
  const newName = `${kept[0]}.New`;
  await provision([...permissions().filter(({ name }) => name !== kept[1]), { name: newName, title: '新', en: 'New' }]);
  const [row] = await app.query<{ names: string[] }>(
    'Alpha',
    'select array_agg(permission order by permission) as names from role_permission where tenant_id = $1 and role_id = $2',
    [id],
  );
  expect(row?.names).toEqual([...own.filter((name) => name !== kept[1]), newName].toSorted());
  await provision();
});

test('a tenant that exists already gets a role new to the product once, and not again after deleting it', async () => {
  const { database, permissions } = app.server.services;
  const provisionedBefore = async (version: number): Promise<void> => {
    await app.query(
      'Alpha',
      `update setting set value = jsonb_set(value::jsonb, '{version}', to_jsonb($2::integer))::text where tenant_id = $1 and name = 'App.Reference.Roles'`,
      [version],
    );
    await database.withTenant(app.tenants.Alpha, (tx) => provisionRoles(tx, permissions()));
  };
  const lead = async () => (await listed()).find(({ name }) => name.toLowerCase() === 'medicallead');
  const first = await lead();
  const wanted = (await edited(first?.id ?? 0)).grantedPermissionNames;
  await app.query('Alpha', "update app_role set name = 'FormerLead' where tenant_id = $1 and name_key = 'medicallead'");
  await provisionedBefore(1);
  const added = await lead();
  expect(added).toBeDefined();
  expect(added?.id).not.toBe(first?.id);
  expect((await edited(added?.id ?? 0)).grantedPermissionNames).toEqual(expect.arrayContaining([...wanted]));
  expect((await admin.delete('Role/Delete', { Id: added?.id })).status).toBe(200);
  await provisionedBefore(1);
  expect(await lead()).toBeUndefined();
});

test('users who have a role by a unit are counted once, told apart, and found by the filter', async () => {
  const id = await made('机构给的角色');
  await userWith('byself', id);
  await userWith('byboth', id);
  const unit = async (displayName: string): Promise<number> => {
    const answer = await admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName });
    await admin.post('OrganizationUnit/AddRolesToOrganizationUnit', {
      organizationUnitId: answer.result.id,
      roleIds: [id],
    });
    return answer.result.id;
  };
  const units = [await unit('给角色一'), await unit('给角色二')];
  await app.query(
    'Alpha',
    `with made as (insert into app_user (tenant_id, user_name, name, email_address, is_deleted)
       select $1, n, n, n || '@new.example', n = 'bygone' from unnest(array['byunit', 'bygone']) n returning id)
     insert into user_organization_unit (tenant_id, user_id, organization_unit_id)
     select $1, u.id, unit from (select id from made union select id from app_user where tenant_id = $1 and user_name = 'byboth') u, unnest($2::bigint[]) unit`,
    [units],
  );
  expect((await listed()).find((role) => role.id === id)).toMatchObject({ userCount: 3, unitUserCount: 1 });
  const { result } = await admin.post<{ items: readonly { userName: string }[] }>('User/GetUsers', { role: id });
  expect(result.items.map(({ userName }) => userName)).toEqual(['byboth', 'byself', 'byunit']);
  const beta = await app.as('admin', 'Beta');
  const others = await beta.post<{ items: readonly object[] }>('User/GetUsers', { role: id });
  expect(others.result.items).toEqual([]);
});

test('a permission that the product no longer has is taken from roles and users, and gives nothing meanwhile', async () => {
  const gone = 'Pages.CustomerManage.Clients.All';
  const id = await made('旧权限');
  const holder = await userWith('oldright', id);
  await app.query('Alpha', 'insert into role_permission (tenant_id, role_id, permission) values ($1, $2, $3)', [
    id,
    gone,
  ]);
  await app.query(
    'Alpha',
    "insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, id, $2, true from app_user where tenant_id = $1 and user_name = 'oldright'",
    [gone],
  );
  expect((await edited(id)).permissions.map(({ name }) => name)).not.toContain(gone);
  expect((await holder.get('C_client/GetPagedAll')).status).toBe(403);
  await app.query('Alpha', "delete from setting where tenant_id = $1 and name = 'App.Reference.Roles'");
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    provisionRoles(tx, app.server.services.permissions()),
  );
  const left = await app.query(
    'Alpha',
    'select permission from role_permission where tenant_id = $1 and permission = $2 union all select permission from user_permission where tenant_id = $1 and permission = $2',
    [gone],
  );
  expect(left).toEqual([]);
});
