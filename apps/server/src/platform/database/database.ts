/** One transaction. Statements issued without awaiting each other travel together (pipelined). */
export interface Tx {
  /** Rows of one statement. bigint arrives as number, numeric as text, date as 'YYYY-MM-DD', timestamptz as Date. */
  query<R>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** The first row, or undefined. */
  one<R>(sql: string, values?: readonly unknown[]): Promise<R | undefined>;
  /** Number of rows the statement touched. */
  execute(sql: string, values?: readonly unknown[]): Promise<number>;
  /** A large result in pages of `size` rows (default 1000), read through a cursor of the database. */
  pages<R>(sql: string, values?: readonly unknown[], size?: number): AsyncIterable<R[]>;
  /** Tenant of the transaction; 0 is the host. -1 in `directory` and `platform`, which stand above tenants. */
  readonly tenantId: number;
  /** Runs after a successful commit, never after a rollback. Errors in it are reported, not thrown. */
  afterCommit(fn: () => void): void;
}

export interface Statement {
  sql: string;
  values?: readonly unknown[];
}

/**
 * Work with connections of its own, so that none is stopped by another: calls, readings and SOS, what follows them, statistics, the
 * rows of spreadsheets, and the short reads of settings, which may be made while another connection is held.
 */
export type Lane = 'ordinary' | 'alarm' | 'follow' | 'count' | 'export' | 'settings';

export interface WorkOptions {
  lane?: Lane;
}

export interface PoolFigures {
  name: string;
  total: number;
  idle: number;
  waiting: number;
}

export interface Database {
  /** Role `kangmai_app` below row-level security; rolled back on throw; deadlocks and serialisation failures retried 3 times. */
  withTenant<T>(tenantId: number, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * The given statements and the commit in one flush, one round trip in all. All or none takes effect.
   * Returns the rows of each statement.
   */
  withTenantPipelined(
    tenantId: number,
    statements: readonly Statement[],
    options?: WorkOptions,
  ): Promise<Record<string, unknown>[][]>;
  /** Role `kangmai_directory`, in the platform's own database: tenant by name, tenant by imei, linked accounts. */
  directory<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Role `kangmai_platform`, in the platform's own database: the tenants, their keys, what belongs to no tenant. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Role `kangmai_platform` where the given tenants live; they must live in one place (`placeOf`). */
  platformOf<T>(tenantIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Role `kangmai_platform` in every database, one after the other, the platform's own first. Another one that cannot be reached is
   * reported and left out. `place` tells them apart.
   */
  everywhere<T>(work: (tx: Tx, place: string) => Promise<T>): Promise<T[]>;
  /** Tenants that a statement answers as `tenantId` in the database in which they live; what a moved tenant left behind does not count. */
  tenantsEverywhere(sql: string, values?: readonly unknown[]): Promise<number[]>;
  /** Where a tenant lives: equal for tenants in one database. */
  placeOf(tenantId: number): string;
  /** Makes monthly partitions of a table that `make_partitioned` knows, in every database; see partitions.ts. */
  ensurePartitions(table: string, from: Date, to: Date): Promise<void>;
  /** Most connections that this node has for a lane in one database. */
  sizeOf(lane: Lane): number;
  /** Connections per pool, for the metrics. */
  figures(): PoolFigures[];
  close(): Promise<void>;
}

/** Connection strings of the roles. `migrator` owns everything and runs no request. */
export interface DatabaseUrls {
  migrator: string;
  app: string;
  directory: string;
  platform: string;
}
