import { UnrecordedSearch } from '../../access/searches.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Members } from '@kangmai/resource';
import { inSavepoint } from './savepoint.ts';
import { appErrorOf, problemOf } from '../../platform/database/problems.ts';
import { AppError, refusalsOf, unavailable, type ReasonParams } from '../../platform/errors.ts';
import { moveOne, type RowMeant } from './many.ts';
import type { TaskParts } from './parts.ts';

/** Why a row was not changed. */
export interface RowProblem {
  readonly id: number;
  readonly field: string | null;
  readonly reason: string;
  readonly params: Readonly<ReasonParams>;
}

interface ManyRows {
  readonly resource: string;
  /** `remove`, or the name of an action. */
  readonly name: string;
  readonly input: Members;
  readonly rows: readonly RowMeant[];
}

/** A refusal as its first field, or as a whole. An unexpected error is reported and has no details. */
export function refusalOf(error: unknown, report: TaskParts['report']): Omit<RowProblem, 'id'> {
  const refusal = error instanceof AppError ? error : appErrorOf(error);
  if (!refusal) report(error);
  const [{ field = null, reason, params }] = refusalsOf(refusal ?? unavailable('server.fault'));
  return { field, reason, params };
}

/** Does the same with each of several rows; a refused one does not stop the others. @returns the refused ones */
export async function doRows(
  { servedOf, planOf, report }: Pick<TaskParts, 'servedOf' | 'planOf' | 'report'>,
  ctx: CallCtx,
  { resource, name, input, rows }: ManyRows,
): Promise<readonly RowProblem[]> {
  const served = servedOf(resource);
  const problems: RowProblem[] = [];
  for (const row of rows) {
    try {
      await inSavepoint(ctx, planOf, (part) => moveOne(served, part, { name, row, input }));
    } catch (error) {
      if (problemOf(error) !== 'other' || error instanceof UnrecordedSearch) throw error;
      problems.push({ id: row.id, ...refusalOf(error, report) });
    }
  }
  return problems;
}
