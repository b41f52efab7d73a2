import { availableParallelism } from 'node:os';
import type { Database, DatabaseUrls, Lane, Statement, Tx, WorkOptions } from './database.ts';
import { ensurePartitions } from './partitions.ts';
import { BoundedPool } from './pool.ts';
import { statementNames } from './statements.ts';
import { aboveTenants, inOneFlush, inTransaction, type Transactions } from './transaction.ts';

export interface OpenOptions {
  urls: DatabaseUrls;
  /** Connections for ordinary work (default 4 a core, at least 10) and for the alarm lane (default 8). */
  poolSize?: number;
  alarmPoolSize?: number;
  /** Callers that may wait for a connection before others are told to come back later (default 500). */
  mostWaiting?: number;
  /** True behind PgBouncer in transaction mode: no named statements, no settings at start-up. */
  pooler?: boolean;
  report?: (error: unknown) => void;
}

/** Opens the pools of all roles. Connections are made when first needed. */
export function openDatabase(options: OpenOptions): Database {
  const { urls, pooler = false } = options;
  const names = statementNames(!pooler);
  const report = options.report ?? (() => undefined);
  const source = (name: string, url: string, size: number): Transactions => ({
    names,
    report,
    pool: new BoundedPool({ name, url, size, mostWaiting: options.mostWaiting ?? 500, sessionSettings: !pooler }),
  });
  const lanes: Record<Lane, Transactions> = {
    ordinary: source('app', urls.app, options.poolSize ?? Math.max(10, 4 * availableParallelism())),
    alarm: source('alarm', urls.app, options.alarmPoolSize ?? 8),
  };
  const directory = source('directory', urls.directory, 4);
  const platform = source('platform', urls.platform, 4);
  const all = [lanes.ordinary, lanes.alarm, directory, platform];
  const laneOf = (work?: WorkOptions) => lanes[work?.lane ?? 'ordinary'];

  return {
    withTenant: <T>(tenantId: number, work: (tx: Tx) => Promise<T>, given?: WorkOptions) => inTransaction(laneOf(given), named(tenantId), work),
    withTenantPipelined: (tenantId: number, statements: readonly Statement[], given?: WorkOptions) => inOneFlush(laneOf(given), named(tenantId), statements),
    directory: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(directory, aboveTenants, work),
    platform: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(platform, aboveTenants, work),
    ensurePartitions: (table, from, to) => ensurePartitions(urls.migrator, table, { from, to }),
    figures: () => all.map(({ pool }) => pool.figures()),
    close: async () => {
      await Promise.all(all.map(({ pool }) => pool.close()));
    },
  };
}

function named(tenantId: number): number {
  if (!(tenantId >= 0)) throw new TypeError('work in a tenant needs its id');
  return tenantId;
}
