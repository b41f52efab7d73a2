import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packMonths, profileOf } from './packing.ts';
import { ensurePartitions } from './partitions.ts';

const table = 'packed_reading';
const now = new Date('2025-04-10T00:00:00Z');
let clone: TestDatabase;
let owner: Client;
let other: Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  [owner, other] = [
    new Client({ connectionString: clone.urls.migrator }),
    new Client({ connectionString: clone.urls.migrator }),
  ];
  await Promise.all([owner.connect(), other.connect()]);
  await owner.query(
    `create table ${table} (tenant_id bigint not null, measured_at timestamptz not null, id bigint not null, client_id bigint, primary key (tenant_id, measured_at, id)) partition by range (measured_at)`,
  );
  await owner.query(`create index ${table}_by_client_id on ${table} (tenant_id, client_id, measured_at desc)`);
  await owner.query(`create table ${table}_default partition of ${table} default`);
  await ensurePartitions(clone.urls.migrator, table, {
    from: new Date('2025-01-01T00:00:00Z'),
    to: new Date('2025-04-01T00:00:00Z'),
  });
  // As devices send: each person's minute next to everybody else's, so that the index by person is filled everywhere at
  // once.
  for (let turn = 0; turn < 4; turn += 1) {
    await owner.query(
      `insert into ${table} select 1, '2025-01-01'::timestamptz + make_interval(mins => n * 20), n, (n * 7919) % 500 from generate_series(0, 8000) n where n % 4 = $1`,
      [turn],
    );
  }
  await owner.query(
    `insert into ${table} select 1, '2025-01-01'::timestamptz + make_interval(mins => n * 20), n, n % 500 from generate_series(8001, 9500) n`,
  );
});

afterAll(async () => {
  await Promise.all([owner.end(), other.end()]);
  await clone.drop();
});

const rows = async (): Promise<number> =>
  Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const indexNames = async (part: string): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      'select relname as name from pg_index join pg_class on oid = indexrelid where indrelid = to_regclass($1) order by 1',
      [part],
    )
  ).rows.map(({ name }) => name);

test('months at rest get full indexes while readings go on; what was left by a broken attempt goes', async () => {
  const count = await rows();
  const names = await indexNames(`${table}_202501`);
  const [first = ''] = names;
  // What an interrupted reindex leaves.
  await owner.query(`create index ${first}_ccnew on ${table}_202501 (id)`);
  await owner.query(`update pg_index set indisvalid = false where indexrelid = '${first}_ccnew'::regclass`);
  let goesOn = true;
  let reads = 0;
  const reading = (async () => {
    for (; goesOn || reads < 5; reads += 1) {
      await other.query(
        `select * from ${table} where tenant_id = 1 and client_id = 7 order by measured_at desc limit 10`,
      );
      await other.query(`insert into ${table} values (1, '2025-01-15T00:00:30Z', $1, 7)`, [100_000 + reads]);
    }
  })();
  const packed = await packMonths(owner, { tables: [table], now });
  goesOn = false;
  await reading;
  expect(packed?.map(({ month }) => month)).toEqual(['2025-01', '2025-02']);
  expect(await rows()).toBe(count + reads);
  expect(await indexNames(`${table}_202501`)).toEqual(names);
  const [january] = packed ?? [];
  if (!january) throw new Error('nothing was packed');
  expect(january.before.rows).toBeGreaterThan(2000);
  expect(january.after.bytes).toBeLessThan(january.before.bytes);
  const profile = profileOf([january.after]);
  expect([...profile.parts.keys()]).toEqual(['rows', `${table}_by_client_id`, `${table}_pkey`]);
  expect(profile.bytes).toBeCloseTo(
    [...profile.parts.values()].reduce((sum, each) => sum + each, 0),
    3,
  );
});

test('a month is packed once, and young ones are left alone', async () => {
  expect(await packMonths(owner, { tables: [table], now })).toEqual([]);
  expect(
    (await packMonths(owner, { tables: [table], now: new Date('2025-05-02T00:00:00Z') }))?.map(({ month }) => month),
  ).toEqual(['2025-03']);
});

test('nobody packs beside another', async () => {
  await other.query("select pg_advisory_lock(hashtextextended('pack months', 0))");
  expect(await packMonths(owner, { tables: [table], now })).toBeUndefined();
  await other.query("select pg_advisory_unlock(hashtextextended('pack months', 0))");
});
