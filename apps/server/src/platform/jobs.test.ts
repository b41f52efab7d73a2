import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { type Job, type JobPayload, type Jobs, prepareJobs, startJobs } from './jobs.ts';

let clone: TestDatabase;
let database: Database;
let jobs: Jobs;
const reported: { name: string; queue: string | undefined }[] = [];
const seen: JobPayload[] = [];
let attempts = 0;

const write: Job = {
  queue: 'test-write',
  pollSeconds: 0.5,
  async run({ payload, inTenant }) {
    await inTenant((tx) =>
      tx.execute("insert into setting (tenant_id, name) values ($1, 'from a job')", [payload.tenantId]),
    );
    seen.push(payload);
  },
};
const poison: Job = {
  queue: 'test-poison',
  pollSeconds: 0.5,
  retryLimit: 1,
  async run() {
    attempts += 1;
    throw new RangeError('value of a person');
  },
};

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  const queues = [write.queue, poison.queue];
  await prepareJobs(clone.urls.migrator, queues);
  await prepareJobs(clone.urls.migrator, queues);
  jobs = await startJobs({
    platformUrl: clone.urls.platform,
    database,
    jobs: [write, poison],
    report: (error, queue) => reported.push({ name: (error as Error).message, queue }),
  });
});

afterAll(async () => {
  await jobs.stop();
  await database.close();
  await clone.drop();
});

test('a job runs in its tenant', async () => {
  await jobs.send('test-write', { tenantId: 7, userId: 3 });
  await vi.waitFor(() => expect(seen).toEqual([{ tenantId: 7, userId: 3 }]), { timeout: 60_000 });
  expect(await database.withTenant(7, (tx) => tx.query('select name from setting'))).toEqual([{ name: 'from a job' }]);
});

test('a job without tenant or user is refused when sent and ends in the dead letters when found', async () => {
  await expect(jobs.send('test-write', { tenantId: 1 } as JobPayload)).rejects.toThrow('tenantId and userId');
  await expect(jobs.send('nowhere', { tenantId: 1, userId: null })).rejects.toThrow('no such queue');
  const stranger = new PgBoss({
    connectionString: clone.urls.platform,
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  await stranger.start();
  await stranger.send('test-write', { userId: 3 });
  await vi.waitFor(async () => expect(await jobs.count('test-write')).toEqual({ waiting: 0, dead: 1 }), {
    timeout: 60_000,
  });
  await stranger.maintain();
  await stranger.stop({ graceful: false });
  expect(reported).toContainEqual({ name: 'a job without tenant or user was refused', queue: 'test-write' });
  expect(seen).toHaveLength(1);
});

test('a job that always fails is tried again, then lies in the dead letters; others go on', async () => {
  await jobs.send('test-poison', { tenantId: 1, userId: null });
  await jobs.send('test-write', { tenantId: 8, userId: null });
  await vi.waitFor(async () => expect(await jobs.count('test-poison')).toEqual({ waiting: 0, dead: 1 }), {
    timeout: 60_000,
  });
  expect(attempts).toBe(2);
  expect(seen).toContainEqual({ tenantId: 8, userId: null });
  const stored = await database.platform((tx) =>
    tx.query<{ output: unknown }>(
      "select output from pgboss.job where name like 'test-poison%' and output is not null",
    ),
  );
  expect(JSON.stringify(stored)).not.toContain('value of a person');
});

test('the application cannot look into the queues', async () => {
  await expect(database.withTenant(1, (tx) => tx.query('select 1 from pgboss.job'))).rejects.toMatchObject({
    code: '42501',
  });
});
