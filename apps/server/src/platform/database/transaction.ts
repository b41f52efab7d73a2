import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { unavailable } from '../errors.ts';
import type { Statement, Tx } from './database.ts';
import { requireInOrder, whileHeld } from './held.ts';
import type { BoundedPool } from './pool.ts';
import { isAfterFailure, problemOf } from './problems.ts';
import { extendedQuery, type StatementNames } from './statements.ts';

export type { Tx };

export interface Transactions {
  pool: BoundedPool;
  names: StatementNames;
  /** Called with errors of `afterCommit` callbacks. */
  report(error: unknown): void;
  /** Called right before a transaction begins; throws when it may not. */
  mayBegin?: () => void;
  /** Transactions of the server's own work, with statements that repeat. */
  isOwnWork?: boolean;
  /** Read-only: each packet of statements ends with its own commit. Results do not wait for the commit. */
  isReading?: boolean;
}

/** No tenant is set: row-level security of the tenant tables returns no rows. */
export const aboveTenants = -1;

const mostTries = 4;

/** Runs `work` in one transaction; repeats it from its start after a deadlock or a serialisation failure. */
export async function inTransaction<T>(
  source: Transactions,
  tenantId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  checkTenant(tenantId);
  return repeated(async () => {
    requireInOrder(source.pool.kind);
    const client = await source.pool.take();
    const tx = new Transaction(client, source, tenantId);
    const result = await whileHeld(source.pool.kind, () => tx.run(work));
    for (const fn of tx.committed) {
      try {
        fn();
      } catch (error) {
        source.report(error);
      }
    }
    return result;
  });
}

/** All statements and the commit in one flush. */
export async function inOneFlush(
  source: Transactions,
  tenantId: number,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  checkTenant(tenantId);
  return repeated(async () => {
    requireInOrder(source.pool.kind);
    const client = await source.pool.take();
    return new Transaction(client, source, tenantId).runAll(statements);
  });
}

function checkTenant(tenantId: number): void {
  if (!Number.isSafeInteger(tenantId) || tenantId < aboveTenants) throw new TypeError('not a tenant id');
}

/**
 * Repeats an attempt after a deadlock or a serialisation failure. @throws AppError `unavailable` when every attempt
 * fails
 */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const problem = problemOf(error);
      const again = problem === 'again' || problem === 'stale plan';
      if (again && tries < mostTries) continue;
      if (again) throw unavailable('database.contended', { cause: error });
      if (problem === 'gone') throw unavailable('database.unreachable', { cause: error });
      throw error;
    }
  }
}

class Transaction implements Tx {
  readonly tenantId: number;
  readonly committed: (() => void)[] = [];
  private readonly last: (() => readonly Statement[])[] = [];
  private readonly client: PoolClient;
  private readonly source: Transactions;
  private begun = false;
  private ended = false;
  private corked = false;
  private broken: Error | undefined;
  private firstFailure: Error | undefined;
  private readEnded: Promise<void> = Promise.resolve();
  private cursors = 0;

  constructor(client: PoolClient, source: Transactions, tenantId: number) {
    this.client = client;
    this.source = source;
    this.tenantId = tenantId;
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let isEnding = false;
    try {
      const result = await work(this);
      const statements = this.last.flatMap((each) => each());
      if (this.source.isReading) {
        if (statements.length > 0) throw new Error('a read-only transaction has statements to write');
        isEnding = true;
        this.endReading();
      } else await this.sendAndCommit(statements);
      return result;
    } catch (error) {
      this.ended = true;
      await this.rollback();
      throw error;
    } finally {
      if (!isEnding) this.release();
    }
  }

  /** The caller has its rows: what was only read needs no answer to the commit. */
  private endReading(): void {
    this.ended = true;
    this.commitRead();
    void this.readEnded.finally(() => this.release());
  }

  /** The next statement begins a new transaction. Under read committed it has its own snapshot either way. */
  private commitRead(): void {
    if (!this.begun || this.broken) return;
    this.begun = false;
    this.readEnded = this.client.query('commit').then(
      () => undefined,
      (error: unknown) => {
        const isFirst = this.firstFailure === undefined;
        const failure = this.noted(error);
        if (isFirst) this.source.report(failure);
      },
    );
  }

  async runAll(statements: readonly Statement[]): Promise<Record<string, unknown>[][]> {
    try {
      return await this.sendAndCommit(statements);
    } finally {
      this.release();
    }
  }

