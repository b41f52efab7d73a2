import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Edited {
  readonly user: Record<string, unknown> & { readonly rowVersion: number };
  readonly roles: readonly { readonly roleName: string; readonly isAssigned: boolean }[];
  readonly memberedOrganizationUnits: readonly string[];
}
interface Listed {
  readonly totalCount: number;
  readonly items: readonly {
    readonly id: number;
    readonly userName: string;
    readonly isActive: boolean;
    readonly roles: readonly { readonly roleName: string }[];
  }[];
}
interface Grants {
  readonly permissions: readonly { readonly name: string }[];
  readonly grantedPermissionNames: readonly string[];
}

const users = 'Pages.Administration.Users';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const person = (userName: string, more: object = {}): object => ({
  userName,
  name: '小青',
  surname: '林',
  emailAddress: `${userName.toLowerCase()}@new.example`,
  password,
  shouldChangePasswordOnNextLogin: false,
  ...more,
});

const save = (user: object, more: object = {}, by = admin): Promise<Answer<null>> =>
  by.post<null>('User/CreateOrUpdateUser', { user, ...more });

async function idOf(userName: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    'select id from app_user where tenant_id = $1 and user_name = $2 and not is_deleted',
    [userName],
  );
  return row?.id ?? 0;
}

/** A new account. Answers its id. */
async function made(userName: string, more: object = {}): Promise<number> {
  const answer = await save(person(userName), more);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return idOf(userName);
}

async function role(name: string, permissions: readonly string[], dataScope = 'own'): Promise<void> {
  await app.query(
    'Alpha',
    `with made as (insert into app_role (tenant_id, name, display_name, data_scope) values ($1, $2, $2, $3) returning id)
     insert into role_permission (tenant_id, role_id, permission) select $1, made.id, p from made, unnest($4::text[]) p`,
    [name, dataScope, permissions],
  );
}

async function signIn(userName: string, its = password): Promise<Client> {
  const { result } = await app.visitor('Alpha').post<{ accessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: userName,
    password: its,
  });
  return app.visitor().with({ authorization: `Bearer ${result.accessToken}` });
}

const edited = async (id: number): Promise<Edited> =>
  (await admin.get<Edited>('User/GetUserForEdit', { Id: id })).result;

const listed = async (query: object): Promise<Listed> =>
  (await admin.get<Listed>('User/GetUsers', { MaxResultCount: 1000, ...query })).result;

async function unit(name: string, code: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    'insert into organization_unit (tenant_id, code, display_name) values ($1, $2, $3) returning id',
    [code, name],
  );
  return row?.id ?? 0;
}

test('an account is made with roles and units, signs in, is changed, and its history tells what', async () => {
  await role('readers', ['Pages', users]);
  const west = await unit('West', '00071');
  const id = await made('lin', { assignedRoleNames: ['Readers'], organizationUnits: [west] });
  const self = await signIn('lin');
  expect((await self.get('User/GetUsers')).status).toBe(200);
  expect((await listed({ Filter: 'lin@' })).items).toMatchObject([
    { id, userName: 'lin', isActive: true, roles: [{ roleName: 'readers' }] },
  ]);
  expect((await listed({ OrganizationUnit: west })).items.map(({ userName }) => userName)).toEqual(['lin']);
  const withoutUnit = (await listed({ WithoutUnit: true })).items.map(({ userName }) => userName);
  expect([withoutUnit.includes('admin'), withoutUnit.includes('lin')]).toEqual([true, false]);
  const form = await edited(id);
  expect(form.memberedOrganizationUnits).toEqual(['00071']);
  expect(form.roles.filter(({ isAssigned }) => isAssigned).map(({ roleName }) => roleName)).toEqual(['readers']);

  const changed = await save({ ...form.user, phoneNumber: '13800138000' }, { assignedRoleNames: [] });
  expect(changed.status).toBe(200);
  await expect.poll(async () => (await self.get('User/GetUsers')).status).toBe(403);
  const stale = await save({ ...form.user, name: '小红' });
  expect([stale.status, stale.error?.reason]).toEqual([409, 'row.changed']);
  expect((await edited(id)).user).toMatchObject({ name: '小青', phoneNumber: '138****8000' });
  expect(JSON.stringify((await listed({ Filter: 'lin@' })).items)).toContain('138****8000');
  const changes = await app.query<{ after: object }>(
    'Alpha',
    "select after from entity_change where tenant_id = $1 and resource = 'user' and row_id = $2 order by id",
    [id],
  );
  expect(changes.map(({ after }) => after)).toEqual(
    expect.arrayContaining([{ phoneNumber: '138****8000' }, { roles: [] }]),
  );
  expect(JSON.stringify(changes)).not.toContain(password);
});

