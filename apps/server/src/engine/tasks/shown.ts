import { z } from 'zod';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { canAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { problemText } from '../labels.ts';
import type { RowProblem } from './many.ts';
import { whole } from '../call-shapes/answers.ts';

/** Names of rows that the caller may see: their display values, sensitive ones left out. */
async function namesOf(
  ctx: CallCtx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0 || !canAny(ctx, permissionsOfCall(resource, 'list'))) return new Map();
  const rows = await ctx
    .rows(resource)
    .select({ conditions: [{ field: 'id', operator: 'in', value: ids }], sort: [], skip: 0, take: ids.length });
  const isPlain = resource.fields[resource.display]?.options.sensitive === undefined;
  return new Map(
    rows.map((row) => {
      const value = row[resource.display];
      return [row.id, isPlain && (typeof value === 'string' || typeof value === 'number') ? String(value) : ''];
    }),
  );
}

/** A row that was not changed. */
export const problemOutput = z.object({ id: whole, name: z.string(), reason: z.string(), message: z.string() });

/** Why rows were not changed, in the reader's language. */
export async function shownProblems(
  ctx: CallCtx,
  resource: AnyResource,
  problems: readonly RowProblem[],
): Promise<readonly z.output<typeof problemOutput>[]> {
  const ids = problems.map(({ id }) => id);
  const names = await namesOf(ctx, resource, ids);
  return problems.map((problem) => ({
    id: problem.id,
    name: names.get(problem.id) ?? '',
    reason: problem.reason,
    message: problemText(ctx.caller.culture, resource, problem),
  }));
}
