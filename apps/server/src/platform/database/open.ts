import type { Database, Statement, Tx, WorkOptions } from './database.ts';
import { unavailable } from '../errors.ts';
import { ensurePartitions } from './partitions.ts';
import { LeaseOver } from './place-errors.ts';
import type { Places } from './places.ts';
import { problemOf } from './problems.ts';
import { openPools, type Pools, type PoolsOptions } from './pools.ts';
import { aboveTenants, inOneFlush, inTransaction, type Transactions } from './transaction.ts';

export type OpenOptions = Omit<PoolsOptions, 'node' | 'prefix' | 'mayBegin'>;

/** Selects the pools for work: of tenants, and of all databases. */
interface Router {
  readonly home: Pools;
  enter(tenantIds: readonly number[]): Pools | Promise<Pools>;
  leave(tenantIds: readonly number[]): void;
  open(): Promise<readonly { readonly place: string; readonly pools: Pools }[]>;
  placeOf(tenantId: number): string;
  ensureMonths(table: string, from: Date, to: Date): Promise<void>;
  figures(): ReturnType<Database['figures']>;
  close(): Promise<void>;
}

function onePlace(home: Pools): Router {
  return {
    home,
    enter: () => home,
    leave: () => undefined,
    open: () => Promise.resolve([{ place: '0', pools: home }]),
    placeOf: () => '0',
    ensureMonths: () => Promise.resolve(),
    figures: () => home.all.map((pool) => pool.figures()),
    close: () => home.close(),
  };
}

/** Opens one database with all tenants. Connections are made when first needed. */
export function openDatabase(options: OpenOptions): Database {
  return routed(onePlace(openPools(options)), options.report);
}

/** Opens the platform's own database and the databases of other tenants. */
export function openSpread(places: Places, report: (error: unknown) => void): Database {
  return routed(places, report);
}

const reading = (source: Transactions, { isReading = false }: WorkOptions = {}): Transactions =>
  isReading ? { ...source, isReading } : source;

type Everywhere = <T>(work: (tx: Tx, place: string) => Promise<T>) => Promise<T[]>;

/** Reads rows of tenants everywhere; rows left in a former database do not count. */
const rowsOf =
  (everywhere: Everywhere, placeOf: (tenantId: number) => string) =>
  async <R extends { readonly tenantId: number }>(sql: string, values?: readonly unknown[]): Promise<R[]> => {
    const found = await everywhere(async (tx, place) =>
      (await tx.query<R>(sql, values)).filter(({ tenantId }) => placeOf(tenantId) === place),
    );
    return found.flat();
  };

function routed(router: Router, report: (error: unknown) => void = () => undefined): Database {
  const { home } = router;
  const entered = async <T>(tenantIds: readonly number[], work: (pools: Pools) => Promise<T>): Promise<T> => {
    const place = router.enter(tenantIds);
    const pools = place instanceof Promise ? await place : place;
    try {
      return await work(pools);
    } finally {
      router.leave(tenantIds);
    }
  };
  // A node that was suspended reloads the tenants' places before it begins a transaction.
  const inside = <T>(tenantIds: readonly number[], work: (pools: Pools) => Promise<T>): Promise<T> =>
    entered(tenantIds, work).catch((error: unknown) => {
      if (!(error instanceof LeaseOver)) throw error;
      return entered(tenantIds, work);
    });
  const laneOf = (pools: Pools, given: WorkOptions = {}) => reading(pools.lanes[given.lane ?? 'ordinary'], given);
  const everywhere = async <T>(work: (tx: Tx, place: string) => Promise<T>): Promise<T[]> => {
    const answers: T[] = [];
    for (const { place, pools } of await router.open()) {
      const asked = inTransaction(pools.platform, aboveTenants, (tx) => work(tx, place));
      if (pools === home) answers.push(await asked);
      else await asked.then((answer) => answers.push(answer), report);
    }
    return answers;
  };
  const rowsEverywhere = rowsOf(everywhere, (tenantId) => router.placeOf(tenantId));
  return {
    withTenant: <T>(tenantId: number, work: (tx: Tx) => Promise<T>, given?: WorkOptions) =>
      inside([requireTenantId(tenantId)], (pools) => inTransaction(laneOf(pools, given), tenantId, work)),
    withTenantPipelined: (tenantId: number, statements: readonly Statement[], given?: WorkOptions) =>
      inside([requireTenantId(tenantId)], (pools) => inOneFlush(laneOf(pools, given), tenantId, statements)),
    directory: <T>(work: (tx: Tx) => Promise<T>, given?: Pick<WorkOptions, 'isReading'>) =>
      inTransaction(reading(home.directory, given), aboveTenants, work),
    platform: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(home.platform, aboveTenants, work),
    platformOf: <T>(tenantIds: readonly number[], work: (tx: Tx) => Promise<T>) =>
      inside(tenantIds.map(requireTenantId), (pools) => inTransaction(pools.platformOfTenants, aboveTenants, work)),
    everywhere,
    rowsEverywhere,
    tenantsEverywhere: async (sql, values) => [
      ...new Set((await rowsEverywhere<{ tenantId: number }>(sql, values)).map(({ tenantId }) => tenantId)),
    ],
    placeOf: (tenantId) => router.placeOf(tenantId),
    ensurePartitions: async (table, from, to) => {
      try {
        await ensurePartitions(home.urls.migrator, table, { from, to });
        await router.ensureMonths(table, from, to);
      } catch (error) {
        throw problemOf(error) === 'gone' ? unavailable('database.unreachable', { cause: error }) : error;
      }
    },
    sizeOf: (lane) => home.lanes[lane].pool.size,
    figures: () => router.figures(),
    close: () => router.close(),
  };
}

function requireTenantId(tenantId: number): number {
  if (!(tenantId >= 0)) throw new TypeError('work in a tenant needs its id');
  return tenantId;
}
