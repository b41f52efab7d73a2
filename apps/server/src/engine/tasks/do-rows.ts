import { UnrecordedSearch } from '../../access/searches.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Query, Served } from '../crud/conventional.ts';
import type { PlanOf } from '../crud/repository.ts';
import { inSavepoint } from './savepoint.ts';
import { appErrorOf, problemOf } from '../../platform/database/problems.ts';
import { AppError, type ReasonParams } from '../../platform/errors.ts';
import { moveOne, type RowMeant } from './many.ts';

/** Why a row was not changed. */
export interface RowProblem {
  readonly id: number;
  readonly field: string | null;
  readonly reason: string;
  readonly params: ReasonParams;
}

export interface ManyRows {
  readonly served: Served;
  readonly planOf: PlanOf;
  /** `remove`, or the name of an action. */
  readonly name: string;
  readonly input: Query;
  readonly report: (fault: unknown) => void;
}

/** A refusal is described by its first field, or as a whole; an internal fault is reported without text. */
export function refusalOf(error: unknown, report: ManyRows['report']): Omit<RowProblem, 'id'> {
  const refusal = error instanceof AppError ? error : appErrorOf(error);
  if (!refusal) report(error);
  const [first] = refusal?.fields ?? [];
  if (first) return { field: first.field, reason: first.reason, params: first.params ?? {} };
  return refusal
    ? { field: null, reason: refusal.reason, params: refusal.params }
    : { field: null, reason: 'server.fault', params: {} };
}

/** Does the same with each of several rows; a refused one does not stop the others. @returns the refused ones */
export async function doRows(
  ctx: CallCtx,
  rows: readonly RowMeant[],
  { served, planOf, name, input, report }: ManyRows,
): Promise<readonly RowProblem[]> {
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
