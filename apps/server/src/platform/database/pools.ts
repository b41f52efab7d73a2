import { availableParallelism } from 'node:os';
import type { DatabaseUrls, Lane } from './database.ts';
import { BoundedPool, type PoolOptions, type SocketMaker } from './pool.ts';
import { statementNames } from './statements.ts';
import type { Transactions } from './transaction.ts';

export interface PoolsOptions {
  urls: DatabaseUrls;
  /** Connections for ordinary work (default 4 a core, at least 10); the smaller lanes have no more than that. */
  poolSize?: number;
  /** Callers that may wait for a connection before others are refused as unavailable (default 500). */
  mostWaiting?: number;
  /** True behind PgBouncer in transaction mode: no named statements, no settings at start-up. */
  pooler?: boolean;
  report?: (error: unknown) => void;
  /** Suffix of the connections' names: the node they belong to. */
  node?: string;
  /** Prefix of the pools' names; empty for the platform's own database. */
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
  /** The same rows as `platform`, but bound to tenants, so that such work waits while one of them is moved. */
  readonly platformOfTenants: Transactions;
  readonly all: readonly BoundedPool[];
  close(): Promise<void>;
}

/** A node suspended while storing an SOS must not block others for long. */
const alarmIdleMs = 5000;

/** Connections of the lanes besides the ordinary one. */
const laneSizes = { alarm: 8, follow: 4, count: 4, export: 4, settings: 2 } as const;

type Limits = Pick<PoolOptions, 'kind' | 'size' | 'idleMs'>;
type OpenPool = (limits: Limits) => Transactions;

function openLanes({ poolSize }: Pick<PoolsOptions, 'poolSize'>, open: OpenPool): Record<Lane, Transactions> {
  const size = poolSize ?? Math.max(10, 4 * availableParallelism());
  const small = (kind: Exclude<Lane, 'ordinary' | 'alarm'>): Transactions =>
    open({ kind, size: Math.min(laneSizes[kind], size) });
  return {
    ordinary: open({ kind: 'ordinary', size }),
    alarm: { ...open({ kind: 'alarm', size: laneSizes.alarm, idleMs: alarmIdleMs }), isOwnWork: true },
    follow: { ...small('follow'), isOwnWork: true },
    count: small('count'),
    export: small('export'),
    settings: small('settings'),
  };
}

export function openPools(options: PoolsOptions): Pools {
  const { urls, pooler = false, prefix = '' } = options;
  const names = statementNames(!pooler);
  const report = options.report ?? (() => undefined);
  const mayBegin = options.mayBegin;
  const mostWaiting = options.mostWaiting ?? 500;
  const node = options.node === undefined ? {} : { node: options.node };
  const source = (url: string, limits: Limits): Transactions => ({
    names,
    report,
    pool: new BoundedPool({
      name: `${prefix}${limits.kind === 'ordinary' ? 'app' : limits.kind}`,
      url,
      ...limits,
      mostWaiting,
      sessionSettings: !pooler,
      ...node,
      ...(options.stream && { stream: options.stream }),
    }),
  });
  const fenced = (transactions: Transactions): Transactions =>
    mayBegin ? { ...transactions, mayBegin } : transactions;
  const lanes = openLanes(options, (limits) => fenced(source(urls.app, limits)));
  const directory = source(urls.directory, { kind: 'directory', size: 4 });
  const platform = source(urls.platform, { kind: 'platform', size: 4 });
  const all = [...Object.values(lanes), directory, platform].map(({ pool }) => pool);
  return {
    urls,
    lanes,
    directory,
    platform,
    platformOfTenants: fenced(platform),
    all,
    close: async () => {
      await Promise.all(all.map((pool) => pool.close()));
    },
  };
}
