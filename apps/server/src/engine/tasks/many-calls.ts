import { Members, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { listQuery } from '../crud/conventional.ts';
import { idsStatement } from '../crud/list.ts';
import type { Plan } from '../crud/plan.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { doRows, manyMoves, type ManyMove, type RowMeant } from './many.ts';
import { problemOutput, shownProblems } from './shown.ts';
import type { WorkCalls, WorkParts } from './runner.ts';
import { addTask } from './tasks.ts';
import { arrayOf, whole } from '../call-shapes/answers.ts';

/** More rows than these are processed in the background. */
const atOnce = 200;
const mostTicked = 5000;
const mostMeant = 100_000;

const row = z.object({ id: z.coerce.number().int().positive(), rowVersion: z.number().int().nullish() });
const manyInput = z.object({
  /** The selected rows, with the versions that the user saw. */
  rows: z.array(row).max(mostMeant).optional(),
  /** Or the query of the list, with the number of rows that was shown. */
  filter: z.record(z.string(), z.unknown()).optional(),
  expected: z.number().int().min(0).optional(),
  /** Inputs of the action besides the row. */
  input: z.record(z.string(), z.unknown()).default({}),
});
type ManyInput = z.output<typeof manyInput>;

/** Selected rows in locking order. Without a version the present one is used. */
async function meantRows(ctx: CallCtx, plan: Plan, { rows = [] }: ManyInput): Promise<readonly RowMeant[]> {
  if (rows.length > mostTicked) throw notAllowed('many.too-many-rows', { max: mostTicked });
  const seen = new Map(rows.map(({ id, rowVersion }) => [id, rowVersion]));
  const { sql, values } = idsStatement(plan, ctx, {
    conditions: [{ field: 'id', operator: 'in', value: [...seen.keys()] }],
    take: mostTicked,
  });
  const present = new Map((await ctx.tx.query<RowMeant>(sql, values)).map(({ id, version }) => [id, version]));
  return [...seen]
    .map(([id, version]) => ({ id, version: version ?? present.get(id) ?? 0 }))
    .toSorted((one, other) => one.id - other.id);
}

/** All rows of a list query; their number must equal the one shown. */
async function rowsOfFilter(ctx: CallCtx, plan: Plan, { filter, expected }: ManyInput): Promise<readonly RowMeant[]> {
  const { sql, values } = idsStatement(plan, ctx, {
    ...listQuery(plan, ctx, Members.ofQuery(filter ?? {}).without('SkipCount', 'MaxResultCount', 'Sorting')),
    take: mostMeant + 1,
  });
  const rows = await ctx.tx.query<RowMeant>(sql, values);
  if (rows.length > mostMeant) throw notAllowed('many.too-large', { max: mostMeant });
  if (expected === undefined) throw invalid('expected', 'field.required');
  if (rows.length !== expected) throw conflict('many.changed', { count: rows.length });
  return rows;
}

type ManyParts = WorkParts & WorkCalls;

const manyOutput = z.object({
  taskId: whole.nullable(),
  total: whole,
  done: whole,
  failed: whole,
  problems: arrayOf(problemOutput),
});

async function doMany(
  parts: ManyParts,
  ctx: CallCtx,
  { move, asked }: { readonly move: ManyMove; readonly asked: ManyInput },
): Promise<z.output<typeof manyOutput>> {
  const { input } = asked;
  const { resource } = move;
  const rows = await (asked.filter ? rowsOfFilter : meantRows)(ctx, parts.planOf(resource), asked);
  const total = rows.length;
  if (total === 0) throw notAllowed('many.nothing');
  if (total > atOnce) {
    const work = { resource: resource.name, action: move.name, query: input, rows, totalRows: total };
    const taskId = await addTask(ctx, { kind: 'batch', ...work });
    parts.begin(ctx, taskId);
    return { taskId, total, done: 0, failed: 0, problems: [] };
  }
  const refused = await doRows(parts, ctx, { move, input: Members.of(input), rows });
  const problems = await shownProblems(ctx, resource, refused);
  return { taskId: null, total, done: total - refused.length, failed: refused.length, problems };
}

/** The bulk variant of a single-row call: `DeleteForMany` of `Delete`. */
export const manyCalls = (parts: ManyParts, resource: AnyResource): readonly Call[] =>
  manyMoves(resource).map((move) =>
    call({
      wire: `POST ${resource.wire.service}/${move.wire}ForMany`,
      title: `${move.title}（批量）`,
      cost: 10,
      inWaitingDays: resource.inWaitingDays,
      permission: move.permissions,
      resource,
      input: manyInput,
      output: manyOutput,
      run: (ctx, asked) => doMany(parts, ctx, { move, asked }),
    }),
  );
