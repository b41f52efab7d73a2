import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  confirmed,
  exampleOf,
  exportedSheet,
  imported,
  type Line,
  problemsOf,
  settled,
  sheetOf,
} from '@kangmai/testkit/importing';

const users = 'Pages.Administration.Users';
const password = 'Correct-Horse-7';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const line = (name: string, more: Line = {}): Line => ({
  用户名: name,
  姓: '陈',
  名: '小美',
  邮箱: `${name.replaceAll(/[^a-z\d]/gi, '').slice(0, 40)}@sheet.example`,
  ...more,
});

interface Stored {
  readonly id: number;
  readonly userName: string;
  readonly passwordHash: string | null;
  readonly shouldChange: boolean;
  readonly source: string;
  readonly phoneNumber: string | null;
  readonly isActive: boolean;
  readonly roles: string;
  readonly units: string;
  readonly mails: number;
}

const stored = async (name: string): Promise<Stored | undefined> =>
  (
    await app.query<Stored>(
      'Alpha',
      `select u.id, u.user_name as "userName", u.password_hash as "passwordHash", u.should_change_password as "shouldChange", u.source, u.phone_number as "phoneNumber", u.is_active as "isActive",
        (select coalesce(string_agg(r.name, ',' order by r.name), '') from user_role x join app_role r on r.tenant_id = x.tenant_id and r.id = x.role_id where x.tenant_id = u.tenant_id and x.user_id = u.id) as roles,
        (select coalesce(string_agg(o.code, ',' order by o.code), '') from user_organization_unit x join organization_unit o on o.tenant_id = x.tenant_id and o.id = x.organization_unit_id where x.tenant_id = u.tenant_id and x.user_id = u.id) as units,
        (select count(*)::integer from outgoing_message m where m.tenant_id = u.tenant_id and m.user_id = u.id) as mails
       from app_user u where u.tenant_id = $1 and u.user_name = $2 and not u.is_deleted`,
      [name],
    )
  )[0];

const unit = async (displayName: string, parentId: number | null = null): Promise<{ id: number; code: string }> =>
  (
    await admin.post<{ id: number; code: string }>('OrganizationUnit/CreateOrganizationUnit', {
      displayName,
      parentId,
    })
  ).result;

const save = (name: string, roles: readonly string[]): Promise<Answer<null>> =>
  admin.post<null>('User/CreateOrUpdateUser', {
    user: {
      name,
      surname: '',
      userName: name,
      emailAddress: `${name}@save.example`,
      password,
      isActive: true,
      shouldChangePasswordOnNextLogin: false,
    },
    assignedRoleNames: roles,
  });

const role = (displayName: string, dataScope: string, names: readonly string[]): Promise<Answer<null>> =>
  admin.post<null>('Role/CreateOrUpdateRole', { role: { displayName, dataScope }, grantedPermissionNames: names });

