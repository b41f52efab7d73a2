import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let nurse: Client;
let admin: Client;
let person: number;
const now = new Date('2026-11-20T19:00:00Z');

const query = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));

async function openCase(finding: string, client: number | null = null): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, state, started_at, latest_at, alarmed_at, source_row)
     values ($1, $2, 'bpHigh', $3, 4, 0, $4, $4, $4, $5) returning id`,
    [client, finding, now, Math.trunc(Math.random() * 1e9)],
  );
  return row?.id ?? 0;
}

const addPerson = async (name: string, phone: string): Promise<number> =>
  (await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone })).result;

async function addGuardian(client: number, name: string, phone: string): Promise<number> {
  const draft = { 'client_id': client, name, relation: '2', phone };
  const { status, text, result } = await admin.post<number>('C_contact/CreateOrEdit', draft);
  expect(status, text).toBe(200);
  return result;
}

interface File {
  readonly house: { readonly name: string; readonly phone: string } | null;
  readonly contacts: readonly { readonly outcome: number; readonly callee: number; readonly guardianId: number }[];
}
const fileOf = async (id: number): Promise<File> =>
  (await admin.get<File>('AbnormalData/GetAbnormalDataForEdit', { id })).result;

beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await app.as('admin', 'Alpha');
  nurse = (await addUser(app, 'Alpha', { userName: 'callnurse', dataScope: 'all', allPermissions: true })).client;
  person = await addPerson('夜间客户', '13900000001');
  await query('delete from abnormal_case where tenant_id = $1');
});
afterAll(() => app.close());

test('a contact keeps whom staff called; the case names the house to call', async () => {
  const id = await openCase('血压', person);
  const daughter = await addGuardian(person, '女儿', '13900000011');
  const log = (values: object) => nurse.post('AbnormalData/LogContact', { id, ...values });
  expect((await log({ callOutcome: 4, callee: 1 })).status).toBe(200);
  expect((await log({ callOutcome: 4, guardianId: daughter })).status).toBe(200);
  expect((await log({ callOutcome: 5, callee: 3 })).status).toBe(200);
  const { contacts, house } = await fileOf(id);
  expect(contacts.map(({ outcome, callee, guardianId }) => [outcome, callee, guardianId])).toEqual([
    [5, 3, null],
    [4, 2, daughter],
    [4, 1, null],
  ]);
  const houses = await query<{ name: string; phone: string }>(
    'select name, phone from institution where tenant_id = $1 and is_enabled and not is_deleted order by id limit 1',
  );
  expect(house).toEqual(houses[0] ?? null);
  const listed = await nurse.get<{ readonly items: readonly { readonly caseContact: object }[] }>(
    'CaseContacts/GetAll',
    { abnormalIdFilter: String(id), Sorting: 'callTime asc, id asc' },
  );
  expect(listed.result.items.map(({ caseContact }) => caseContact)).toMatchObject([
    { callee: 1, outcome: 4 },
    { callee: 2, outcome: 4, guardianId: daughter },
    { callee: 3, outcome: 5 },
  ]);
  expect(listed.result.items[1]).toMatchObject({ guardianName: '女儿', userFullName: expect.stringMatching(/./) });
});

test('the contact of another person is refused at its field and logs nothing', async () => {
  const id = await openCase('血氧', await addPerson('另一客户', '13900000002'));
  const stranger = await addGuardian(person, '儿子', '13900000012');
  const { status, error } = await nurse.post('AbnormalData/LogContact', { id, callOutcome: 2, guardianId: stranger });
  expect([status, error?.reason, error?.validationErrors?.[0]?.members]).toEqual([
    400,
    'validation.failed',
    ['guardianId'],
  ]);
  expect((await fileOf(id)).contacts).toEqual([]);
});

test('within a level a case that nobody was notified of stands first, unclaimed ones before claimed ones', async () => {
  await query('update abnormal_case set state = 3 where tenant_id = $1');
  const told = await openCase('已通知');
  const untold = await openCase('无人收到');
  const claimed = await openCase('已认领');
  await query('update abnormal_case set told_nobody = true where tenant_id = $1 and id = any($2)', [[untold, claimed]]);
  await query('update abnormal_case set state = 1 where tenant_id = $1 and id = $2', [claimed]);
  const { result } = await admin.get<{ readonly items: readonly { readonly abnormalData: { readonly id: number } }[] }>(
    'AbnormalData/GetAll',
    { stateFilter: '0,1,2', Sorting: 'deskRank asc, toldNobody desc, alarmedTime asc', MaxResultCount: 50 },
  );
  expect(result.items.map(({ abnormalData }) => abnormalData.id)).toEqual([untold, told, claimed]);
});

test('what the paper of a case reads is not there for staff who do not see the person', async () => {
  const id = await openCase('血压', await addPerson('视野外客户', '13900000003'));
  expect((await nurse.post('AbnormalData/LogContact', { id, callOutcome: 4, callee: 1 })).status).toBe(200);
  await query(
    `insert into alarm_notice (tenant_id, case_id, client_id, run, rung, receiver_kind, receiver_key, receiver, channel, state, taken_at)
     select tenant_id, id, client_id, 1, 0, 'doctor', 'user:1', '王医生', 'inapp', 1, started_at from abnormal_case where tenant_id = $1 and id = $2`,
    [id],
  );
  const stranger = await addUser(app, 'Alpha', { userName: 'stranger', dataScope: 'own', allPermissions: true });
  const seenBy = async ({ get }: Client): Promise<readonly number[]> => {
    const file = await get('AbnormalData/GetAbnormalDataForEdit', { id });
    const lists = await Promise.all(
      ['AlarmNotices', 'CaseContacts'].map((service) =>
        get<{ readonly totalCount: number }>(`${service}/GetAll`, { abnormalIdFilter: String(id) }),
      ),
    );
    return [file.status, ...lists.map(({ result }) => result.totalCount)];
  };
  expect(await seenBy(nurse)).toEqual([200, 1, 1]);
  expect(await seenBy(stranger.client)).toEqual([404, 0, 0]);
});
