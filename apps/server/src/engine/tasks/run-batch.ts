import { Members } from '@kangmai/resource';
import { requireAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { notFound } from '../../platform/errors.ts';
import { doRows, manyMoves, type ManyMove, type RowMeant, type RowProblem } from './many.ts';
import { record, within, type Run } from './parts.ts';
import { queryOf } from './tasks.ts';

/** Rows processed in one transaction. */
const together = 50;

const listProblems = (ctx: CallCtx, taskId: number, problems: readonly RowProblem[]): Promise<number> =>
  ctx.tx.execute(
    `insert into list_task_problem (tenant_id, task_id, row_id, field, reason, params) select $1, $2, p.id, p.field, p.reason, p.params from unnest($3::bigint[], $4::text[], $5::text[], $6::jsonb[]) as p(id, field, reason, params)`,
    [
      ctx.tenantId,
      taskId,
      problems.map(({ id }) => id),
      problems.map(({ field }) => field),
      problems.map(({ reason }) => reason),
      problems.map(({ params }) => JSON.stringify(params)),
    ],
  );

/** The operation, if the user may still do it. */
function moveOf(ctx: CallCtx, { parts, task }: Run): ManyMove {
  const move = manyMoves(parts.servedOf(task.resource).plan.resource).find(({ name }) => name === task.action);
  if (!move) throw notFound('task');
  requireAny(ctx, move.permissions);
  return move;
}

/**
 * Does an action on many rows, some at a time: results and progress are committed together, so that an interruption
 * repeats nothing.
 */
export async function runBatch(run: Run): Promise<void> {
  const { parts, task } = run;
  let failed = task.failedRows;
  for (let at = task.doneRows; at < task.rowIds.length; at += together) {
    run.ending.signal.throwIfAborted();
    const ids = task.rowIds.slice(at, at + together);
    const rows = ids.map((id, place): RowMeant => ({ id, version: task.rowVersions[at + place] ?? 0 }));
    failed = await within(run, async (ctx) => {
      const problems = await doRows(parts, ctx, {
        move: moveOf(ctx, run),
        input: Members.of(queryOf(ctx, task)),
        rows,
      });
      if (problems.length > 0) await listProblems(ctx, task.id, problems);
      await record(run, ctx, { doneRows: at + rows.length, failedRows: failed + problems.length });
      return failed + problems.length;
    });
  }
  await within(run, (ctx) => record(run, ctx, { state: 'done', finishedAt: ctx.now() }));
}