describe('a sheet of users', () => {
  test('makes accounts with roles, units and a mail for the first password, which nobody knows', async () => {
    const main = await unit('总院');
    const heart = await unit('心内科', main.id);
    const other = await unit('分院');
    const twin = await unit('心内科', other.id);
    const batch = await imported(admin, 'User', [
      line('chen1', { 手机号: 13_800_138_001, 角色: '护理人员、doctor', 组织机构: '总院/心内科' }),
      line('chen2', { 组织机构: `分院，${twin.code}`, 启用: '否' }),
    ]);
    expect(await problemsOf(admin, batch)).toEqual([]);
    expect(await confirmed(admin, batch)).toMatchObject({ state: 'done', writtenRows: 2 });
    expect(await stored('chen1')).toMatchObject({
      passwordHash: null,
      shouldChange: true,
      source: 'excel_import',
      phoneNumber: '13800138001',
      isActive: true,
      roles: 'Doctor,Nurse',
      units: heart.code,
      mails: 1,
    });
    expect(await stored('chen2')).toMatchObject({
      isActive: false,
      roles: 'User',
      units: [other.code, twin.code].toSorted().join(','),
      mails: 0,
    });
    const tried = await app
      .visitor('Alpha')
      .post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'chen1', password: 'anything-7A' });
    expect(tried.status).toBe(400);
    const { result } = await admin.get<{ canUndo: boolean }>('Imports/Get', { id: batch.id });
    expect(result.canUndo).toBe(true);
    await admin.post('Imports/Undo', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({ state: 'undone' });
    expect([await stored('chen1'), await stored('chen2')]).toEqual([undefined, undefined]);
  });

  test('is not taken back once one of its users has signed in', async () => {
    const batch = await imported(admin, 'User', [line('early')]);
    await confirmed(admin, batch);
    await app.query('Alpha', "update app_user set last_login_at = now() where tenant_id = $1 and user_name = 'early'");
    await admin.post('Imports/Undo', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({ state: 'done', failureReason: 'user.has-signed-in' });
    expect(await stored('early')).toBeDefined();
  });

  test('names each wrong cell with the reason and what to do, and writes nothing', async () => {
    const before = await app.query('Alpha', 'select count(*) from app_user where tenant_id = $1');
    const batch = await imported(admin, 'User', [
      line('blank name'),
      line('аdmin'),
      line('a'.repeat(257)),
      line('ADMIN', { 邮箱: 'another@sheet.example' }),
      line('zhou', { 邮箱: 'not an address' }),
      line('zhou2', { 手机号: 'ask me' }),
      line('zhou3', { 角色: '没有的角色' }),
      line('zhou4', { 组织机构: '没有的机构' }),
      line('zhou5', { 组织机构: '心内科' }),
      line('wu'),
      line('WU', { 邮箱: 'wu2@sheet.example' }),
      line('wu3', { 邮箱: 'WU@sheet.example' }),
      line('=cmd'),
      line('fine', { 名: "'=1+1" }),
    ]);
    const problems = await problemsOf(admin, batch);
    expect(problems.map(({ line: at, column, problem }) => `${at} ${column} ${problem}`)).toEqual([
      expect.stringMatching(/^2 用户名 用户名只能包含/),
      expect.stringMatching(/^3 用户名 用户名只能包含/),
      expect.stringMatching(/^4 用户名 .*256/),
      expect.stringMatching(/^5 用户名 用户名已存在/),
      expect.stringMatching(/^6 邮箱 邮箱的格式/),
      expect.stringMatching(/^7 手机号 .*电话/),
      expect.stringMatching(/^8 角色 角色“没有的角色”不存在/),
      expect.stringMatching(/^9 组织机构 组织机构“没有的机构”不存在/),
      expect.stringMatching(/^10 组织机构 有多个机构名为“心内科”，请写上级机构/),
      expect.stringMatching(/^12 用户名 用户名与第 11 行相同（不计大小写）/),
      expect.stringMatching(/^13 邮箱 邮箱与第 11 行相同（不计大小写）/),
      expect.stringMatching(/^14 用户名 用户名只能包含/),
    ]);
    const withoutAdvice = problems.filter(({ suggestion }) => suggestion === null).map(({ line: at }) => at);
    expect(withoutAdvice).toEqual([]);
    expect((await admin.post('Imports/Confirm', { id: batch.id })).error?.reason).toBe('import.has-problems');
    expect(await app.query('Alpha', 'select count(*) from app_user where tenant_id = $1')).toEqual(before);
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 2 });
    expect(await stored('fine')).toBeDefined();
  });

  test('fills no more places than the tenant has, and names the line', async () => {
    const [{ count } = { count: 0 }] = await app.query<{ count: number }>(
      'Alpha',
      'select count(*)::integer as count from app_user where tenant_id = $1 and is_active and not is_deleted',
    );
    const limit = (most: number): Promise<unknown> =>
      app.server.services.database.platform((tx) =>
        tx.execute(
          `update tenant set feature_values = jsonb_build_object('App.MaxUserCount', $2::text) where id = $1`,
          [app.tenants.Alpha, String(most)],
        ),
      );
    await limit(count + 2);
    const batch = await imported(admin, 'User', [
      line('place1'),
      line('place2', { 启用: '否' }),
      line('place3'),
      line('place4'),
    ]);
    expect(await problemsOf(admin, batch)).toEqual([]);
    await admin.post('Imports/Confirm', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({
      state: 'failed',
      failureReason: 'user.too-many',
      failureRow: 5,
    });
    expect(await stored('place1')).toBeUndefined();
    await limit(count);
    const full = await imported(admin, 'User', [line('place1')]);
    expect((await problemsOf(admin, full)).map(({ problem }) => problem)).toEqual([expect.stringMatching(/用户/)]);
    await limit(0);
  });

  test('gives no role beyond what its user holds, nor the administrators’ without having it', async () => {
    await role('录入员', 'own', ['Pages', 'Pages.Administration', users, `${users}.Create`, `${users}.Import`]);
    await role('全院', 'all', ['Pages']);
    const { result: list } = await admin.get<{ items: readonly { name: string; displayName: string }[] }>(
      'Role/GetRoles',
    );
    const nameOf = (shown: string): string => list.items.find(({ displayName }) => displayName === shown)?.name ?? '';
    await save('clerk', [nameOf('录入员')]);
    const signedIn = await app
      .visitor('Alpha')
      .post<{ accessToken: string }>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'clerk', password });
    const clerk = app.visitor().with({ authorization: `Bearer ${signedIn.result.accessToken}` });
    const open = await unit('门诊');
    const [admins] = await app.query<{ id: number }>(
      'Alpha',
      "select id from app_role where tenant_id = $1 and name = 'Admin'",
    );
    await admin.post('OrganizationUnit/AddRolesToOrganizationUnit', {
      organizationUnitId: open.id,
      roleIds: [admins?.id],
    });
    const batch = await imported(clerk, 'User', [
      line('friend1', { 角色: '管理员' }),
      line('friend2', { 角色: '全院' }),
      line('friend3', { 组织机构: '门诊' }),
      line('friend4', { 角色: '录入员' }),
    ]);
    expect((await problemsOf(clerk, batch)).map(({ line: at, column }) => `${at} ${column}`)).toEqual([
      '2 角色',
      '3 角色',
      '4 角色',
    ]);
    expect(await confirmed(clerk, batch, { leaveOutProblems: true })).toMatchObject({ writtenRows: 1 });
    const again = await imported(clerk, 'User', [line('friend5', { 角色: '录入员' })]);
    await app.query(
      'Alpha',
      "insert into role_permission (tenant_id, role_id, permission) select $1, id, 'Pages.Administration.Roles' from app_role where tenant_id = $1 and display_name = '录入员'",
    );
    await app.query(
      'Alpha',
      "insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, id, 'Pages.Administration.Roles', false from app_user where tenant_id = $1 and user_name = 'clerk'",
    );
    await clerk.post('Imports/Confirm', { id: again.id });
    expect((await settled(clerk, again.id)).state).not.toBe('done');
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.get('User/GetImportTemplate')).status).toBe(403);
  });

  test('taken by the old call writes its good lines at once', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([new Uint8Array(await sheetOf([line('old1'), line('old 2'), line('old3')]))]),
      '用户.xlsx',
    );
    const answer = await admin.fetch('/Users/ImportFromExcel', { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    const { result } = (await answer.json()) as { result: { id: number } };
    await vi.waitFor(async () => {
      const { result: batch } = await admin.get<{ state: string }>('Imports/Get', { id: result.id });
      expect(batch).toMatchObject({ state: 'done', writtenRows: 2, problemRows: 1 });
    }, 60_000);
    expect(await stored('old3')).toBeDefined();
    const nurse = await app.as('nurse', 'Alpha');
    const refused = await nurse.fetch('/Users/ImportFromExcel', { method: 'POST', body: form });
    expect(refused.status).toBe(403);
    const without = await admin.fetch('/Users/ImportFromExcel', { method: 'POST', body: new FormData() });
    expect(without.status).toBe(400);
  });

  test('has an example that can be imported', async () => {
    const example = await exampleOf(admin, 'User');
    expect(example).toMatchObject({ '用户名*': 'zhangsan', 姓: '张', '名*': '三' });
    const batch = await imported(admin, 'User', [{}, example]);
    expect(await problemsOf(admin, batch)).toEqual([]);
  });
});

