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
  /** Tenant of the transaction; 0 is the host. -1 in `directory` and `platform`, which are above tenants. */
  readonly tenantId: number;
  /** Statements sent after the work, in one flush with the commit. Their failure is the transaction's. */
  withCommit(statements: () => readonly Statement[]): void;
  /** Runs after a successful commit, never after a rollback. Errors in it are reported, not thrown. */
  afterCommit(fn: () => void): void;
}

export interface Statement {
  sql: string;
  values?: readonly unknown[];
}

/**
 * Work with connections of its own, so that one kind never blocks another: calls, readings and SOS, their followers,
 * statistics, rows of spreadsheets, and short reads of settings, which are allowed while another connection is held.
 */
export type Lane = 'ordinary' | 'alarm' | 'follow' | 'count' | 'export' | 'settings';

export interface WorkOptions {
  lane?: Lane;
  /** The work writes and locks nothing, which the database ensures; its result does not wait for the commit. */
  isReading?: boolean;
}

export interface PoolFigures {
  name: string;
  total: number;
  idle: number;
  waiting: number;
}

export interface Database {
  /**
   *  Role `kangmai_app` below row-level security; rolled back on throw; deadlocks and serialisation failures retried 3
   *  times.
   */
  withTenant<T>(tenantId: number, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * The given statements and the commit in one flush and one round trip, atomically. Returns the rows of each
   * statement.
   */
  withTenantPipelined(
    tenantId: number,
    statements: readonly Statement[],
    options?: WorkOptions,
  ): Promise<Record<string, unknown>[][]>;
  /** Role `kangmai_directory`, in the platform's own database: tenant by name, tenant by imei, linked accounts. */
  directory<T>(work: (tx: Tx) => Promise<T>, options?: Pick<WorkOptions, 'isReading'>): Promise<T>;
  /** Role `kangmai_platform`, in the platform's own database: the tenants, their keys, what belongs to no tenant. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Role `kangmai_platform` in the database of the given tenants, which must be the same (`placeOf`). */
  platformOf<T>(tenantIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Role `kangmai_platform` in every database in sequence, the platform's own first. An unreachable one is reported and
   * skipped. `place` distinguishes them.
   */
  everywhere<T>(work: (tx: Tx, place: string) => Promise<T>): Promise<T[]>;
  /**
   * Tenants that a statement returns as `tenantId` in their present database; rows left in a former database do not
   * count.
   */
  tenantsEverywhere(sql: string, values?: readonly unknown[]): Promise<number[]>;
  /** Rows with a `tenantId` from every database in sequence, as `tenantsEverywhere`. */
  rowsEverywhere<R extends { readonly tenantId: number }>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** The database of a tenant: equal for tenants in the same one. */
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
