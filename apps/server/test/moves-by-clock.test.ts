import { choice, date, dateTime, defineModel, defineResource, defineStates, move, text } from '@kangmai/resource';
import type { Surroundings } from '@kangmai/server/access/in-tenant';
import { implement } from '@kangmai/server/engine/crud/implement';
import { planner } from '@kangmai/server/engine/crud/plan';
import { Rows } from '@kangmai/server/engine/crud/repository';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { MovesByClock } from '@kangmai/server/engine/traits/clock/clock';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';

const states = defineStates({
  valid: { label: '有效', en: 'Valid', tone: 'good' },
  expired: { label: '已过期', en: 'Expired', tone: 'neutral' },
  ended: { label: '已到期', en: 'Ended', tone: 'neutral' },
});
const contract = defineResource({
  name: 'testContract',
  title: '合同',
  en: 'Contract',
  scope: 'tenant',
  scopeRule: { everybody: 'a test resource' },
  permission: 'Pages.TestContracts',
  wire: { service: 'TestContract', entity: 'TestContract', calls: {} },
  fields: {
    note: text({ label: '备注', en: 'Note' }),
    until: dateTime({ label: '有效至', en: 'Valid until' }),
    lastDay: date({ label: '最后一天', en: 'Last day' }),
    state: choice(states, { label: '状态', en: 'State', default: 'valid', readonly: true }),
  },
  list: { columns: ['note', 'state'], sort: 'note' },
  display: 'note',
  moves: {
    on: 'state',
    expire: move({
      label: '过期',
      en: 'Expire',
      from: ['valid'],
      to: 'expired',
      clock: { field: 'until', after: '24h' },
    }),
    end: move({ label: '到期', en: 'End', from: ['valid'], to: 'ended', clock: { field: 'lastDay' } }),
  },
});
const contracts = defineModel([contract]);
const planOf = planner(contracts);
const code = implement(contract, {
  moves: {
    expire(_ctx, { row }) {
      if (row.note === 'stuck') throw new Error('the code of this row fails');
    },
  },
});

let app: TestApp;
const clocks: MovesByClock[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  app = await startApp();
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(contract, contracts));
  await client.end();
});
afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()));
  faults.splice(0);
});
afterAll(() => app.close());

/** The clock of a node. */
function clockOf(other: Partial<Surroundings> = {}): MovesByClock {
  const clock = new MovesByClock({
    surroundings: { ...app.server.surroundings, ...other },
    planOf,
    resources: [contract],
    implementations: [code],
    report: (fault) => faults.push(fault),
  });
  clocks.push(clock);
  return clock;
}

const write = (rows: readonly object[]): Promise<unknown> =>
  asSystem(app, 'Alpha', (ctx) => new Rows(planOf(contract), ctx).insertAll(rows.map((row) => ({ ...row }))));

const count = async (condition: string): Promise<number> => {
  const [row] = await app.query<{ count: number }>(
    'Alpha',
    `select count(*) as count from test_contract r where tenant_id = $1 and ${condition}`,
  );
  return Number(row?.count);
};
const wait = { timeout: 60_000, interval: 100 };

test('1,000 rows on two nodes: each moved once, none early, those of a stopped hour right after the start', async () => {
  const dayAgo = Date.now() - 86_400_000;
  const rows = (many: number, until: number): readonly object[] =>
    Array.from({ length: many }, () => ({ note: 'night', until: new Date(until) }));
  for (let group = 0; group < 10; group += 1) {
    await write(rows(50, dayAgo - 3_600_000));
    await write(rows(50, dayAgo + 8000));
  }
  await write(rows(20, dayAgo + 3_600_000));
  for (const clock of [clockOf(), clockOf()]) clock.start();
  await expect.poll(() => count("state = 'expired'"), wait).toBe(1000);
  expect(await count("state = 'valid' and until > now() - interval '24h'")).toBe(20);
  expect(await count("state = 'expired' and (row_version <> 2 or updated_at < until + interval '24h')")).toBe(0);
  const [history] = await app.query<{ count: number; rows: number }>(
    'Alpha',
    "select count(*) as count, count(distinct row_id) as rows from entity_change where tenant_id = $1 and resource = 'testContract' and kind = 'updated'",
  );
  expect([Number(history?.count), Number(history?.rows)]).toEqual([1000, 1000]);
  expect(faults).toEqual([]);
});

test('a date holds until its day ends in the zone of the tenant', async () => {
  await write([{ note: 'day', lastDay: '2026-03-10' }]);
  await clockOf({ now: () => new Date('2026-03-10T15:59:59Z') }).tick();
  expect(await count("note = 'day' and state = 'valid'")).toBe(1);
  await clockOf({ now: () => new Date('2026-03-10T16:00:00Z') }).tick();
  expect(await count("note = 'day' and state = 'ended'")).toBe(1);
});

test('a row whose move fails is put off and reported; the others do not wait for it', async () => {
  const until = new Date(Date.now() - 200_000_000);
  await write([
    { note: 'stuck', until: new Date(until.getTime() - 1000) },
    { note: 'free', until },
    { note: 'free', until },
  ]);
  const clock = clockOf();
  await clock.tick();
  expect(await count("note = 'free' and state = 'expired'")).toBe(2);
  expect(await count("note = 'stuck' and state = 'valid'")).toBe(1);
  const before = faults.length;
  expect(before).toBeGreaterThan(0);
  await clock.tick();
  expect(faults).toHaveLength(before);
});

test('a tenant whose rows cannot be read waits, and does not hold the clock', async () => {
  await write([{ note: 'kept', until: new Date(Date.now() - 200_000_000) }]);
  const clock = clockOf({
    sealerOf() {
      throw new Error('the key is not there');
    },
  });
  await clock.tick();
  await clock.tick();
  expect(faults).toHaveLength(1);
  await clockOf().tick();
  expect(await count("note = 'kept' and state = 'expired'")).toBe(1);
});
