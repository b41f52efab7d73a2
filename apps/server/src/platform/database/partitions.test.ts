import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropMonth, ensurePartitions, storedMonths } from './partitions.ts';

const table = 'kept_reading';
const january = new Date('2025-01-01T00:00:00Z');
const february = new Date('2025-02-01T00:00:00Z');
let clone: TestDatabase;
let owner: Client;
let reader: Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  [owner, reader] = [
    new Client({ connectionString: clone.urls.migrator }),
    new Client({ connectionString: clone.urls.migrator }),
  ];
  await Promise.all([owner.connect(), reader.connect()]);
  await owner.query(
    `create table ${table} (tenant_id bigint not null, measured_at timestamptz not null, id bigint not null, primary key (tenant_id, measured_at, id)) partition by range (measured_at)`,
  );
  await owner.query(`create table ${table}_default partition of ${table} default`);
  await ensurePartitions(clone.urls.migrator, table, { from: january, to: february });
  await owner.query(
    `insert into ${table} select 1, at, 1 from generate_series('2025-01-01'::timestamptz, '2025-02-28', '1 day') at`,
  );
});

afterAll(async () => {
  await Promise.all([owner.end(), reader.end()]);
  await clone.drop();
});

const rows = async (): Promise<number> =>
  Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const months = async (): Promise<readonly string[]> => (await storedMonths(owner, [table])).map(({ month }) => month);

test('a month goes as soon as nobody reads the table, and holds nobody up while it waits', async () => {
  expect([await rows(), await months()]).toEqual([59, ['2025-01', '2025-02']]);
  await reader.query('begin');
  await reader.query(`select count(*) from ${table}`);
  const dropping = dropMonth(owner, table, january);
  const third = new Client({ connectionString: clone.urls.migrator });
  await third.connect();
  // A pending lock blocks everybody who queues after it: it must be given up repeatedly.
  for (let turn = 0; turn < 5; turn += 1) await third.query(`select count(*) from ${table}`);
  await third.end();
  await reader.query('commit');
  expect(await dropping).toBe(true);
  expect([await rows(), await months()]).toEqual([28, ['2025-02']]);
});

test('a month that is not there is no error, and one that is needed again is made again', async () => {
  expect(await dropMonth(owner, table, january)).toBe(false);
  await ensurePartitions(clone.urls.migrator, table, { from: january, to: january });
  expect(await months()).toEqual(['2025-01', '2025-02']);
});

test('what an interrupted attempt left goes with the next', async () => {
  await owner.query('select kangmai.detach_month($1::regclass, $2::timestamptz)', [table, january.toISOString()]);
  expect(await dropMonth(owner, table, january)).toBe(false);
  expect((await owner.query("select relname from pg_class where relname like 'kept_reading%dropped'")).rows).toEqual(
    [],
  );
});

test('a new month is made as soon as nobody reads the table, and holds nobody up while it waits', async () => {
  const march = new Date('2025-03-01T00:00:00Z');
  await reader.query('begin');
  await reader.query(`select count(*) from ${table}`);
  const making = ensurePartitions(clone.urls.migrator, table, { from: march, to: march });
  const third = new Client({ connectionString: clone.urls.migrator });
  await third.connect();
  const waits =
    'select 1 from pg_locks where not granted and relation = any(array(select inhrelid from pg_inherits where inhparent = $1::regclass))';
  await expect
    .poll(async () => (await third.query(waits, [table])).rowCount, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0);
  for (let turn = 0; turn < 5; turn += 1) await third.query(`select count(*) from ${table}`);
  await third.end();
  await reader.query('commit');
  await making;
  expect(await months()).toContain('2025-03');
});

test('a new month is planned as a usual one until it is analyzed', async () => {
  await ensurePartitions(clone.urls.migrator, 'heart_rate_reading', { from: january, to: january });
  const { rows: known } = await owner.query<{ name: string; distinct: number }>(
    `select attname as name, n_distinct as distinct from pg_stats where tablename = 'heart_rate_reading_202501' order by 1`,
  );
  expect(known).toMatchObject([
    { name: 'client_id', distinct: 2000 },
    { name: 'device_id', distinct: 2000 },
    { name: 'measured_at' },
    { name: 'supersedes' },
    { name: 'tenant_id', distinct: 10 },
  ]);
  // Enough rows that reading the whole tenant by time would be slow, as in the first minutes of a busy month.
  await owner.query(
    `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, source_id, heart) select 7, n % 500, n % 500, '2025-01-05'::timestamptz + make_interval(secs => n / 10.0), 1, 70 from generate_series(1, 20000) n`,
  );
  const plan = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select k.client_id from unnest(array[1, 2]::bigint[], array['2025-01-05', '2025-01-05']::timestamptz[]) as k(client_id, at)
       where exists (select from heart_rate_reading r where r.tenant_id = 7 and r.client_id = k.client_id and r.measured_at between k.at and k.at + interval '1 minute')`,
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/heart_rate_reading_202501_tenant_id_client_id_measured_at_\w*idx/);
});

test('the newest reading of a person is looked up by the person after a month grew since its analysis', async () => {
  const add = (day: string, seconds: number) =>
    owner.query(
      `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, source_id, heart) select 7, n % 500, n % 500, $1::timestamptz + make_interval(secs => n * $2), 1, 70 from generate_series(1, 20000) n`,
      [day, seconds],
    );
  await ensurePartitions(clone.urls.migrator, 'heart_rate_reading', { from: february, to: february });
  await add('2025-02-01', 40);
  await owner.query('analyze heart_rate_reading_202502');
  await add('2025-02-20', 4);
  const plan = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select newest.heart from unnest(array[1, 2]::bigint[]) as k(client_id) cross join lateral (select r.heart from heart_rate_reading r
       where r.tenant_id = 7 and r.client_id = k.client_id and r.measured_at > '2025-02-20' and r.measured_at <= '2025-02-21' order by r.measured_at desc, r.id desc limit 1) newest`,
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/heart_rate_reading_202502_tenant_id_client_id_measured_at_\w*idx/);
});
