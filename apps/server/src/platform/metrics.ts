import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database/database.ts';

export interface Metrics {
  registry: Registry;
  /** One finished call. `path` is the pattern of the route, never the requested address. */
  observeCall(call: { path: string; method: string; status: number; seconds: number }): void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  histogram(name: string, help: string, buckets?: readonly number[]): Histogram;
  /** The text of /metrics. */
  text(): Promise<string>;
}

const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A registry per server, so that two in one process (tests) do not mix. */
export function createMetrics(database?: Pick<Database, 'figures' | 'everywhere'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'http_call_seconds',
    help: 'Duration of calls',
    labelNames: ['path', 'method', 'status'],
    buckets: callBuckets,
    registers: [registry],
  });
  if (database) watchPools(registry, database);
  const lookAtWork = database && watchWork(registry, database);
  return {
    registry,
    observeCall: ({ path, method, status, seconds }) =>
      calls.observe({ path, method, status: String(status) }, seconds),
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    histogram: (name, help, buckets = callBuckets) =>
      new Histogram({ name, help, buckets: [...buckets], registers: [registry] }),
    text: async () => {
      await lookAtWork?.();
      return registry.metrics();
    },
  };
}

function watchPools(registry: Registry, database: Pick<Database, 'figures'>): void {
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool by state, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { name, total, idle, waiting } of database.figures()) {
        connections.set({ pool: name, state: 'open' }, total);
        connections.set({ pool: name, state: 'idle' }, idle);
        connections.set({ pool: name, state: 'waiting' }, waiting);
      }
    },
  });
}

interface WorkRow {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestSeconds: number;
  readonly archiveFails: boolean;
}

const workSql = `select count(*) filter (where failed_at is null and available_at <= now()) as waiting, count(failed_at) as failed,
    coalesce(extract(epoch from now() - min(available_at) filter (where failed_at is null and available_at <= now())), 0)::double precision as "oldestSeconds",
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as "archiveFails"
  from outbox`;

/**
 * The follower's work and the archive of the databases' logs: queried from every database when the metrics are read; no
 * number when none answers.
 */
function watchWork(registry: Registry, database: Pick<Database, 'everywhere'>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const events = gauge('outbox_events', 'Events that are due (waiting) and that were given up (failed)', ['state']);
  const oldest = gauge('outbox_oldest_seconds', 'Age of the oldest event that is due and not worked off');
  const archive = gauge('database_archive_failing', '1 when the last try to archive the log of the database failed');
  return async () => {
    const rows = (await database.everywhere((tx) => tx.query<WorkRow>(workSql)).catch(() => [])).flat();
    const sum = (of: (row: WorkRow) => number): number =>
      rows.length === 0 ? Number.NaN : rows.reduce((total, row) => total + of(row), 0);
    events.set(
      { state: 'waiting' },
      sum(({ waiting }) => waiting),
    );
    events.set(
      { state: 'failed' },
      sum(({ failed }) => failed),
    );
    oldest.set(rows.length === 0 ? Number.NaN : Math.max(...rows.map(({ oldestSeconds }) => oldestSeconds)));
    archive.set(Math.sign(sum(({ archiveFails }) => Number(archiveFails))));
  };
}
