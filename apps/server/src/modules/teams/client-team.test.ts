import { addDays } from '@kangmai/domain';
import { client, clientTeamMember } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantToday } from './days.ts';
import { settleTeam } from './responsible.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;
let today: string;
const users = new Map<string, number>();
const roles = new Map<string, number>();
const user = (name: string): number => users.get(name) ?? 0;
const role = (name: string): number => roles.get(name) ?? 0;

async function readNames(): Promise<void> {
  const found = await app.query<{ id: number; name: string }>(
    'Alpha',
    'select id, user_name_key as name from app_user where tenant_id = $1',
  );
  for (const { id, name } of found) users.set(name, id);
}

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  today = await samples.inTenant(tenantToday);
  await readNames();
  const listed = await admin.get<readonly { id: number; name: string }[]>('HealthTeamRole/GetListForSelect');
  for (const { id, name } of listed.result) roles.set(name, id);
});
afterAll(() => app.close());

const newClient = (more: object = {}): Promise<number> =>
  samples.plant(client, '甲', { healthManager: null, doctor: null, team: null, ...more });
const put = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('HealthTeamUser/CreateOrEdit', body);
const fileOf = async (id: number): Promise<{ healthManager: number | null; doctor: number | null }> =>
  samples.inTenant(async (ctx) => {
    const { healthManager, doctor } = await ctx.repo(client).get(id);
    return { healthManager, doctor };
  });
const rowsOf = (clientId: number) =>
  samples.inTenant(async (ctx) =>
    (await ctx.repo(clientTeamMember).list({ where: { client: clientId } }))
      .toSorted((one, other) => one.id - other.id)
      .map((row) => [row.role, row.user, row.startsOn, row.endsOn]),
  );
const members = (id: number, by = admin) =>
  by.get<readonly { userId: number }[]>('HealthTeamUser/GetByClientId', { id });

describe('who is responsible', () => {
  test('follows the team, and a save of the file writes the team', async () => {
    const id = await newClient();
    const first = await put({ clientId: id, roleId: role('健康管理师'), userId: user('manager') });
    expect(first.error).toBe(null);
    await put({ clientId: id, roleId: role('责任医生'), userId: user('doctor') });
    expect(await fileOf(id)).toEqual({ healthManager: user('manager'), doctor: user('doctor') });
    expect((await members(id)).result.map(({ userId }) => userId)).toEqual([user('manager'), user('doctor')]);
    expect(
      (await admin.post('C_client/BatchAssign', { clientIds: [id], healthManagerId: user('manager') })).status,
    ).toBe(200);
    expect((await rowsOf(id)).length).toBe(2);
    expect((await admin.delete('HealthTeamUser/Delete', { Id: first.result })).status).toBe(200);
    expect(await fileOf(id)).toEqual({ healthManager: null, doctor: user('doctor') });
    await admin.post('C_client/BatchAssign', { clientIds: [id], healthManagerId: user('manager') });
    expect((await rowsOf(id)).at(-1)).toEqual([role('健康管理师'), user('manager'), today, null]);
    const saved = await admin.post<number>('C_client/CreateOrEdit', {
      ...(await samples.body(client)),
      healthManagerId: user('manager'),
    });
    expect(saved.error).toBe(null);
    expect((await members(saved.result)).result.map(({ userId }) => userId)).toEqual([user('manager')]);
  });

  test('is nobody twice in a role at once, nor who lacks the role of the system', async () => {
    const id = await newClient();
    const nurse = { clientId: id, roleId: role('护理人员'), userId: user('nurse') };
    expect((await put({ ...nurse, endTime: addDays(today, 5) })).status).toBe(200);
    const twice = await put({ ...nurse, startTime: addDays(today, 5) });
    expect([twice.status, twice.error?.reason]).toEqual([409, 'period.taken-by']);
    expect((await put({ ...nurse, startTime: addDays(today, 6) })).status).toBe(200);
    const unfit = await put({ clientId: id, roleId: role('责任医生'), userId: user('nurse') });
    expect(unfit.error?.validationErrors).toMatchObject([{ members: ['userId'] }]);
    const back = await put({ ...nurse, startTime: today, endTime: addDays(today, -1) });
    expect(back.error?.validationErrors?.[0]?.members).toEqual(['endTime']);
  });

  test('changes on the day when a substitute begins, and again when that one is over', async () => {
    const id = await newClient({ healthManager: user('manager') });
    await addUser(app, 'Alpha', { userName: 'substitute', dataScope: 'own', allPermissions: true });
    await readNames();
    await app.query(
      'Alpha',
      "insert into user_role (tenant_id, user_id, role_id) select $1, $2, id from app_role where tenant_id = $1 and name = 'HealthManager' returning role_id",
      [user('substitute')],
    );
    const stand = { clientId: id, roleId: role('健康管理师'), userId: user('substitute') };
    const { error, result } = await put({ ...stand, startTime: addDays(today, 1), endTime: addDays(today, 2) });
    expect(error).toBe(null);
    expect((await fileOf(id)).healthManager).toBe(user('manager'));
    const due = await app.query<{ day: string }>(
      'Alpha',
      "select to_char(available_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from outbox where tenant_id = $1 and topic = 'client-team.changes' and (payload ->> 'clientId')::bigint = $2 order by 1",
      [id],
    );
    expect(due.map(({ day }) => day)).toEqual([addDays(today, 1), addDays(today, 3)]);
    await app.query(
      'Alpha',
      'update client_team_member set starts_on = $2 where tenant_id = $1 and id = $3 returning id',
      [today, result],
    );
    await samples.inTenant((ctx) => settleTeam(ctx, id));
    expect((await fileOf(id)).healthManager).toBe(user('substitute'));
    await app.query(
      'Alpha',
      'update client_team_member set starts_on = $2, ends_on = $2 where tenant_id = $1 and id = $3 returning id',
      [addDays(today, -1), result],
    );
    await samples.inTenant((ctx) => settleTeam(ctx, id));
    expect((await fileOf(id)).healthManager).toBe(user('manager'));
  });
});