test('the whole name is the surname and the given name, with a blank where they are not Chinese', async () => {
  await save(person('smith', { surname: 'Smith', name: 'Ann' }));
  await save(person('whole', { surname: '黄', name: '黄春华' }));
  await save(person('alone', { surname: '', name: '阿力' }));
  const { items } = (
    await admin.get<{ items: { userName: string; fullName: string }[] }>('User/GetUsers', { MaxResultCount: 1000 })
  ).result;
  expect(Object.fromEntries(items.map(({ userName, fullName }) => [userName, fullName]))).toMatchObject({
    lin: '林小青',
    smith: 'Smith Ann',
    whole: '黄春华',
    alone: '阿力',
  });
});

test('the form of a new user has the default roles and nothing else', async () => {
  const { result } = await admin.get<Edited>('User/GetUserForEdit');
  expect(result.user).toMatchObject({ id: null, userName: null, isActive: true });
  expect(result.roles.filter(({ isAssigned }) => isAssigned).map(({ roleName }) => roleName)).toEqual(['User']);
});

describe('refused, with nothing written', () => {
  const wrong: readonly (readonly [what: string, user: object, more: object, problem: readonly [string, string]])[] = [
    ['a name with a blank', { userName: 'li na' }, {}, ['userName', '用户名只能包含']],
    ['letters that look alike', { userName: 'аdmin' }, {}, ['userName', '用户名只能包含']],
    ['a letter of full width', { userName: 'ａdmin' }, {}, ['userName', '用户名只能包含']],
    ['a radical in place of its character', { userName: '李⼀' }, {}, ['userName', '用户名只能包含']],
    [
      'a taken name with blanks around it',
      { userName: ' admin ' },
      {},
      ['userName', '用户名已存在（不区分大小写），请换一个'],
    ],
    ['a name of 257 characters', { userName: 'a'.repeat(257) }, {}, ['userName', '用户名']],
    [
      'a taken name in other letters',
      { userName: 'ADMIN' },
      {},
      ['userName', '用户名已存在（不区分大小写），请换一个'],
    ],
    ['no password', { password: null }, {}, ['password', '请填写密码']],
    ['a weak password', { password: 'abc' }, {}, ['password', '密码']],
    ['an unknown role', {}, { assignedRoleNames: ['nobody'] }, ['assignedRoleNames', '角色“nobody”不存在，请重新选择']],
    [
      'an unknown unit',
      {},
      { organizationUnits: [987_654_321] },
      ['organizationUnits', '所选组织机构不存在，请重新选择'],
    ],
    ['a wrong number', { phoneNumber: 'ask me' }, {}, ['phoneNumber', '手机号']],
  ];
  test.each(wrong)('%s', async (...given) => {
    const [, user, more, [field, sentence]] = given;
    const before = await app.query('Alpha', 'select count(*) from app_user where tenant_id = $1');
    const answer = await save(person('wrong', user), more);
    expect([answer.status, answer.error?.validationErrors?.[0]]).toMatchObject([400, { members: [field] }]);
    expect(JSON.stringify(answer.error)).toContain(sentence);
    expect(await app.query('Alpha', 'select count(*) from app_user where tenant_id = $1')).toEqual(before);
  });

  test('units, users and roles of another tenant are unknown', async () => {
    const [theirs] = await app.query<{ id: number }>(
      'Beta',
      "insert into organization_unit (tenant_id, code, display_name) values ($1, '00009', 'Theirs') returning id",
    );
    const answer = await save(person('wrong'), { organizationUnits: [theirs?.id] });
    expect(JSON.stringify(answer.error)).toContain('所选组织机构不存在');
    const [other] = await app.query<{ id: number }>('Beta', 'select max(id) as id from app_user where tenant_id = $1');
    const id = other?.id;
    const tries = await Promise.all([
      admin.get('User/GetUserForEdit', { Id: id }),
      admin.get('User/GetUserPermissionsForEdit', { Id: id }),
      admin.delete('User/DeleteUser', { Id: id }),
      admin.post('User/UnlockUser', { id }),
      save({ ...person('theirs'), id }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

test('the first administrator and oneself stay', async () => {
  const id = await idOf('admin');
  const { user } = await edited(id);
  const reasonOf = async (answer: Promise<Answer<unknown>>): Promise<string> => JSON.stringify((await answer).error);
  expect(await reasonOf(save({ ...user, userName: 'chief' }))).toContain('管理员用户名不能修改');
  expect(await reasonOf(save({ ...user, isActive: false }))).toContain('user.own-account');
  expect(await reasonOf(save(user, { assignedRoleNames: ['User'] }))).toContain('user.admin-keeps-role');
  expect(await reasonOf(admin.delete('User/DeleteUser', { Id: id }))).toContain('user.delete-own');
  expect(await reasonOf(admin.put('User/UpdateUserPermissions', { id, grantedPermissionNames: [] }))).toContain(
    'user.admin-keeps-rights',
  );
});

test('the first administrator is switched off by nobody, through whichever call', async () => {
  const id = await idOf('admin');
  const { user } = await edited(id);
  await made('second', { assignedRoleNames: ['Admin'] });
  const second = await signIn('second');
  const { userName, name, surname, emailAddress } = user as Record<string, unknown>;
  const answers = await Promise.all([
    save({ ...user, isActive: false }, {}, second),
    second.put('User/Update', { id, userName, name, surname, emailAddress, isActive: false }),
    second.post('User/DeActivate', { id }),
    second.delete('User/DeleteUser', { Id: id }),
    second.delete('User/Delete', { Id: id }),
  ]);
  expect(answers.map(({ status, error }) => [status, error?.reason])).toEqual([
    [400, 'user.admin-stays'],
    [400, 'user.admin-stays'],
    [400, 'user.admin-stays'],
    [400, 'user.delete-admin'],
    [400, 'user.delete-admin'],
  ]);
  expect((await edited(id)).user).toMatchObject({ isActive: true });
});

describe('nobody gives or manages more than he holds', () => {
  let clerk: Client;
  beforeAll(async () => {
    await role('clerks', [
      'Pages',
      users,
      ...['Create', 'Edit', 'Delete', 'ChangePermissions', 'Unlock'].map((x) => `${users}.${x}`),
    ]);
    await role('wide clerks', ['Pages', users], 'all');
    await made('clerk', { assignedRoleNames: ['clerks'] });
    clerk = await signIn('clerk');
  });

  test('a role with more rights, or a wider sight, is refused and nothing is written', async () => {
    for (const name of ['Admin', 'wide clerks']) {
      const answer = await save(person('friend'), { assignedRoleNames: [name] }, clerk);
      expect([answer.status, answer.error?.reason]).toEqual([403, 'rights.beyond']);
    }
    expect(await idOf('friend')).toBe(0);
    expect((await save(person('friend'), { assignedRoleNames: ['clerks'] }, clerk)).status).toBe(200);
  });

  test('who may do more is not taken over, switched off or deleted', async () => {
    const id = await idOf('doctor');
    const { user } = await edited(id);
    const tries = [
      await save({ ...user, password: 'Another-Horse-8' }, {}, clerk),
      await save({ ...user, emailAddress: 'mine@new.example' }, {}, clerk),
      await save({ ...user, isLockoutEnabled: !user.isLockoutEnabled }, {}, clerk),
      await save({ ...user, userName: 'renamed' }, {}, clerk),
      await save({ ...user, shouldChangePasswordOnNextLogin: true }, {}, clerk),
      await clerk.post('User/UnlockUser', { id }),
      await clerk.post('User/DeActivate', { id }),
      await clerk.delete('User/DeleteUser', { Id: id }),
      await clerk.put('User/UpdateUserPermissions', { id, grantedPermissionNames: [] }),
      await save(user, { assignedRoleNames: [] }, clerk),
      await clerk.post('User/ResetPassword', { adminPassword: password, userId: id, newPassword: 'Another-Horse-8' }),
    ];
    expect(tries.map(({ status, error }) => [status, error?.reason])).toEqual(tries.map(() => [403, 'rights.beyond']));
    await signIn('doctor');
    const friend = await made('plain', { assignedRoleNames: [] });
    expect(
      (await clerk.post('User/ResetPassword', { adminPassword: 'wrong', userId: friend, newPassword: password })).error
        ?.reason,
    ).toBe('password.wrong');
    expect(
      (
        await clerk.post('User/ResetPassword', {
          adminPassword: password,
          userId: friend,
          newPassword: 'Another-Horse-8',
        })
      ).result,
    ).toBe(true);
    await signIn('plain', 'Another-Horse-8');
  });

  test('a permission of one’s own alone is given on', async () => {
    const id = await idOf('plain');
    const give = (...names: readonly string[]): Promise<Answer<null>> =>
      clerk.put<null>('User/UpdateUserPermissions', { id, grantedPermissionNames: names });
    expect((await give('Pages', 'Pages.Administration.Roles')).error?.reason).toBe('rights.beyond');
    expect((await give('Pages', users)).status).toBe(200);
    expect((await give('Pages.Nothing')).status).toBe(400);
    expect((await clerk.post('User/ResetUserSpecificPermissions', { id })).status).toBe(200);
  });
});

test('own grants and refusals: what is saved is what is shown, and a reset leaves the roles', async () => {
  const id = await made('granted', { assignedRoleNames: ['User', 'readers'] });
  const grants = async (): Promise<Grants> =>
    (await admin.get<Grants>('User/GetUserPermissionsForEdit', { Id: id })).result;
  const first = await grants();
  const names = first.permissions.map(({ name }) => name);
  for (let round = 1; round <= 40; round += 1) {
    const wanted = names.filter((_, index) => (index * 7919 + round * 104_729) % 11 < round % 11);
    expect((await admin.put('User/UpdateUserPermissions', { id, grantedPermissionNames: wanted })).status).toBe(200);
    expect((await grants()).grantedPermissionNames).toEqual(wanted);
  }
  expect((await admin.post('User/ResetUserSpecificPermissions', { id })).status).toBe(200);
  expect((await grants()).grantedPermissionNames).toEqual(first.grantedPermissionNames);
});

test('users with a permission are found as asking each would find them', async () => {
  const all = (await listed({})).items;
  await app.query(
    'Alpha',
    `insert into user_permission (tenant_id, user_id, permission, is_granted)
     select $1, u.id, p, (u.id + length(p)) % 3 = 0 from app_user u, unnest($2::text[]) p where u.tenant_id = $1 and (u.id + length(p)) % 2 = 0 and u.user_name <> 'admin'
     on conflict do nothing`,
    [['Pages', users, `${users}.Edit`, 'Pages.Administration.Roles']],
  );
  const held = new Map<string, ReadonlySet<string>>();
  for (const { id, userName } of all) {
    const { result } = await admin.get<Grants>('User/GetUserPermissionsForEdit', { Id: id });
    held.set(userName, new Set(result.grantedPermissionNames));
  }
  for (const asked of [
    ['Pages'],
    [users],
    [`${users}.Edit`],
    [users, 'Pages.Administration.Roles'],
    ['Pages.Nothing'],
  ]) {
    const wanted = [...held].filter(([, names]) => asked.some((name) => names.has(name))).map(([name]) => name);
    const found = (await admin.post<Listed>('User/GetUsers', { permissions: asked, maxResultCount: 1000 })).result;
    expect(found.items.map(({ userName }) => userName).toSorted()).toEqual(wanted.toSorted());
    expect(found.totalCount).toBe(wanted.length);
  }
  await app.query('Alpha', 'delete from user_permission where tenant_id = $1');
});

test('the classic template makes, changes and deletes a user under its own names', async () => {
  const made = await admin.post<{ id: number; roleNames: string[] }>('User/Create', {
    ...person('classic'),
    roleNames: ['USER'],
  });
  expect(made.result).toMatchObject({ userName: 'classic', fullName: '林小青', roleNames: ['USER'] });
  const { id } = made.result;
  const changed = await admin.put('User/Update', { ...person('classic', { name: '小红' }), id, roleNames: [] });
  expect(changed.result).toMatchObject({ name: '小红', roleNames: [] });
  expect((await admin.get('User/Get', { Id: id })).result).toMatchObject({ name: '小红' });
  const self = await signIn('classic');
  expect(
    (await self.post('User/ChangePassword', { currentPassword: password, newPassword: 'Another-Horse-8' })).result,
  ).toBe(true);
  expect((await self.post('User/ChangeLanguage', { languageName: 'en' })).status).toBe(200);
  expect((await admin.delete('User/Delete', { Id: id })).status).toBe(200);
  await expect.poll(async () => (await self.get('Profile/GetPreferences')).status).toBe(401);
  expect((await admin.get('User/Get', { Id: id })).status).toBe(404);
  expect((await save(person('classic'))).status).toBe(200);
});

test('fifty creations at once fill the places that are free and no more', async () => {
  const [before] = await app.query<{ count: number }>(
    'Alpha',
    'select count(*)::integer as count from app_user where tenant_id = $1 and is_active and not is_deleted',
  );
  const most = (before?.count ?? 0) + 10;
  await app.server.services.database.platform((tx) =>
    tx.execute(`update tenant set feature_values = jsonb_build_object('App.MaxUserCount', $2::text) where id = $1`, [
      app.tenants.Alpha,
      String(most),
    ]),
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => save(person(`crowd${index}`), { assignedRoleNames: ['User'] })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(10);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error?.reason))).toEqual(
    new Set(['user.too-many']),
  );
  const asleep = await save(person('asleep', { isActive: false }));
  expect(asleep.status).toBe(200);
  expect((await admin.post('User/Activate', { id: await idOf('asleep') })).error?.reason).toBe('user.too-many');
});
