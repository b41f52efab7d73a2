import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let own: Client;
let [person, stranger, team]: readonly (number | null)[] = [];
const now = new Date('2026-11-20T10:00:00Z');

const query = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));

interface Given {
  readonly client?: number | null | undefined;
  readonly state?: number;
  readonly claim?: number;
  readonly contact?: number;
  readonly close?: number;
  readonly climbs?: number;
  readonly daysAgo?: number;
}

/** A closed case with the minutes from its alarm to what staff did. */
async function add({ client = person, state = 3, climbs = 0, daysAgo = 1, ...minutes }: Given): Promise<void> {
  const alarm = new Date(now.getTime() - daysAgo * 86_400_000);
  const after = (each: number | undefined): Date | null =>
    each === undefined ? null : new Date(alarm.getTime() + each * 60_000);
  await query(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, state, started_at, latest_at, alarmed_at, claimed_at, first_contact_at, handled_at, escalation_step, team_id, source_row)
     values ($1, $2, 'bpHigh', 'x', 3, $3, $4, $4, $4, $5, $6, $7, $8, $9, $10)`,
    [
      client,
      state,
      alarm,
      after(minutes.claim),
      after(minutes.contact),
      after(minutes.close),
      climbs,
      client === person ? team : null,
      Math.trunc(Math.random() * 1e9),
    ],
  );
}

const addPerson = async (name: string, phone: string): Promise<number> =>
  (await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone })).result;

beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await app.as('admin', 'Alpha');
  own = (await addUser(app, 'Alpha', { userName: 'ownnurse', dataScope: 'own', allPermissions: true })).client;
  [person, stranger] = [await addPerson('甲', '13900000001'), await addPerson('乙', '13900000002')];
  const [row] = await query<{ id: number }>("insert into care_team (tenant_id, name) values ($1, '一组') returning id");
  team = row?.id ?? null;
  await query(
    "update client set health_manager_id = (select id from app_user where tenant_id = $1 and user_name = 'ownnurse') where tenant_id = $1 and id = $2",
    [person],
  );
  await query('update abnormal_case set is_deleted = true where tenant_id = $1');
  await add({ claim: 1, contact: 2, close: 10, climbs: 1 });
  await add({ claim: 3, contact: 4, close: 20, climbs: 2 });
  await add({ claim: 5, state: 4, close: 30 });
  await add({ client: stranger, state: 0 });
  await add({ daysAgo: 40, claim: 60 });
});
afterAll(() => app.close());

const figuresOf = async (client: Client, asked: Record<string, string> = {}) =>
  (await client.get<Record<string, readonly object[]>>('AbnormalData/GetDeskFigures', asked)).result;

test('count cases and the times to claim, first contact and closing, by team and in all', async () => {
  const ofTeam = {
    cases: 3,
    closed: 3,
    falseAlarms: 1,
    climbs: 3,
    claimMedian: 180,
    claimP90: 276,
    contactMedian: 180,
    contactP90: 228,
    closeMedian: 1200,
    closeP90: 1680,
  };
  const { total, teams, rules, products } = await figuresOf(admin);
  expect(total).toEqual({ ...ofTeam, cases: 4 });
  expect(teams).toMatchObject([
    { id: team, name: '一组', ...ofTeam },
    { id: null, name: null, cases: 1, closed: 0, claimMedian: null, closeP90: null },
  ]);
  expect([rules, products]).toMatchObject([[{ id: null, cases: 4 }], [{ id: null, cases: 4 }]]);
});

test('leave out persons out of sight and cases out of the period', async () => {
  expect((await figuresOf(own))['total']).toMatchObject({ cases: 3, closed: 3 });
  const beginTime = new Date(now.getTime() - 60 * 86_400_000).toISOString();
  expect((await figuresOf(own, { beginTime }))['total']).toMatchObject({ cases: 4 });
});

test.each([
  [{ beginTime: '2026-01-01T00:00:00Z' }, 'case.figures-days'],
  [{ beginTime: '2026-11-30T00:00:00Z' }, 'case.figures-order'],
  [{ beginTime: 'garbage' }, 'field.not-time'],
])('%o is refused at its field', async (asked) => {
  const { status, error } = await admin.get('AbnormalData/GetDeskFigures', asked);
  expect([status, error?.validationErrors?.[0]?.members]).toEqual([400, ['beginTime']]);
  expect(error?.validationErrors?.[0]?.message).toMatch(/.{6,}/);
});

test('no case gives zeros', async () => {
  const asked = { beginTime: '2025-01-01T00:00:00Z', endTime: '2025-01-02T00:00:00Z' };
  expect(await figuresOf(admin, asked)).toMatchObject({
    total: { cases: 0, climbs: 0, claimMedian: null },
    rules: [],
    teams: [],
    products: [],
  });
});
