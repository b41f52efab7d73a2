import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeReadings } from '../../../../test/store-readings.ts';

let app: TestApp;
let nurse: Client;
let admin: Client;
let person: number;
const now = new Date('2026-11-20T19:00:00Z');

const query = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));

async function open(
  finding: string,
  given: {
    readonly type?: string;
    readonly level?: number;
    readonly state?: number;
    readonly client?: number | null;
  } = {},
): Promise<number> {
  const { type = 'bpHigh', level = 4, state = 0, client = person } = given;
  const [row] = await query<{ id: number }>(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, state, started_at, latest_at, source_row) values ($1, $2, $3, $4, $5, $6, $7, $7, $8) returning id`,
    [client, type, finding, level, state, now, Math.trunc(Math.random() * 1e9)],
  );
  return row?.id ?? 0;
}

interface Page {
  readonly items: readonly { readonly abnormalData: { readonly id: number; readonly 'abnormaL_DIA': string } }[];
}

function good<T>({ status, text, result }: Answer<T>): T {
  expect(status, text).toBe(200);
  return result;
}

beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await app.as('admin', 'Alpha');
  nurse = (await addUser(app, 'Alpha', { userName: 'nightnurse', dataScope: 'all', allPermissions: true })).client;
  person = (await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '夜间客户', phone: '13900000001' }))
    .result;
  await query('delete from abnormal_case where tenant_id = $1');
});
afterAll(() => app.close());

describe('the views of the desk', () => {
  const shown = async (who: Client, filter: object): Promise<readonly string[]> =>
    good(await who.get<Page>('AbnormalData/GetAll', { MaxResultCount: 50, ...filter }))
      .items.map(({ abnormalData }) => abnormalData['abnormaL_DIA'])
      .toSorted();

  test('are what the caller took or whose person the caller cares for, and what the teams of the caller answer for', async () => {
    await query('delete from abnormal_case where tenant_id = $1');
    const [own] = await query<{ id: number }>(
      "select id from app_user where tenant_id = $1 and user_name = 'nightnurse'",
    );
    const [team] = await query<{ id: number }>(
      `with made as (insert into care_team (tenant_id, name) values ($1, '夜班组') returning id)
       insert into care_team_member (tenant_id, care_team_id, user_id, role_in_team) select $1, made.id, $2, 'nurse' from made returning care_team_id as id`,
      [own?.id],
    );
    const cared = good(
      await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '我的客户', phone: '13900000077' }),
    );
    await query('update client set health_manager_id = $3 where tenant_id = $1 and id = $2', [cared, own?.id]);
    await open('我负责的人', { client: cared });
    const [taken, ofTeam] = [
      await open('我认领的', { client: null, state: 1 }),
      await open('本组的', { type: 'heartHigh' }),
    ];
    await open('别人的', { type: 'spo2Low' });
    await query('update abnormal_case set handled_by_id = $3 where tenant_id = $1 and id = $2', [taken, own?.id]);
    await query('update abnormal_case set team_id = $3 where tenant_id = $1 and id = $2', [ofTeam, team?.id]);
    expect(await shown(nurse, { mineFilter: true })).toEqual(['我负责的人', '我认领的'].toSorted());
    expect(await shown(nurse, { ofTeamFilter: true })).toEqual(['本组的']);
    expect(await shown(nurse, { mineFilter: false, ofTeamFilter: false })).toEqual(['别人的']);
    expect(await shown(admin, { ofTeamFilter: true })).toEqual([]);
  });
});

describe('order of the desk', () => {
  test('is by level; silent devices below level 3 stand last; within a level the unclaimed first, then the oldest', async () => {
    await query('delete from abnormal_case where tenant_id = $1');
    await open('离线二', { type: 'offline', level: 2, client: null });
    await open('关注', { level: 2, client: null });
    await open('危急在办', { client: null, state: 2 });
    await open('失联三', { type: 'wear', level: 3, client: null });
    await open('电量', { type: 'battery', level: 1, client: null });
    await open('警告', { level: 3, client: null });
    await open('危急先', { client: null });
    await open('危急后', { client: null });
    await open('已结束', { client: null, state: 3 });
    const asked = { stateFilter: '0,1,2', Sorting: 'deskRank asc', MaxResultCount: 50 };
    const words = async (more: object): Promise<readonly string[]> =>
      (await admin.get<Page>('AbnormalData/GetAll', { ...asked, ...more })).result.items.map(
        ({ abnormalData }) => abnormalData['abnormaL_DIA'],
      );
    const order = ['危急先', '危急后', '危急在办', '失联三', '警告', '关注', '离线二', '电量'];
    expect(await words({})).toEqual(order);
    expect([...(await words({ MaxResultCount: 3 })), ...(await words({ SkipCount: 3, MaxResultCount: 5 }))]).toEqual(
      order,
    );
    const { result } = await admin.get<{ readonly groups: readonly object[] }>('AbnormalData/GetAbnormalDataCount');
    expect(result.groups).toEqual([
      { level: 4, silent: false, count: 3 },
      { level: 3, silent: false, count: 2 },
      { level: 2, silent: false, count: 1 },
      { level: 0, silent: true, count: 2 },
    ]);
    const counted = async (filters: Record<string, string>) =>
      (await admin.get<{ readonly groups: readonly object[] }>('AbnormalData/GetAbnormalDataCount', filters)).result
        .groups;
    expect(await counted({ 'ABNORMAL_TYPEFilter': 'offline,wear' })).toEqual([
      { level: 3, silent: false, count: 1 },
      { level: 0, silent: true, count: 1 },
    ]);
    expect(await counted({ filter: '危急' })).toEqual([{ level: 4, silent: false, count: 3 }]);
    expect(await counted({ stateFilter: '3' })).toEqual([]);
    expect(await counted({ stateFilter: '-1', filter: '危急' })).toEqual([{ level: 4, silent: false, count: 3 }]);
    const totals = (await admin.get('AbnormalData/GetAbnormalDataCount', { filter: '危急' })).result;
    expect(totals).toMatchObject({ total: 3, level4: 3, level3: 0 });
    expect(
      (await admin.get('AbnormalData/GetAbnormalDataCount', { beginTime: 'garbage' })).error?.validationErrors?.[0]
        ?.members,
    ).toEqual(['beginTime']);
  });

  test('counts the wait of the present run: within a place the case that alarmed first stands first', async () => {
    const raised = await open('先开后升', { client: null });
    const waiting = await open('后开先报', { client: null });
    await query('update abnormal_case set alarmed_at = $2 where tenant_id = $1 and id = $3', [now, raised]);
    await query('update abnormal_case set alarmed_at = $2 where tenant_id = $1 and id = $3', [
      new Date(now.getTime() - 3_600_000),
      waiting,
    ]);
    const asked = { stateFilter: '0,1,2', Sorting: 'deskRank asc, alarmedTime asc', MaxResultCount: 50 };
    const { result } = await admin.get<Page>('AbnormalData/GetAll', asked);
    const ids = result.items.map(({ abnormalData }) => abnormalData.id).filter((id) => id === waiting || id === raised);
    expect(ids).toEqual([waiting, raised]);
  });

  test('comes from its index', async () => {
    await query(`insert into abnormal_case (tenant_id, type, finding, level, state, started_at, latest_at, source_row)
      select $1, 'bpHigh', 'x', 1 + n % 4, 3, now(), now(), n from generate_series(1, 20000) n`);
    const owner = new Database({ connectionString: app.urls.migrator });
    await owner.connect();
    await owner.query('analyze abnormal_case');
    await owner.end();
    const plan = await query<
      Record<string, string>
    >(`explain select b.* from abnormal_case b where b.tenant_id = $1 and not b.is_deleted
      and b.state = any('{0,1,2}'::smallint[]) order by b.desk_rank asc, b.alarmed_at asc, b.id asc limit 50`);
    expect(plan.map((line) => Object.values(line)[0]).join('\n')).toContain('abnormal_case_on_desk');
    await query("delete from abnormal_case where tenant_id = $1 and finding = 'x'");
  });
});

describe('the file of a case', () => {
  interface File {
    readonly deviceFaultEnds: boolean;
    readonly handlings: readonly { readonly handleUserName: string }[];
    readonly history: readonly {
      readonly before: object;
      readonly after: object;
      readonly sinceTime: string;
      readonly creationTime: string;
    }[];
  }
  const fileOf = async (id: number): Promise<File> =>
    (await nurse.get<File>('AbnormalData/GetAbnormalDataForEdit', { id })).result;

  test('tells a night of rungs in one entry between what happened, and leaves out what only counts', async () => {
    await query("update app_user set surname = '李', name = '护士' where tenant_id = $1 and user_name = 'nightnurse'");
    const id = await open('心率 131', { type: 'heartFast', level: 3 });
    const change = (minute: number, before: object, after: object) =>
      query(
        `insert into entity_change (tenant_id, resource, row_id, kind, before, after, created_at) values ($1, 'abnormalCase', $2, $3, $4, $5, $6)`,
        [
          id,
          'state' in after && !('state' in before) ? 'created' : 'updated',
          JSON.stringify(before),
          JSON.stringify(after),
          new Date(now.getTime() + minute * 60_000),
        ],
      );
    await change(0, {}, { state: 'open', escalationStep: 0 });
    for (let step = 1; step <= 60; step += 1) {
      await change(step * 60, { escalationStep: step - 1, nextDueAt: 'a' }, { escalationStep: step, nextDueAt: 'b' });
      await change(step * 60 + 1, { readingCount: step }, { readingCount: step + 1 });
    }
    await change(4000, { state: 'open' }, { state: 'claimed' });
    await change(4030, { state: 'claimed', escalationStep: 60 }, { state: 'open', escalationStep: 61 });
    await change(4090, { escalationStep: 61 }, { escalationStep: 62 });
    await query('update abnormal_case set state = 3 where tenant_id = $1 and id = $2', [id]);
    const { history } = await fileOf(id);
    const at = (minute: number): string => new Date(now.getTime() + minute * 60_000).toISOString();
    expect(history).toMatchObject([
      { before: { escalationStep: 61 }, after: { escalationStep: 62 }, sinceTime: at(4090), creationTime: at(4090) },
      { after: { state: 'open', escalationStep: 61 } },
      { after: { state: 'claimed' } },
      { before: { escalationStep: 0 }, after: { escalationStep: 60 }, sinceTime: at(60), creationTime: at(3600) },
      { after: { state: 'open' } },
    ]);
    expect(history).toHaveLength(5);
  });

  test('says whether a device fault ends it without a contact, as the closing does, and names in full who closed it', async () => {
    const worn = await open('紧急求助', { type: 'sos' });
    const [device] = await query<{ id: number }>(
      'insert into device (tenant_id, imei, type_id, product_id) select $1, $2, p.type_id, p.id from device_product p where p.tenant_id = $1 order by p.id limit 1 returning id',
      ['860000000009901'],
    );
    const closing = { state: 3, handleType: 10, handleResult: '设备误报，已检查' };
    expect((await fileOf(worn)).deviceFaultEnds).toBe(false);
    expect((await nurse.post('AbnormalData/CreateOrEdit', { id: worn, ...closing })).status).toBe(400);
    await query('update abnormal_case set device_id = $3 where tenant_id = $1 and id = $2', [worn, device?.id]);
    expect((await fileOf(worn)).deviceFaultEnds).toBe(true);
    expect((await nurse.post('AbnormalData/CreateOrEdit', { id: worn, ...closing })).status).toBe(200);
    expect((await fileOf(worn)).handlings).toMatchObject([{ handleUserName: '李护士' }]);
    const nobody = await open('无人佩戴的设备求助', { type: 'sos', client: null });
    expect((await fileOf(nobody)).deviceFaultEnds).toBe(true);
  });
});

describe('contact and closing in one call', () => {
  const settle = (id: number, more: object = {}) =>
    nurse.post('AbnormalData/Settle', {
      id,
      callOutcome: 1,
      handleType: 1,
      handleResult: '已联系本人，情况稳定',
      ...more,
    });

  test('logs the contact and closes; the contact bears the full name', async () => {
    const id = await open('血压 205/122');
    await query("update app_user set surname = '李', name = '护士' where tenant_id = $1 and user_name = 'nightnurse'");
    expect((await settle(id)).status).toBe(200);
    interface File {
      readonly abnormalData: { readonly state: number };
      readonly contacts: readonly { readonly outcome: number; readonly userName: string }[];
      readonly history: readonly { readonly userName: string }[];
    }
    const { result } = await nurse.get<File>('AbnormalData/GetAbnormalDataForEdit', { id });
    expect(result.abnormalData.state).toBe(3);
    expect(result.contacts).toMatchObject([{ outcome: 1, userName: '李护士' }]);
    expect(new Set(result.history.map(({ userName }) => userName))).toEqual(new Set(['李护士']));
  });

  test('leaves nothing behind when the closing is refused', async () => {
    const id = await open('血压 206/122', { type: 'bpLow' });
    expect((await settle(id, { callOutcome: 4 })).status).toBe(400);
    expect((await settle(id, { handleResult: '短' })).status).toBe(400);
    expect(await query('select 1 from case_contact where tenant_id = $1 and case_id = $2', [id])).toEqual([]);
    expect(
      await query('select state, first_contact_at from abnormal_case where tenant_id = $1 and id = $2', [id]),
    ).toEqual([{ state: 0, ['first_contact_at']: null }]);
  });
});

test('looks at a person whose open case the user holds raise no alert and stay in the log', async () => {
  for (const [name, value] of [
    ['AlertReveals', '0'],
    ['AlertLooks', '1'],
    ['AlertLookMinutes', '60'],
  ]) {
    await query(
      'insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
      [`App.Privacy.${name}`, value],
    );
  }
  app.server.services.settings.forget(app.tenants.Alpha);
  const second = (
    await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '另一客户', phone: '13900000002' })
  ).result;
  const held = [await open('甲', { type: 'heartFast' }), await open('乙', { type: 'heartFast', client: second })];
  const doctor = (await addUser(app, 'Alpha', { userName: 'nightdoctor', dataScope: 'all', allPermissions: true }))
    .client;
  for (const id of held) expect((await doctor.post('AbnormalData/Claim', { id })).status).toBe(200);
  const alerts = (): Promise<unknown[]> =>
    query(
      "select 1 from access_alert a join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id where a.tenant_id = $1 and u.user_name = 'nightdoctor'",
    );
  const followed = () =>
    expect
      .poll(() => query("select 1 from outbox where tenant_id = $1 and topic = 'person.looked'"), { timeout: 60_000 })
      .toEqual([]);
  for (const id of [person, second])
    expect((await doctor.post('C_client/Reveal', { id, field: 'phone', reason: '紧急处置' })).status).toBe(200);
  await followed();
  expect(await alerts()).toEqual([]);
  const seen =
    "select 1 from sensitive_access_log l join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id where l.tenant_id = $1 and u.user_name = 'nightdoctor' and l.action = 'reveal'";
  expect(await query(seen)).toHaveLength(2);
  await query(
    'update abnormal_case set handled_by_id = null, state = 0 where tenant_id = $1 and id = any($2::bigint[])',
    [held],
  );
  expect((await doctor.post('C_client/Reveal', { id: second, field: 'phone', reason: '紧急处置' })).status).toBe(200);
  await followed();
  expect(await alerts()).toHaveLength(1);
});

describe('the times of the figures', () => {
  test('are those of the readings that say them; the end of the case is that of a later one', async () => {
    const own = (
      await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '峰值客户', phone: '13900000077' })
    ).result;
    const samples = await Samples.of(app, 'Alpha');
    const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`;
    await storeReadings(
      samples,
      'bp',
      [
        ['08:00', 211, 118],
        ['09:00', 205, 121],
        ['18:30', 146, 92],
      ].map(([clock, high, low]) => ({ deviceId: null, clientId: own, at: at(String(clock)), values: { high, low } })),
    );
    const id = await open('血压 205/121 mmHg，达到危急线200/120', { client: own });
    await query(
      "update abnormal_case set value = '205/121', peak_value = '211/118', started_at = $3, latest_at = $4 where tenant_id = $1 and id = $2",
      [id, at('08:00'), at('18:30')],
    );
    const silent = await open('设备离线', { type: 'offline', client: own });
    const ask = async (who: Client, ids: string) =>
      (await who.get<{ items: readonly object[] }>('AbnormalData/GetFigureTimes', { ids })).result.items;
    expect(await ask(admin, `${id}`)).toEqual([
      { id, valueTime: at('09:00'), peakTime: at('08:00'), worst: { value: '211/118', time: at('08:00') } },
    ]);
    expect(await ask(admin, `${silent}`)).toEqual([{ id: silent, valueTime: null, peakTime: null, worst: null }]);
    expect((await admin.get<{ peakTime: string }>('AbnormalData/GetAbnormalDataForEdit', { id })).result.peakTime).toBe(
      at('08:00'),
    );
    const elsewhere = await app.as('admin', 'Beta');
    expect(await ask(elsewhere, `${id}`)).toEqual([]);
    const { client: narrow } = await addUser(app, 'Alpha', {
      userName: 'narrowTimes',
      dataScope: 'own',
      allPermissions: true,
    });
    expect(await ask(narrow, `${id}`)).toEqual([]);
    expect((await admin.get('AbnormalData/GetFigureTimes', { ids: '1,x' })).status).toBe(400);
  });
});
