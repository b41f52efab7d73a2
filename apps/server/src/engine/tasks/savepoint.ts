import type { Tx } from '../../platform/database/database.ts';
import { problemOf } from '../../platform/database/problems.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { PlanOf } from '../crud/repository.ts';

/** The transaction as one part of the work sees it: refuses statements once that part has ended. */
function partOf(tx: Tx, part: { isOver: boolean }, later: (() => void)[]): Tx {
  const open = <T>(send: () => Promise<T>): Promise<T> =>
    part.isOver ? Promise.reject(new Error('this part of the work is over')) : send();
  return {
    tenantId: tx.tenantId,
    query: (sql, values) => open(() => tx.query(sql, values)),
    one: (sql, values) => open(() => tx.one(sql, values)),
    execute: (sql, values) => open(() => tx.execute(sql, values)),
    pages: (sql, values, size) => tx.pages(sql, values, size),
    withCommit: (statements) => later.push(() => tx.withCommit(statements)),
    afterCommit: (fn) => later.push(() => tx.afterCommit(fn)),
  };
}

/**
 * Runs a part of a transaction's work that may fail without the rest: its writes are rolled back and its events
 * dropped. A failure of the whole transaction, such as a deadlock or a lost connection, is rethrown.
 */
export async function inSavepoint<T>(ctx: CallCtx, planOf: PlanOf, work: (ctx: CallCtx) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const part = { isOver: false };
  const inner = withRepositories(
    {
      ...ctx,
      tx: partOf(ctx.tx, part, later),
      emit: (...event) => later.push(() => ctx.emit(...event)),
      publish: (event) => later.push(() => ctx.publish(event)),
    },
    planOf,
  );
  await ctx.tx.execute('savepoint part');
  try {
    const result = await work(inner);
    part.isOver = true;
    await ctx.tx.execute('release savepoint part');
    for (const tell of later) tell();
    return result;
  } catch (error) {
    part.isOver = true;
    if (problemOf(error) === 'other') await ctx.tx.execute('rollback to savepoint part');
    throw error;
  }
}
