import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database/database.ts';

export interface Metrics {
  registry: Registry;
  /** One finished call. `path` is the pattern of the route, never the address asked for. */
  observeCall(call: { path: string; method: string; status: number; seconds: number }): void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  histogram(name: string, help: string, buckets?: readonly number[]): Histogram;
  /** The text of /metrics. */
  text(): Promise<string>;
}

const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A registry of its own per server, so that two in one process (tests) do not meet. */
export function createMetrics(database?: Pick<Database, 'figures'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({ name: 'http_call_seconds', help: 'Duration of calls', labelNames: ['path', 'method', 'status'], buckets: callBuckets, registers: [registry] });
  if (database) watchPools(registry, database);
  return {
    registry,
    observeCall: ({ path, method, status, seconds }) => calls.observe({ path, method, status: String(status) }, seconds),
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    histogram: (name, help, buckets = callBuckets) => new Histogram({ name, help, buckets: [...buckets], registers: [registry] }),
    text: () => registry.metrics(),
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
