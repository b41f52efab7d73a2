import { model, readingOfKind } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownRegions } from '../../../engine/codes/known-regions.ts';
import { systemCaller } from '../../../access/caller.ts';
import { inTenant, type Surroundings } from '../../../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../../../engine/crud/call-ctx.ts';
import { planner } from '../../../engine/crud/plan.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open.ts';
import { loadMasterKey, TenantKeys } from '../../../platform/keys.ts';
import { LiveBus } from '../../../platform/live-bus.ts';
import { UrgentWork } from '../../../platform/urgent-work.ts';
import type { CountedEvent } from '../intake/delivery.ts';
import { followRollups, recountHours } from './rollups.ts';
import { insertReadings } from '../readings/statements.ts';
import { writtenOf } from '../readings/written-readings.ts';
import { readingTable, type StoredReading } from '../readings/reading-table.ts';

const zone = 'Asia/Shanghai';
const hour = Date.parse('2026-03-10T04:00:00Z');
const table = readingTable(readingOfKind.bloodSugar);
let clone: TestDatabase;
let database: Database;
let surroundings: Surroundings;
let tenantId = 0;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  await database.ensurePartitions(table.resource.table, new Date(hour), new Date(hour));
  const keys = new TenantKeys(database, loadMasterKey({ secretKey: 'x'.repeat(40), dataDir: '/nonexistent' }));
  surroundings = {
    database,
    model,
    bus: new LiveBus(),
    now: () => new Date(hour),
    sealerOf: (id) => keys.of(id),
    dayOf: () => '2026-03-10',
    toInstant: () => undefined,
    regions: knownRegions,
    outboxFilled: () => undefined,
    urgentWork: new UrgentWork(),
  };
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

const work = <T>(run: (ctx: CallCtx) => Promise<T>): Promise<T> =>
  inTenant(surroundings, { caller: systemCaller(tenantId, zone) }, (ctx) => run(withRepositories(ctx, planner(model))));

let tenants = 0;

async function newTenant(): Promise<void> {
  tenants += 1;
  const [row] = await database.platform((tx) =>
    tx.query<{ id: number }>('insert into tenant (tenancy_name, name) values ($1, $1) returning id', [
      `Rollups${tenants}`,
    ]),
  );
  tenantId = row?.id ?? 0;
}

async function store(minutes: number, bloodSugar: number, more: Partial<StoredReading> = {}): Promise<number> {
  const reading: StoredReading = {
    deviceId: null,
    deviceVersion: null,
    clientId: 7,
    measuredAt: new Date(hour + minutes * 60_000),
    receivedAt: new Date(hour),
    deviceTime: null,
    origin: 1,
    level: 0,
    result: null,
    timeQuality: 0,
    quality: 0,
    slot: 1,
    sourceId: null,
    operatorId: null,
    remark: null,
    supersedes: null,
    dedupKey: null,
    values: { bloodSugar },
    ...more,
  };
  const { sql, values } = insertReadings(table, { tenantId, kind: 'bloodSugar', contacts: [] }, [reading]);
  const [written] = writtenOf(await work((ctx) => ctx.tx.query(sql, values)));
  return written?.id ?? 0;
}

const follow = (id: number): Promise<void> =>
  work(async (ctx) => {
    const taken = await ctx.tx.query<{ payload: CountedEvent }>(
      "delete from outbox where tenant_id = $1 and topic = 'readings.counted' and payload -> 'id' ->> 0 = $2 returning payload",
      [tenantId, String(id)],
    );
    expect(taken).toHaveLength(1);
    await followRollups(
      ctx,
      taken.map(({ payload }) => payload),
    );
  });

const figures = (of: 'reading_hour' | 'reading_day'): Promise<readonly object[]> =>
  work((ctx) =>
    ctx.tx.query(
      `select count, round(sum::numeric, 1)::text as sum, min, max from ${of} where tenant_id = $1 and client_id = 7 and metric = 'bloodSugar'`,
      [tenantId],
    ),
  );
const total = (): Promise<readonly object[]> =>
  work((ctx) => ctx.tx.query('select day, count from reading_total where tenant_id = $1', [tenantId]));

test.each([
  ['as they came', [0, 1, 2, 3]],
  ['the correction before the row that it replaces', [2, 0, 1, 3]],
  ['the other way round', [3, 2, 1, 0]],
  ['the row last of all', [1, 3, 2, 0]],
])('every event counts once: %s', async (_name, order) => {
  await newTenant();
  const first = await store(5, 6.1);
  const rows = [
    first,
    await store(10, 5.4),
    await store(5, 7.2, { supersedes: first }),
    await store(15, 11.3, { level: 2 }),
  ];
  for (const at of order) await follow(rows[at] as number);
  const wanted = [{ count: 3, sum: '23.9', min: 5.4, max: 11.3 }];
  expect(await figures('reading_hour')).toEqual(wanted);
  expect(await figures('reading_day')).toEqual(wanted);
  expect(await total()).toEqual([{ day: '2026-03-10', count: 3 }]);
});

test('counting an hour again leaves out what still waits for its own event', async () => {
  await newTenant();
  const [one, two] = [await store(1, 5), await store(2, 9)];
  await follow(one);
  await work((ctx) => recountHours(ctx, 'bloodSugar', [{ clientId: 7, hour }]));
  expect(await figures('reading_hour')).toEqual([{ count: 1, sum: '5.0', min: 5, max: 5 }]);
  await follow(two);
  expect(await figures('reading_hour')).toEqual([{ count: 2, sum: '14.0', min: 5, max: 9 }]);
  expect(await figures('reading_day')).toEqual([{ count: 2, sum: '14.0', min: 5, max: 9 }]);
});

test('an hour whose only reading was declared void has no figures left', async () => {
  await newTenant();
  const row = await store(1, 5);
  const voided = await store(1, 5, { supersedes: row, quality: 4 });
  await follow(row);
  await follow(voided);
  expect(await figures('reading_hour')).toEqual([]);
  expect(await figures('reading_day')).toEqual([]);
});
