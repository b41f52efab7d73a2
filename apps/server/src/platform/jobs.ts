import PgBoss from 'pg-boss';
import { Client } from 'pg';
import type { Database, Tx } from './database/database.ts';
import { QueueConnections } from './jobs-connections.ts';

/** On whose behalf a job runs. `userId` is null for work of the system itself; tenant 0 is the host. */
export interface JobPayload {
  tenantId: number;
  userId: number | null;
}

export interface JobRun<Payload extends JobPayload> {
  payload: Payload;
  /** One transaction of the job's tenant; long jobs use several and record their progress. */
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Sends part of the work to another queue. */
  send: Jobs['send'];
}

export interface Job<Payload extends JobPayload = JobPayload> {
  queue: string;
  run: (job: JobRun<Payload>) => Promise<void>;
  /** Retries (default 3, with growing delays), then the job becomes a dead letter. */
  retryLimit?: number;
  /** Longest run before it counts as lost and is retried (default 15). */
  expireMinutes?: number;
  /** Times at which the system starts it for the host, as cron in `zone` (default UTC). */
  every?: string;
  zone?: string;
  /** Seconds between polls of the queue (default 2, least 0.5). */
  pollSeconds?: number;
}

export interface SendOptions {
  /** At most one job with this key of the tenant is accepted per minute; further ones are dropped. */
  once?: string;
  startAfter?: Date;
}

export interface Jobs {
  /** Not part of any transaction: what must follow a commit uses the outbox. */
  send<Payload extends JobPayload>(queue: string, payload: Payload, options?: SendOptions): Promise<void>;
  /** Number of jobs that wait or failed finally. */
  count(queue: string): Promise<{ waiting: number; dead: number }>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  /** Connection of kangmai_platform. */
  platformUrl: string;
  database: Pick<Database, 'withTenant'>;
  jobs: readonly Job[];
  report: (error: unknown, queue?: string) => void;
}

/** Running jobs get this long when the server stops. Unfinished jobs are retried. */
const restMs = 2000;
const schema = 'pgboss';
const clockQueue = '__pgboss__send-it';
const deadOf = (queue: string): string => `${queue}.dead`;

/**
 * Creates the schema and the queues, as owner of the database: the application's roles may not create tables. Existing
 * queues are unchanged.
 */
export async function prepareJobs(adminUrl: string, queues: readonly string[]): Promise<void> {
  const boss = new PgBoss({ connectionString: adminUrl, schema, supervise: false, schedule: false, max: 1 });
  boss.on('error', () => undefined);
  await boss.start();
  const present = new Set((await boss.getQueues()).map(({ name }) => name));
  // pg-boss would create the queue of its clock itself, but at run time it may not.
  if (!present.has(clockQueue)) await boss.createQueue(clockQueue);
  for (const queue of queues) {
    if (!present.has(deadOf(queue))) await boss.createQueue(deadOf(queue));
    if (!present.has(queue))
      await boss.createQueue(queue, { name: queue, deadLetter: deadOf(queue), retryBackoff: true, retryDelay: 1 });
  }
  await boss.stop({ graceful: false, wait: true });
  await grantToPlatform(adminUrl);
}

async function grantToPlatform(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `grant usage on schema ${schema} to kangmai_platform; grant select, insert, update, delete on all tables in schema ${schema} to kangmai_platform`,
    );
  } finally {
    await client.end();
  }
}

/** Starts the jobs. Queues of all `jobs` must have been prepared. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, jobs, report } = options;
  const connections = new QueueConnections(options.platformUrl, report);
  const boss = new PgBoss({ db: connections, schema, migrate: false });
  boss.on('error', (error) => report(error));
  await boss.start();
  const send = senderTo(boss, new Map(jobs.map((job) => [job.queue, job])));
  for (const job of jobs) {
    await boss.work<unknown>(
      job.queue,
      { batchSize: 1, pollingIntervalSeconds: job.pollSeconds ?? 2 },
      async ([taken]) => {
        if (!taken) return;
        const { data: payload } = taken;
        if (!isPayload(payload)) {
          await boss.send(deadOf(job.queue), { refused: 'no tenant or user in the payload', of: taken.id });
          report(new Error('a job without tenant or user was refused'), job.queue);
          return;
        }
        await job
          .run({ payload, send, inTenant: (work) => database.withTenant(payload.tenantId, work) })
          .catch((error: unknown) => {
            report(error, job.queue);
            // Stored by pg-boss: only what contains no values of persons.
            throw new Error(error instanceof Error ? error.name : 'failed');
          });
      },
    );
    if (job.every) await boss.schedule(job.queue, job.every, { tenantId: 0, userId: null }, { tz: job.zone ?? 'UTC' });
  }
  await dropOldSchedules(boss, jobs);
  return {
    send,
    count: async (queue) => ({ waiting: await boss.getQueueSize(queue), dead: await boss.getQueueSize(deadOf(queue)) }),
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: restMs });
      await connections.close();
    },
  };
}

const senderTo =
  (boss: PgBoss, known: ReadonlyMap<string, Job>): Jobs['send'] =>
  async (queue, payload, given = {}) => {
    const job = known.get(queue);
    if (!job) throw new Error(`no such queue: ${queue}`);
    if (!isPayload(payload)) throw new TypeError('a job needs tenantId and userId');
    await boss.send(queue, payload, {
      retryLimit: job.retryLimit ?? 3,
      expireInMinutes: job.expireMinutes ?? 15,
      ...(given.once === undefined ? {} : { singletonKey: `${payload.tenantId}:${given.once}`, singletonSeconds: 60 }),
      ...(given.startAfter ? { startAfter: given.startAfter } : {}),
    });
  };

async function dropOldSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const wanted = new Set(jobs.filter(({ every }) => every).map(({ queue }) => queue));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
}

function isPayload(data: unknown): data is JobPayload {
  if (typeof data !== 'object' || data === null) return false;
  const { tenantId, userId } = data as { tenantId?: unknown; userId?: unknown };
  return Number.isSafeInteger(tenantId) && Number(tenantId) >= 0 && (userId === null || Number.isSafeInteger(userId));
}
