import { client } from '@kangmai/model/clients';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Unit {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly isShowroom: boolean;
  readonly memberCount: number;
  readonly roleCount: number;
  readonly rowVersion: number;
}
interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
interface Found {
  readonly name: string;
  readonly value: string;
}

const permission = 'Pages.Administration.OrganizationUnits';
const all = [
  permission,
  `${permission}.ManageOrganizationTree`,
  `${permission}.ManageMembers`,
  `${permission}.ManageRoles`,
];

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const url = (action: string): string => `OrganizationUnit/${action}`;
const create = (displayName: string, parentId: number | null = null, by = admin): Promise<Answer<Unit>> =>
  by.post<Unit>(url('CreateOrganizationUnit'), { displayName, parentId });
const move = (id: number, newParentId: number | null, by = admin): Promise<Answer<Unit>> =>
  by.post<Unit>(url('MoveOrganizationUnit'), { id, newParentId });
const listed = async (): Promise<readonly Unit[]> =>
  (await admin.get<{ items: readonly Unit[] }>(url('GetOrganizationUnits'))).result.items;
const unitOf = async (id: number): Promise<Unit | undefined> => (await listed()).find((unit) => unit.id === id);

async function made(displayName: string, parentId: number | null = null): Promise<number> {
  const answer = await create(displayName, parentId);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result.id;
}