describe('the export', () => {
  test('holds the rows of the list for the same filters, its titles are those of an import', async () => {
    const [titles = [], ...all] = await exportedSheet(admin, 'User/GetUsersToExcel?Sorting=userName');
    expect(titles.slice(0, 8)).toEqual(['用户名', '姓', '名', '邮箱', '手机号', '角色', '组织机构', '启用']);
    const { result } = await admin.get<{ totalCount: number; items: readonly { userName: string }[] }>(
      'User/GetUsers',
      {
        Sorting: 'userName',
        MaxResultCount: 1000,
      },
    );
    expect(all.map(([name]) => String(name).replace(/^'/, ''))).toEqual(result.items.map(({ userName }) => userName));
    for (const query of ['OnlyLockedUsers=true', 'Filter=old', `Permissions=${users}`, 'isActive=false']) {
      const wanted = await admin.get<{ totalCount: number }>(`User/GetUsers?${query}&MaxResultCount=1000`);
      const rows = await exportedSheet(admin, `User/GetUsersToExcel?${query}`);
      expect([query, rows.length - 1]).toEqual([query, wanted.result.totalCount]);
    }
    expect(JSON.stringify(all)).toContain("'=1+1");
    expect(JSON.stringify(all)).not.toContain('13800138001');
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.get('User/GetUsersToExcel')).status).toBe(403);
    expect((await admin.get('User/GetUsersToExcel', { Sorting: 'secret' })).status).toBe(400);
  });

  test('is written in the background too', async () => {
    const begun = await admin.post<{ taskId: number; totalCount: number }>('User/ExportAsTask', { Filter: 'old' });
    expect(begun.result.totalCount).toBe(2);
    await vi.waitFor(async () => {
      const { result } = await admin.get<{ state: string; doneRows: number }>('ListTasks/Get', {
        id: begun.result.taskId,
      });
      expect(result).toMatchObject({ state: 'done', doneRows: 2 });
    }, 60_000);
    expect((await admin.post('User/ExportAsTask', { Sorting: 'secret' })).status).toBe(400);
  });
});
