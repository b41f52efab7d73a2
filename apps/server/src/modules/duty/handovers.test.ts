import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

const now = new Date('2026-11-20T00:00:00Z');
const hours = (n: number): string => new Date(now.getTime() + n * 3_600_000).toISOString();

let app: TestApp;
let admin: Client;
let nurse: Client;

const query = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));

interface Given {
  readonly client: number | null;
  readonly type?: string;
  readonly level?: number;
  readonly state?: number;
  readonly observeUntil?: string;
  readonly nextVisitAt?: string;
}

const plant = (finding: string, { client, type = 'bpHigh', level = 3, state = 0, ...more }: Given): Promise<unknown> =>
  query(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, state, started_at, latest_at, observe_until, next_visit_at, source_row)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10)`,
    [
      client,
      type,
      finding,
      level,
      state,
      now,
      more.observeUntil ?? null,
      more.nextVisitAt ?? null,
      Math.trunc(Math.random() * 1e9),
    ],
  );

const addPerson = async (name: string, phone: string): Promise<number> =>
  (await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone })).result;

interface Handover {
  readonly id: number;
  readonly state: string;
  readonly itemCount: number;
  readonly hiddenItems: number;
  readonly shiftEnds: string;
}
const handovers = async (who: Client): Promise<readonly Handover[]> =>
  (
    await who.get<{ readonly items: readonly { readonly dutyHandover: Handover }[] }>('DutyHandovers/GetAll')
  ).result.items.map(({ dutyHandover }) => dutyHandover);

const itemsOf = async (who: Client, id: number): Promise<readonly (readonly [string, string])[]> =>
  (
    await who.get<{
      readonly items: readonly { readonly dutyHandoverItem: { readonly kind: string; readonly finding: string } }[];
    }>('DutyHandoverItems/GetAll', { handoverIdFilter: id, MaxResultCount: 100 })
  ).result.items.map(({ dutyHandoverItem: { kind, finding } }) => [kind, finding] as const);

beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await app.as('admin', 'Alpha');
  nurse = (await addUser(app, 'Alpha', { userName: 'daynurse', dataScope: 'all', allPermissions: true })).client;
  await query('delete from abnormal_case where tenant_id = $1');
});
afterAll(() => app.close());

test('a hand-over names calls, open cases, observations, silent devices and what falls due; it stays as it was made', async () => {
  const [one, two] = [await addPerson('交接甲', '13900001001'), await addPerson('交接乙', '13900001002')];
  await plant('血压 188/112', { client: one });
  await plant('紧急求助', { client: two, type: 'sos', level: 4 });
  await plant('已离线', { client: two, type: 'offline', level: 2 });
  await plant('观察中的血氧', { client: two, type: 'spo2Low', state: 3, observeUntil: hours(3) });
  await plant('今日回访', { client: one, type: 'heartFast', state: 3, nextVisitAt: hours(5) });
  await plant('明日回访', { client: one, type: 'tempHigh', state: 3, nextVisitAt: hours(20) });
  await plant('早已结束', { client: one, type: 'sugarLow', state: 3 });
  const made = await admin.post<number>('DutyHandovers/Make', { note: '夜间平稳' });
  expect(made.status, made.text).toBe(200);
  const [row] = await handovers(admin);
  expect(row).toMatchObject({ state: 'made', itemCount: 5, hiddenItems: 0, shiftEnds: hours(12) });
  const expected = [
    ['call', '紧急求助'],
    ['case', '血压 188/112'],
    ['observed', '观察中的血氧'],
    ['silent', '已离线'],
    ['due', '今日回访'],
  ];
  expect(await itemsOf(admin, row?.id ?? 0)).toEqual(expected);
  await query("update abnormal_case set state = 3, finding = '改过' where tenant_id = $1");
  expect(await itemsOf(admin, row?.id ?? 0)).toEqual(expected);
  await expect(query("update handover_item set finding = 'x' where tenant_id = $1")).rejects.toThrow(
    /permission denied/,
  );
});

test('two different persons sign, each in an own session', async () => {
  const [{ id } = { id: 0 }] = await handovers(admin);
  expect((await nurse.post('DutyHandovers/SignIn', { id })).status).toBe(400);
  expect((await admin.post('DutyHandovers/SignOut', { id })).status).toBe(200);
  const same = await admin.post('DutyHandovers/SignIn', { id });
  expect([same.status, same.error?.reason]).toEqual([400, 'state.second-person']);
  await expect(
    query('update duty_handover set incoming_id = outgoing_id where tenant_id = $1 and id = $2', [id]),
  ).rejects.toThrow(/duty_handover_two_persons/);
  expect((await nurse.post('DutyHandovers/SignIn', { id })).status).toBe(200);
  expect((await handovers(admin))[0]).toMatchObject({ state: 'signed' });
  expect((await admin.post('DutyHandovers/SignOut', { id })).status).toBe(400);
});

test('both signatures can be given by the call for a state, by different persons too', async () => {
  await admin.post('DutyHandovers/Make', {});
  const [{ id } = { id: 0 }] = await handovers(admin);
  const sign = (who: Client, state: string) => who.post('DutyHandovers/Sign', { id, state });
  expect((await sign(nurse, 'signed')).status).toBe(400);
  expect((await sign(admin, 'handedOver')).status).toBe(200);
  expect((await sign(admin, 'signed')).error?.reason).toBe('state.second-person');
  expect((await sign(nurse, 'signed')).status).toBe(200);
  expect((await handovers(admin))[0]).toMatchObject({ id, state: 'signed' });
});

test('persons out of sight are left out and counted; a new hand-over replaces one that was not signed', async () => {
  await query(
    'delete from abnormal_case where tenant_id = $1 and not exists (select 1 from handover_item i where i.tenant_id = $1 and i.case_id = abnormal_case.id)',
  );
  await plant('血压 190/110', { client: await addPerson('交接丙', '13900001003') });
  await plant('未绑定设备求助', { client: null, type: 'sos', level: 4 });
  await admin.post('DutyHandovers/Make', {});
  await admin.post('DutyHandovers/Make', { note: '重新生成' });
  const { client: narrow } = await addUser(app, 'Alpha', {
    userName: 'narrowduty',
    dataScope: 'own',
    allPermissions: true,
  });
  const rows = await handovers(narrow);
  const seen = rows.map(({ state, itemCount, hiddenItems }) => [state, [itemCount, hiddenItems]] as const);
  expect(Object.fromEntries(seen)).toEqual({ made: [4, 4], replaced: [4, 4], signed: [5, 5] });
  const open = rows.find(({ state }) => state === 'made');
  expect(await itemsOf(narrow, open?.id ?? 0)).toEqual([]);
  expect(await itemsOf(admin, open?.id ?? 0)).toHaveLength(4);
  expect((await narrow.post('DutyHandovers/Make', { note: '本班自行生成' })).status).toBe(200);
  const [own] = await handovers(narrow);
  expect(own).toMatchObject({ state: 'made', itemCount: 4, hiddenItems: 4 });
  expect(await itemsOf(admin, own?.id ?? 0)).toHaveLength(4);
  const beta = await app.as('admin', 'Beta');
  expect((await beta.get('DutyHandovers/Get', { id: open?.id ?? 0 })).status).toBe(404);
});