/** A user with a role of its own. Answers both ids, and the user's session where one is wanted. */
async function staff(
  userName: string,
  { permissions = [], scope = 'own' }: { readonly permissions?: readonly string[]; readonly scope?: string } = {},
): Promise<{ readonly id: number; readonly role: number; readonly client: () => Promise<Client> }> {
  const [row] = await app.query<{ id: number; role: number }>(
    'Alpha',
    `with made as (insert into app_user (tenant_id, user_name, name, email_address, password_hash)
       select $1, $2, $2, $2 || '@new.example', password_hash from app_user where tenant_id = $1 and user_name = 'admin' returning id),
     r as (insert into app_role (tenant_id, name, display_name, data_scope) values ($1, $2, $2, $4) returning id),
     given as (insert into role_permission (tenant_id, role_id, permission) select $1, r.id, p from r, unnest($3::text[]) p),
     linked as (insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.id from made, r)
     select made.id, r.id as role from made, r`,
    [userName, permissions, scope],
  );
  const client = async (): Promise<Client> => {
    const { result } = await app.visitor('Alpha').post<{ accessToken: string }>('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    });
    return app.visitor().with({ authorization: `Bearer ${result.accessToken}` });
  };
  return { id: row?.id ?? 0, role: row?.role ?? 0, client };
}

const addUsers = (organizationUnitId: number, userIds: readonly number[], by = admin): Promise<Answer<null>> =>
  by.post<null>(url('AddUsersToOrganizationUnit'), { organizationUnitId, userIds });
const addRoles = (organizationUnitId: number, roleIds: readonly number[], by = admin): Promise<Answer<null>> =>
  by.post<null>(url('AddRolesToOrganizationUnit'), { organizationUnitId, roleIds });

test('units are created, renamed, moved with what is below them and deleted with it', async () => {
  const north = await made('北区');
  const clinic = await made('门诊', north);
  const desk = await made('前台', clinic);
  expect(await unitOf(desk)).toMatchObject({ parentId: clinic, isShowroom: false, memberCount: 0, roleCount: 0 });
  const renamed = await admin.put<Unit>(url('UpdateOrganizationUnit'), {
    id: desk,
    displayName: '接待处',
    isShowroom: true,
    rowVersion: 1,
  });
  expect(renamed.result).toMatchObject({ displayName: '接待处', isShowroom: true, rowVersion: 2 });
  const stale = await admin.put(url('UpdateOrganizationUnit'), { id: desk, displayName: '旧', rowVersion: 1 });
  expect([stale.status, stale.error?.reason]).toEqual([409, 'row.changed']);
  const south = await made('南区');
  const moved = await move(clinic, south);
  expect(moved.result.code.startsWith(`${(await unitOf(south))?.code}.`)).toBe(true);
  expect((await unitOf(desk))?.code).toBe(`${moved.result.code}.00001`);
  expect((await move(south, desk)).status).toBe(400);
  expect((await create('接待处', clinic)).status).toBe(409);
  expect((await create('南区')).status).toBe(409);
  expect((await admin.delete(url('DeleteOrganizationUnit'), { Id: south })).status).toBe(200);
  expect((await listed()).map(({ id }) => id)).not.toContain(desk);
});

test('a unit to which clients belong is not deleted, nor one above it', async () => {
  const unit = await made('有会员');
  const samples = await Samples.of(app, 'Alpha');
  await samples.plantApart(client, 'M', { organizationUnit: unit });
  const refused = await admin.delete(url('DeleteOrganizationUnit'), { Id: unit });
  expect([refused.status, refused.error?.reason]).toEqual([400, 'unit.in-use']);
  expect(refused.error?.message).toMatch(/^该机构及下级仍有 1 条.+，不能删除$/);
});

test('members are found, added once, listed with the units below, and taken out', async () => {
  const [top, below] = [await made('总部'), 0];
  const branch = await made('分部', top);
  const [one, two] = [await staff('member1'), await staff('member2')];
  const find = (filter: string): Promise<Answer<Page<Found>>> =>
    admin.post<Page<Found>>(url('FindUsers'), { organizationUnitId: top, filter, maxResultCount: 5, skipCount: below });
  expect((await find('member1')).result.items).toEqual([{ name: 'member1（member1）', value: String(one.id) }]);
  expect((await addUsers(top, [one.id])).status).toBe(200);
  expect((await addUsers(top, [one.id])).status).toBe(200);
  expect((await addUsers(branch, [one.id, two.id])).status).toBe(200);
  expect((await find('member1')).result.totalCount).toBe(0);
  const members = async (withUnitsBelow: boolean) =>
    (
      await admin.get<Page<{ userName: string; isDirect: boolean; organizationUnits: readonly string[] }>>(
        url('GetOrganizationUnitUsers'),
        { Id: top, WithUnitsBelow: withUnitsBelow },
      )
    ).result.items.map(({ userName, isDirect, organizationUnits }) => [userName, isDirect, organizationUnits]);
  expect(await members(false)).toEqual([['member1', true, ['总部']]]);
  expect(await members(true)).toEqual([
    ['member1', true, ['总部', '分部']],
    ['member2', false, ['分部']],
  ]);
  expect((await unitOf(branch))?.memberCount).toBe(2);
  await admin.delete(url('RemoveUserFromOrganizationUnit'), { UserId: two.id, OrganizationUnitId: branch });
  expect((await unitOf(branch))?.memberCount).toBe(1);
  expect((await addUsers(top, [999_999])).error?.validationErrors?.[0]?.members).toEqual(['userIds']);
});

test('roles of a unit act within two seconds, and are nobody’s to give or take who does not hold them', async () => {
  const unit = await made('角色机构');
  const member = await staff('viaunit');
  const session = await member.client();
  expect((await session.get(url('GetOrganizationUnits'))).status).toBe(403);
  const giver = await staff('giver', { permissions: all, scope: 'all' });
  const reader = await staff('readerrole', { permissions: [permission] });
  const writer = await staff('writerrole', { permissions: ['Pages.Administration.Roles'] });
  const by = await giver.client();
  const beyond = await addRoles(unit, [writer.role], by);
  expect([beyond.status, beyond.error?.reason]).toEqual([403, 'rights.beyond']);
  expect((await addRoles(unit, [reader.role], by)).status).toBe(200);
  expect((await addUsers(unit, [member.id], by)).status).toBe(200);
  await expect.poll(async () => (await session.get(url('GetOrganizationUnits'))).status, { timeout: 3000 }).toBe(200);
  expect((await addRoles(unit, [writer.role])).status).toBe(200);
  expect((await addUsers(unit, [reader.id], by)).error?.reason).toBe('rights.beyond');
  const taken = [
    await by.delete(url('RemoveRoleFromOrganizationUnit'), { RoleId: writer.role, OrganizationUnitId: unit }),
    await by.delete(url('RemoveUserFromOrganizationUnit'), { UserId: member.id, OrganizationUnitId: unit }),
  ];
  expect(taken.map(({ error }) => error?.reason)).toEqual(['rights.beyond', 'rights.beyond']);
  await admin.delete(url('RemoveRoleFromOrganizationUnit'), { RoleId: reader.role, OrganizationUnitId: unit });
  await expect.poll(async () => (await session.get(url('GetOrganizationUnits'))).status, { timeout: 3000 }).toBe(403);
});

test('who sees only some units changes no others', async () => {
  const [own, other] = [await made('自己的'), await made('别人的')];
  const chief = await staff('chief', { permissions: all, scope: 'unit' });
  await addUsers(own, [chief.id]);
  const by = await chief.client();
  expect((await create('下级', own, by)).status).toBe(200);
  expect((await move(other, own, by)).error?.reason).toBe('rights.beyond');
  expect((await move(own, other, by)).error?.reason).toBe('rights.beyond');
  expect((await move(own, null, by)).error?.reason).toBe('rights.beyond');
  expect((await create('顶级', null, by)).error?.reason).toBe('rights.beyond');
  expect((await addUsers(other, [chief.id], by)).error?.reason).toBe('rights.beyond');
  expect((await by.delete(url('DeleteOrganizationUnit'), { Id: other })).error?.reason).toBe('rights.beyond');
});

test('nobody joins, or brings others or roles into, a unit out of sight, by whatever role of a unit he sees some', async () => {
  const top = await made('上级单位');
  const child = await made('下级单位', top);
  const wide = await staff('unitwide', { permissions: [permission], scope: 'unit' });
  const own = await staff('ownsight', { permissions: all });
  const by = await own.client();
  const tries = [await addUsers(top, [wide.id], by), await addRoles(child, [own.role], by)];
  await addRoles(child, [wide.role]);
  await addUsers(child, [own.id]);
  await addUsers(top, [wide.id]);
  await expect.poll(async () => (await create('再下级', child, by)).status, { timeout: 3000 }).toBe(200);
  tries.push(
    await addUsers(top, [own.id], by),
    await by.delete(url('RemoveUserFromOrganizationUnit'), { UserId: wide.id, OrganizationUnitId: top }),
  );
  expect(tries.map(({ status, error }) => [status, error?.reason])).toEqual(tries.map(() => [403, 'rights.beyond']));
});

test('units, users and roles of another tenant are out of reach', async () => {
  const unit = await made('内部');
  const stranger = await app.as('admin', 'Beta');
  expect((await move(unit, null, stranger)).status).toBe(404);
  expect((await create('外部', unit, stranger)).status).toBe(400);
  expect((await stranger.get(url('GetOrganizationUnitUsers'), { Id: unit })).status).toBe(404);
  expect((await stranger.get(url('GetOrganizationUnitRoles'), { Id: unit })).status).toBe(404);
  expect((await stranger.delete(url('DeleteOrganizationUnit'), { Id: unit })).status).toBe(404);
  const [foreign] = await app.query<{ id: number }>(
    'Beta',
    'select min(id) as id from app_user where tenant_id = $1',
    [],
  );
  expect((await addUsers(unit, [foreign?.id ?? 0])).status).toBe(400);
  expect((await addUsers(unit, [1], stranger)).status).toBe(404);
});

test('a unit with 5,000 below it moves in a second', async () => {
  const [from, to] = [await made('搬走'), await made('搬到')];
  const code = (await unitOf(from))?.code;
  await app.query(
    'Alpha',
    `insert into organization_unit (tenant_id, parent_id, code, display_name)
       select $1, $2, $3 || '.' || lpad(n::text, 5, '0'), 'U' || n from generate_series(1, 5000) n`,
    [from, code],
  );
  const moved = await move(from, to);
  const [row] = await app.query<{ count: number }>(
    'Alpha',
    'select count(*) as count from organization_unit where tenant_id = $1 and starts_with(code, $2) and not is_deleted',
    [`${moved.result.code}.`],
  );
  expect(row?.count).toBe(5000);
});

test('a unit stands not below itself, and at most on level 16', async () => {
  const chain = [await made('层1')];
  for (let level = 2; level <= 16; level += 1) chain.push(await made(`层${level}`, chain.at(-1) ?? null));
  const [top = 0, second = 0] = chain;
  const tooDeep = await create('层17', chain.at(-1) ?? null);
  expect([tooDeep.status, JSON.stringify(tooDeep.error)]).toEqual([
    400,
    expect.stringContaining('最多 16 级，请选择更高一级的上级'),
  ]);
  for (const below of [top, second, chain[7] ?? 0]) {
    const { status, error } = await move(top, below);
    expect([status, JSON.stringify(error)]).toEqual([400, expect.stringContaining('不能是自身或自身的下级')]);
  }
  const above = await made('层0');
  expect((await move(top, above)).status).toBe(400);
  expect((await unitOf(top))?.parentId).toBeNull();
});

test('bad names are refused at their field', async () => {
  for (const displayName of ['', '  ', 'x'.repeat(129)])
    expect((await create(displayName)).error?.validationErrors?.[0]?.members).toEqual(['displayName']);
});

test('a tenant may limit the units of a user', async () => {
  const [one, two] = [await made('甲'), await made('乙')];
  const member = await staff('limited');
  await app.query(
    'Alpha',
    `insert into setting (tenant_id, name, value) values ($1, 'Abp.Zero.OrganizationUnits.MaxUserMembershipCount', '1')`,
    [],
  );
  expect((await addUsers(one, [member.id])).status).toBe(200);
  await expect.poll(async () => (await addUsers(two, [member.id])).status, { timeout: 5000 }).toBe(400);
});
