import { Members, type AnyResource, type Given } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { listQuery } from '../crud/conventional.ts';
import { idsStatement } from '../crud/list.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { doRows } from './do-rows.ts';
import { manyMoves, type ManyMove } from './many.ts';
import { namesOf, problemOutput, shownProblem } from './shown.ts';
import type { TaskParts } from './parts.ts';
import type { WorkCalls } from './runner.ts';
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

interface Meant {
  readonly id: number;
  readonly version: number;
}

interface TickedRow {
  readonly id: number;
  readonly rowVersion?: number | null | undefined;
}

/** Selected rows in locking order. Without a version the present one is used. */
async function meantRows(
  ctx: CallCtx,
  parts: TaskParts,
  { resource, ticked }: { readonly resource: AnyResource; readonly ticked: readonly TickedRow[] },
): Promise<readonly Meant[]> {
  if (ticked.length > mostTicked) throw notAllowed('many.too-many-rows', { max: mostTicked });
  const seen = new Map(ticked.map(({ id, rowVersion }) => [id, rowVersion]));
  const { sql, values } = idsStatement(parts.planOf(resource), ctx, {
    conditions: [{ field: 'id', operator: 'in', value: [...seen.keys()] }],
    take: mostTicked,
  });
  const present = new Map((await ctx.tx.query<Meant>(sql, values)).map(({ id, version }) => [id, version]));
  return [...seen]
    .map(([id, version]) => ({ id, version: version ?? present.get(id) ?? 0 }))
    .toSorted((one, other) => one.id - other.id);
}

/** All rows of a list query; their number must equal the one shown. */
async function rowsOfFilter(
  ctx: CallCtx,
  parts: TaskParts,
  {
    resource,
    filter,
    expected,
  }: { readonly resource: AnyResource; readonly filter: Given; readonly expected: number | undefined },
): Promise<readonly Meant[]> {
  const plan = parts.planOf(resource);
  const { sql, values } = idsStatement(plan, ctx, {
    ...listQuery(plan, ctx, Members.ofQuery(filter).without('SkipCount', 'MaxResultCount', 'Sorting')),
    take: mostMeant + 1,
  });
  const rows = await ctx.tx.query<Meant>(sql, values);
  if (rows.length > mostMeant) throw notAllowed('many.too-large', { max: mostMeant });
  if (expected === undefined) throw invalid('expected', 'field.required');
  if (rows.length !== expected) throw conflict('many.changed', { count: rows.length });
  return rows;
}

type ManyParts = TaskParts & Pick<WorkCalls, 'begin'>;

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
  { resource, move, asked }: { readonly resource: AnyResource; readonly move: ManyMove; readonly asked: ManyInput },
): Promise<z.output<typeof manyOutput>> {
  const { rows: ticked, filter, expected, input } = asked;
  const rows = filter
    ? await rowsOfFilter(ctx, parts, { resource, filter, expected })
    : await meantRows(ctx, parts, { resource, ticked: ticked ?? [] });
  if (rows.length === 0) throw notAllowed('many.nothing');
  if (rows.length > atOnce) {
    const taskId = await addTask(ctx, {
      kind: 'batch',
      resource: resource.name,
      action: move.name,
      input: { query: input },
      rows,
      totalRows: rows.length,
    });
    parts.begin(ctx, taskId);
    return { taskId, total: rows.length, done: 0, failed: 0, problems: [] };
  }
  const problems = await doRows(parts, ctx, {
    resource: resource.name,
    name: move.name,
    input: Members.of(input),
    rows,
  });
  const names = await namesOf(
    ctx,
    resource,
    problems.map(({ id }) => id),
  );
  return {
    taskId: null,
    total: rows.length,
    done: rows.length - problems.length,
    failed: problems.length,
    problems: problems.map((problem) => shownProblem(ctx, resource, { ...problem, name: names.get(problem.id) })),
  };
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
      run: (ctx, asked) => doMany(parts, ctx, { resource, move, asked }),
    }),
  );