describe('sight', () => {
  test('of a client begins and ends with the period, for whoever serves it and no one else', async () => {
    const id = await newClient();
    const { client: helper } = await addUser(app, 'Alpha', {
      userName: 'helper',
      dataScope: 'own',
      allPermissions: true,
    });
    await readNames();
    const sees = async (by = helper): Promise<readonly [number, number]> => [
      (await by.get('C_client/GetC_clientForEdit', { id })).status,
      (await members(id, by)).status,
    ];
    const serve = async (startTime: string, endTime: string | null): Promise<void> => {
      const [row] = await app.query<{ id: number }>(
        'Alpha',
        'select id from client_team_member where tenant_id = $1 and client_id = $2 and not is_deleted',
        [id],
      );
      const known = row && { id: row.id };
      const roleId = (await admin.post<number>('HealthTeamRole/CreateOrEdit', { name: `护工${startTime}${endTime}` }))
        .result;
      const { error } = await put({ ...known, clientId: id, roleId, userId: user('helper'), startTime, endTime });
      expect(error).toBe(null);
    };
    expect(await sees()).toEqual([404, 404]);
    await serve(addDays(today, 1), null);
    expect(await sees()).toEqual([404, 404]);
    await serve(today, today);
    expect(await sees()).toEqual([200, 200]);
    const listed = await helper.get<{ totalCount: number }>('C_client/GetPagedAll');
    expect(listed.result.totalCount).toBe(1);
    await serve(addDays(today, -9), addDays(today, -1));
    expect(await sees()).toEqual([404, 404]);
    expect((await helper.get<{ totalCount: number }>('HealthTeamUser/GetAll')).result.totalCount).toBe(0);
    expect(await sees(await app.as('admin', 'Beta'))).toEqual([404, 404]);
  });
});

