import { startApp, type TestApp } from '@kangmai/testkit/app';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Tx } from '../../platform/database/database.ts';
import { prepareJobs, startJobs, type Jobs } from '../../platform/jobs.ts';
import { queues } from '../queues.ts';
import { nightlyQueues } from './jobs.ts';

/** Half past two at night in China. */
let night = new Date('2026-11-20T18:30:00Z');
const host = { tenantId: 0, userId: null };

let app: TestApp;
let jobs: Jobs;
const reported: string[] = [];

beforeAll(async () => {
  app = await startApp({ now: () => night });
  await prepareJobs(app.urls.migrator, queues);
  const known = app.server.modules.flatMap((module) => module.jobs ?? []);
  // A queue unknown to the migrator would stop the start.
  expect(known.map(({ queue }) => queue).toSorted()).toEqual(queues.toSorted());
  jobs = await startJobs({
    platformUrl: app.urls.platform,
    database: database(),
    jobs: known.map((job) => ({ ...job, pollSeconds: 0.5 })),
    report: (error, queue) => reported.push(`${queue ?? ''} ${(error as Error).message}`),
  });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const database = (): Database => app.server.services.database;
const inAlpha = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database().withTenant(app.tenants.Alpha, work);
const platform = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  database().platform((tx) => tx.query<T>(sql, values));
const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  (await platform<{ n: number }>(`select count(*) as n from ${sql}`, values))[0]?.n ?? -1;

async function auditOf(tenantId: number, days: number): Promise<void> {
  await platform(
    "insert into audit_log (tenant_id, service, method, duration_ms, created_at) values ($1, 'Night', $2, 1, now() - make_interval(days => $3))",
    [tenantId, String(days), days],
  );
}
const auditLeft = async (tenantId: number): Promise<readonly string[]> =>
  (
    await platform<{ method: string }>(
      "select method from audit_log where tenant_id = $1 and service = 'Night' order by method::integer",
      [tenantId],
    )
  ).map(({ method }) => method);

test('every tenant whose night has come gets its new day and sheds what is older than it keeps', async () => {
  const { Alpha, Beta } = app.tenants;
  const sealer = await app.server.surroundings.sealerOf(Alpha);
  const turned = await inAlpha((tx) =>
    tx.one<{ id: number }>(
      "insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed, crowd_types) values ($1, '甲', '01', '1', '1961-11-21', '110101', $2, null) returning id",
      [Alpha, sealer.seal('13900000000')],
    ),
  );
  await inAlpha((tx) =>
    tx.execute("insert into setting (tenant_id, name, value) values ($1, 'App.Audit.RetentionDays', '30')", [Alpha]),
  );
  for (const tenant of [Alpha, Beta]) for (const days of [100, 200, 1200]) await auditOf(tenant, days);

  await jobs.send(nightlyQueues.plan, host);
  const crowds = (): Promise<unknown> =>
    inAlpha(
      async (tx) =>
        (
          await tx.one<{ crowds: unknown }>(
            'select crowd_types as crowds from client where tenant_id = $1 and id = $2',
            [Alpha, turned?.id],
          )
        )?.crowds,
    );
  await expect.poll(crowds, { timeout: 60_000 }).toEqual(['elderly']);
  // At least 180 days, whatever the tenant sets; three years by default.
  await expect.poll(() => auditLeft(Alpha), { timeout: 60_000 }).toEqual(['100']);
  await expect.poll(() => auditLeft(Beta), { timeout: 60_000 }).toEqual(['100', '200']);
  expect(reported).toEqual([]);
});

test('positions older than the tenant keeps are removed at night and recorded; the younger ones stay', async () => {
  const { Alpha, Beta } = app.tenants;
  const place = (tenant: number, days: number): Promise<number> =>
    database().withTenant(tenant, (tx) =>
      tx.execute(
        'insert into location_reading (tenant_id, device_id, measured_at, location_type, longitude, latitude, wgs_longitude, wgs_latitude) values ($1, 1, now() - make_interval(days => $2), 1, 116, 39, 116, 39)',
        [tenant, days],
      ),
    );
  for (const tenant of [Alpha, Beta]) for (const days of [20, 60, 100]) await place(tenant, days);
  // Never fewer than thirty days, ninety by default.
  await inAlpha((tx) =>
    tx.execute("insert into setting (tenant_id, name, value) values ($1, 'App.Locations.RetentionDays', '1')", [Alpha]),
  );
  app.server.services.settings.forget(Alpha);
  for (const tenantId of [Alpha, Beta]) await jobs.send(nightlyQueues.tenant, { tenantId, userId: null });
  const left = (tenant: number): Promise<number> => count('location_reading where tenant_id = $1', [tenant]);
  await expect.poll(() => left(Alpha), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => left(Beta), { timeout: 60_000 }).toBe(2);
  const recorded = await platform<{ tenant: number; parameters: unknown }>(
    "select tenant_id as tenant, parameters from audit_log where method = 'Prune' order by tenant_id = $1 desc",
    [Alpha],
  );
  expect(recorded).toEqual([
    { tenant: Alpha, parameters: { days: 30, rows: 2 } },
    { tenant: Beta, parameters: { days: 90, rows: 1 } },
  ]);
  // What a position says stays closed to the role that removes it.
  await expect(platform('select longitude from location_reading')).rejects.toThrow('permission denied');
});

test('what has no further use is removed, what has one stays', async () => {
  const tenant = app.tenants.Alpha;
  await inAlpha(async (tx) => {
    for (const days of [1, 60]) {
      await tx.execute(
        "insert into request_key (tenant_id, key, request_digest, created_at) values ($1, $2, 'x', now() - make_interval(days => $3))",
        [tenant, `key ${days}`, days],
      );
      await tx.execute(
        'insert into ingest_dedup (tenant_id, key, device_id, slot, measured_at, created_at) values ($1, $2, 1, 1, now(), now() - make_interval(days => $3))',
        [tenant, `message ${days}`, days],
      );
      await tx.execute(
        "insert into raw_frame (tenant_id, source_id, imei, frame, received_at) values ($1, 1, $2, 'f', now() - make_interval(days => $3))",
        [tenant, `86000000000000${days}`, days],
      );
      await tx.execute(
        "insert into outbox (tenant_id, topic, payload, failed_at) values ($1, 'gone', '{}', now() - make_interval(days => $2))",
        [tenant, days],
      );
      await tx.execute(
        "insert into quarantined_reading (tenant_id, reason, payload, created_at) values ($1, 'out_of_range', '{}', now() - make_interval(days => $2))",
        [tenant, days],
      );
    }
    await tx.execute(
      "insert into quarantined_reading (tenant_id, reason, payload, created_at) values ($1, 'unknown_imei', '{}', now() - interval '8 days')",
      [tenant],
    );
  });
  await jobs.send(nightlyQueues.pruning, host);
  await expect.poll(() => count('request_key'), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => count("outbox where topic = 'gone'"), { timeout: 60_000 }).toBe(1);
  expect([await count('ingest_dedup'), await count('raw_frame')]).toEqual([1, 1]);
  const waiting = await platform<{ reason: string; state: number }>(
    'select reason, state from quarantined_reading where tenant_id = $1 order by created_at',
    [tenant],
  );
  expect(waiting).toEqual([
    { reason: 'out_of_range', state: 3 },
    { reason: 'unknown_imei', state: 3 },
    { reason: 'out_of_range', state: 0 },
  ]);
  expect(reported).toEqual([]);
});

test('the months of every reading table are made ahead', async () => {
  const months = (): Promise<number> =>
    count(
      "pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = any(array['heart_rate_reading', 'location_reading', 'ketone_reading']::regclass[]) and c.relname ~ '_2099_?(06|07|08|09)$'",
    );
  night = new Date('2099-06-20T18:30:00Z');
  expect(await months()).toBe(0);
  await jobs.send(nightlyQueues.months, host);
  await expect.poll(months, { timeout: 60_000 }).toBe(12);
});

test('a job without a tenant lies in the dead letters and changes nothing', async () => {
  const stranger = new PgBoss({
    connectionString: app.urls.platform,
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  await stranger.start();
  await stranger.send(nightlyQueues.tenant, { userId: null });
  await expect.poll(() => jobs.count(nightlyQueues.tenant), { timeout: 60_000 }).toEqual({ waiting: 0, dead: 1 });
  await stranger.stop({ graceful: false });
  expect(reported).toEqual([`${nightlyQueues.tenant} a job without tenant or user was refused`]);
  await expect(jobs.send(nightlyQueues.tenant, { userId: null } as never)).rejects.toThrow('tenantId and userId');
});