  query<R>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.send(sql, values, (result) => result.rows as R[]);
  }

  one<R>(sql: string, values: readonly unknown[] = []): Promise<R | undefined> {
    return this.send(sql, values, (result) => result.rows[0] as R | undefined);
  }

  execute(sql: string, values: readonly unknown[] = []): Promise<number> {
    return this.send(sql, values, (result) => result.rowCount ?? 0);
  }

  async *pages<R>(sql: string, values: readonly unknown[] = [], size = 1_000): AsyncGenerator<R[]> {
    this.cursors += 1;
    const cursor = `page_${this.cursors}`;
    await this.execute(`declare ${cursor} no scroll cursor for ${sql}`, values);
    for (;;) {
      const rows = await this.query<R>(`fetch ${Math.trunc(size)} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.execute(`close ${cursor}`);
  }

  afterCommit(fn: () => void): void {
    this.committed.push(fn);
  }

  withCommit(statements: () => readonly Statement[]): void {
    this.last.push(statements);
  }

  /** In one flush. The first failure aborts the transaction, so that the commit after it rolls back. */
  private async sendAndCommit(statements: readonly Statement[]): Promise<Record<string, unknown>[][]> {
    const asked = statements.map(({ sql, values }) => this.query<Record<string, unknown>>(sql, values));
    this.ended = true;
    const [rows, commit] = await Promise.allSettled([Promise.all(asked), this.begun ? this.commit() : undefined]);
    if (rows.status === 'rejected') throw rows.reason;
    if (commit.status === 'rejected') throw commit.reason;
    return rows.value;
  }

  private send<T>(
    sql: string,
    values: readonly unknown[],
    read: (result: QueryResult<QueryResultRow>) => T,
  ): Promise<T> {
    if (this.ended)
      return Promise.reject(new Error('the transaction is over: a statement was issued after its work had returned'));
    this.cork();
    try {
      this.begin();
    } catch (error) {
      const refused = Promise.reject<T>(error as Error);
      refused.catch(() => undefined);
      return refused;
    }
    const { names, isOwnWork } = this.source;
    const answer = this.client
      .query(extendedQuery(names.nameOf(sql, isOwnWork), sql, values))
      .then(read, (error: unknown) => {
        throw this.noted(error);
      });
    // A failure that nobody awaits must not end the process; the commit reports it.
    answer.catch(() => undefined);
    return answer;
  }

  /** `set local` with `begin` in one message: nobody waits for its answer, and it ends with the transaction. */
  private begin(): void {
    if (this.begun) return;
    this.source.mayBegin?.();
    this.begun = true;
    const begin = this.source.isReading ? 'begin read only' : 'begin';
    const text = this.tenantId === aboveTenants ? begin : `${begin}; set local app.tenant = '${this.tenantId}'`;
    this.client.query(text).catch((error: unknown) => this.noted(error));
  }

  /** Statements issued in the same turn of the event loop are sent in one packet. */
  private cork(): void {
    if (this.corked) return;
    this.corked = true;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.corked = false;
      if (this.source.isReading && this.cursors === 0) this.commitRead();
      stream.uncork();
    });
  }

  private async commit(): Promise<void> {
    this.begun = false;
    const { command } = await this.client.query('commit').catch((error: unknown) => {
      throw this.noted(error);
    });
    // A commit after a failed statement whose error nobody awaited answers ROLLBACK.
    if (command === 'COMMIT') return;
    const failure = this.firstFailure;
    if (failure && problemOf(failure) !== 'other') throw failure;
    throw new Error('the transaction was rolled back: one of its statements had failed', { cause: failure });
  }

  private async rollback(): Promise<void> {
    await this.readEnded;
    if (!this.begun || this.broken) return;
    this.begun = false;
    await this.client.query('rollback').catch((error: unknown) => this.noted(error));
  }

  /**
   * The server's DETAIL and WHERE quote stored values, which may belong to others. A consequential failure reports the
   * first one.
   */
  private noted(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (isAfterFailure(error) && this.firstFailure) return this.firstFailure;
    this.firstFailure ??= error;
    Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
    if (problemOf(error) === 'gone' || problemOf(error) === 'stale plan') this.broken = error;
    return error;
  }

  private release(): void {
    this.source.pool.giveBack(this.client, this.broken);
  }
}