describe('transfer', () => {
  const transfer = (body: object, by = admin) =>
    by.post<{ transferred: number }>('HealthTeamUser/Transfer', {
      fromUserId: user('nurse'),
      toUserId: user('aide'),
      reason: '调岗',
      ...body,
    });
  beforeAll(async () => {
    await addUser(app, 'Alpha', { userName: 'aide', dataScope: 'own', allPermissions: true });
    await readNames();
    await app.query(
      'Alpha',
      "insert into user_role (tenant_id, user_id, role_id) select $1, $2, id from app_role where tenant_id = $1 and name = 'Nurse' returning role_id",
      [user('aide')],
    );
  });

  test('ends the periods of one and begins those of the other, for all clients or for none', async () => {
    const [one, other, without] = [await newClient(), await newClient(), await newClient()];
    const serve = { roleId: role('护理人员'), userId: user('nurse'), startTime: addDays(today, -3) };
    await put({ ...serve, clientId: one });
    await put({ ...serve, clientId: other, endTime: addDays(today, 30) });
    const refused = await transfer({ clientIds: [one, without] });
    expect(refused.error?.reason).toBe('validation.failed');
    expect((await rowsOf(one)).length).toBe(1);
    expect((await transfer({ clientIds: [one, other] })).result).toEqual({ transferred: 2 });
    expect(await rowsOf(one)).toEqual([
      [role('护理人员'), user('nurse'), addDays(today, -3), addDays(today, -1)],
      [role('护理人员'), user('aide'), today, null],
    ]);
    expect((await rowsOf(other))[1]).toEqual([role('护理人员'), user('aide'), today, addDays(today, 30)]);
    const third = await newClient();
    await put({ ...serve, clientId: third });
    expect((await transfer({ clientIds: [third] })).status).toBe(200);
    const notices = await app.query<{ userId: number }>(
      'Alpha',
      `select user_id as "userId" from user_notification where tenant_id = $1 and name = 'App.ClientsHandedOver'`,
    );
    expect(notices).toEqual([{ userId: user('aide') }]);
    expect((await transfer({ clientIds: [one], toUserId: user('nurse') })).error?.validationErrors).toMatchObject([
      { members: ['toUserId'] },
    ]);
  });

  test('hands over the client of a manager who sees it no longer, and refuses strangers and their users', async () => {
    const id = await newClient({ healthManager: user('manager') });
    const manager = await app.as('manager', 'Alpha');
    const byManager = { clientIds: [id], fromUserId: user('manager'), toUserId: user('substitute') };
    const beta = await app.as('admin', 'Beta');
    expect((await transfer(byManager, beta)).status).toBe(404);
    const [stranger] = await app.query<{ id: number }>(
      'Beta',
      "select id from app_user where tenant_id = $1 and user_name_key = 'manager'",
    );
    expect((await transfer({ ...byManager, toUserId: stranger?.id })).status).toBe(400);
    expect((await fileOf(id)).healthManager).toBe(user('manager'));
    expect((await transfer(byManager, manager)).status).toBe(200);
    expect((await fileOf(id)).healthManager).toBe(user('substitute'));
    expect((await manager.get('C_client/GetC_clientForEdit', { id })).status).toBe(404);
  });
});

describe('roles of teams', () => {
  const save = (body: object) => admin.post<number>('HealthTeamRole/CreateOrEdit', body);
  const switchTo = (id: number, valid: boolean, more: object = {}) =>
    admin.put('HealthTeamRole/UpdateValid', { id, valid, ...more });

  test('one of them leads: choosing another moves it, and it is neither left nor switched off', async () => {
    const first = role('健康管理师');
    const stays = await save({ id: first, name: '健康管理师', isPrimary: false });
    expect(stays.error?.validationErrors).toMatchObject([{ members: ['isPrimary'] }]);
    expect((await switchTo(first, false)).error?.reason).toBe('team-role.lead-on');
    const next = (await save({ name: '个案管理师', isPrimary: true })).result;
    const leads = await app.query<{ id: number }>(
      'Alpha',
      'select id from health_team_role where tenant_id = $1 and is_primary and not is_deleted',
    );
    expect(leads.map(({ id }) => id)).toEqual([next]);
    expect((await save({ id: first, name: '健康管理师', isPrimary: true })).status).toBe(200);
    expect((await switchTo(next, false)).status).toBe(200);
    const valid = await admin.get<readonly { id: number }[]>('HealthTeamRole/GetListForSelect');
    expect(valid.result.map(({ id }) => id)).not.toContain(next);
  });

  test('a role that somebody has is switched off with a substitute, who gets what is left', async () => {
    const [old, next] = [(await save({ name: '营养师' })).result, (await save({ name: '高级营养师' })).result];
    const id = await newClient();
    await put({ clientId: id, roleId: old, userId: user('nurse') });
    expect((await switchTo(old, false)).error?.validationErrors).toMatchObject([{ members: ['substituteId'] }]);
    expect((await switchTo(old, false, { substituteId: role('责任医生') })).error?.reason).toBe('validation.failed');
    expect((await switchTo(old, false, { substituteId: next })).status).toBe(200);
    expect((await rowsOf(id)).map(([roleId]) => roleId)).toEqual([next]);
  });
});
