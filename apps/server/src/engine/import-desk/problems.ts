import type { CallCtx } from '../crud/call-ctx.ts';
import type { ReadLine } from '../sheets/read-rows.ts';
import { importProblems } from '../sql/tables.ts';

interface WrittenProblem {
  readonly line: number;
  readonly position: number;
  readonly repeated: boolean;
  readonly field: string | null;
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A problem as it was kept. `params.row` is the existing row that a line repeats. */
export interface KeptProblem extends Omit<WrittenProblem, 'position' | 'repeated'> {
  readonly isDuplicate: boolean;
}

/** The problems of lines as they are kept. */
export const problemsOf = (lines: readonly ReadLine[]): readonly WrittenProblem[] =>
  lines.flatMap(({ number: line, problems, duplicateOf, placed = (field) => field }) =>
    problems.map(({ field, isDuplicate: repeated = false, reason, params }, position) => ({
      line,
      position,
      repeated,
      reason,
      field: field === undefined ? null : placed(field),
      params: { ...params, ...(repeated && duplicateOf !== undefined && { row: duplicateOf }) },
    })),
  );

export const writeProblems = (
  { tx, tenantId }: CallCtx,
  batchId: number,
  problems: readonly WrittenProblem[],
): Promise<number> =>
  tx.execute(
    `insert into import_problem (tenant_id, batch_id, row_number, position, is_duplicate, field, reason, params)
     select $1, $2, p.line, p.position, p.repeated, p.field, p.reason, coalesce(p.params, '{}') from jsonb_to_recordset($3::jsonb) as p(line integer, position smallint, repeated boolean, field text, reason text, params jsonb) on conflict do nothing`,
    [tenantId, batchId, JSON.stringify(problems)],
  );

/** Puts the present problems of lines in place of their former ones. */
export async function replaceProblems(ctx: CallCtx, batchId: number, lines: readonly ReadLine[]): Promise<void> {
  await ctx.tx.execute(
    'delete from import_problem where tenant_id = $1 and batch_id = $2 and row_number = any($3::integer[])',
    [ctx.tenantId, batchId, lines.map(({ number }) => number)],
  );
  await writeProblems(ctx, batchId, problemsOf(lines));
}

/** The kept problems of some lines, in order. */
export const readProblems = (
  ctx: CallCtx,
  batchId: number,
  numbers: readonly number[],
): Promise<readonly KeptProblem[]> =>
  ctx.all(
    ctx
      .from(importProblems, 'p')
      .where('p.batchId', '=', batchId)
      .where('p.rowNumber', 'in', [...numbers])
      .select(['p.rowNumber as line', 'p.isDuplicate', 'p.field', 'p.reason', 'p.params'])
      .orderBy('p.rowNumber')
      .orderBy('p.position'),
  ) as unknown as Promise<readonly KeptProblem[]>;
