import { availableParallelism } from 'node:os';
import type { DatabaseUrls, Lane } from './database.ts';
import { BoundedPool, type PoolOptions, type SocketMaker } from './pool.ts';
import { statementNames } from './statements.ts';
import type { Transactions } from './transaction.ts';

export interface PoolsOptions {
  urls: DatabaseUrls;
  /** Connections for ordinary work (default 4 a core, at least 10) and for the alarm lane (default 8). */
  poolSize?: number;
  alarmPoolSize?: number;
  /** Callers that may wait for a connection before others are told to come back later (default 500). */
  mostWaiting?: number;
  /** True behind PgBouncer in transaction mode: no named statements, no settings at start-up. */
  pooler?: boolean;
  report?: (error: unknown) => void;
  /** Stands behind the names of the connections: which node they belong to. */
  node?: string;
  /** Stands before the names of the pools; empty for the platform's own database. */
  prefix?: string;
  /** Throws when work in a tenant may not begin now. */
  mayBegin?: () => void;
  /** Makes the sockets; the driver's own when left out. */
  stream?: SocketMaker;
}

/** The pools of all roles on one database. Connections are made when first needed. */
export interface Pools {
  readonly urls: DatabaseUrls;
  readonly lanes: Readonly<Record<Lane, Transactions>>;
  readonly directory: Transactions;
  readonly platform: Transactions;
  /** The same rows as `platform`, but bound to tenants, so that no such work goes on while one of them is moved. */
  readonly platformOfTenants: Transactions;
  readonly all: readonly BoundedPool[];
  close(): Promise<void>;
}

/** A node that stands still in the middle of a call for help must not keep it from the others for long. */
const alarmIdleMs = 5000;

export function openPools(options: PoolsOptions): Pools {
  const { urls, pooler = false, prefix = '' } = options;
  const names = statementNames(!pooler);
  const report = options.report ?? (() => undefined);
  const mayBegin = options.mayBegin;
  const source = (name: string, url: string, limits: Pick<PoolOptions, 'size' | 'idleMs'>): Transactions => ({
    names,
    report,
    pool: new BoundedPool({ name: `${prefix}${name}`, url, ...limits, mostWaiting: options.mostWaiting ?? 500, sessionSettings: !pooler, ...(options.node !== undefined && { node: options.node }), ...(options.stream && { stream: options.stream }) }),
  });
  const fenced = (transactions: Transactions): Transactions => (mayBegin ? { ...transactions, mayBegin } : transactions);
  const lanes: Record<Lane, Transactions> = {
    ordinary: fenced(source('app', urls.app, { size: options.poolSize ?? Math.max(10, 4 * availableParallelism()) })),
    alarm: fenced(source('alarm', urls.app, { size: options.alarmPoolSize ?? 8, idleMs: alarmIdleMs })),
  };
  const directory = source('directory', urls.directory, { size: 4 });
  const platform = source('platform', urls.platform, { size: 4 });
  const all = [lanes.ordinary, lanes.alarm, directory, platform].map(({ pool }) => pool);
  return {
    urls, lanes, directory, platform, platformOfTenants: fenced(platform), all,
    close: async () => { await Promise.all(all.map((pool) => pool.close())); },
  };
}
