import { type AnyResource, type AnyRow, targetOf } from '@kangmai/resource';
import type { LoadedRow } from '@kangmai/resource/wire';
import { inSight } from '../../../access/data-scope.ts';
import type { Ctx } from '../../../access/ctx.ts';
import { type FieldProblem, requireSound } from '../../../platform/errors.ts';
import { Values } from '../../crud/where.ts';
import type { Hooked, Written } from '../hooks.ts';
import type { Trait } from '../trait.ts';
import { insertLines, type LineTable, readLines, removeLines, type StoredLine, tableOf, updateLines } from './store.ts';

type Draft = Readonly<Record<string, unknown>>;

const linesOf = ({ lines = {} }: AnyResource): readonly (readonly [name: string, table: LineTable])[] =>
  Object.entries(lines).map(([name, { child }]) => [name, tableOf(child as AnyResource)]);

const listOf = <L extends AnyRow>(value: unknown): readonly L[] =>
  Array.isArray(value) ? (value as readonly L[]) : [];

/** Rows with their lines, of those that are named. */
async function withLines<R extends LoadedRow>(
  resource: AnyResource,
  ctx: Ctx,
  { rows, names }: { readonly rows: readonly R[]; readonly names?: ReadonlySet<string> | undefined },
): Promise<readonly R[]> {
  let whole = rows;
  for (const [name, table] of linesOf(resource)) {
    if (rows.length === 0 || (names && !names.has(name))) continue;
    const lines = await readLines(
      table,
      ctx,
      rows.map(({ id }) => id),
    );
    whole = whole.map((row) => ({ ...row, [name]: lines.get(row.id) ?? [] }));
  }
  return whole;
}

/** The ids among these that are rows in the caller's sight. */
async function seenAmong(ctx: Ctx, target: AnyResource, ids: readonly unknown[]): Promise<ReadonlySet<unknown>> {
  const values = new Values(ctx);
  const scope = inSight(ctx, target, { alias: 'b', values, forReference: true });
  const found = await ctx.tx.query<{ id: number }>(
    `select b.id from "${target.table}" b where b.tenant_id = $1 and not b.is_deleted and b.id = any(${values.bind(ids)}::bigint[]) and ${scope}`,
    values.list,
  );
  return new Set(found.map(({ id }) => id));
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** References of lines to what the caller does not see, each at its place. */
async function unseenRefs({ resource, model }: Hooked, ctx: Ctx, draft: Draft): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [name, { columns }] of linesOf(resource))
    for (const { field, definition } of columns) {
      const ids = definition.kind === 'ref' ? listOf(draft[name]).map((line) => line[field]) : [];
      if (!ids.some(isGiven)) continue;
      const seen = await seenAmong(ctx, model.byName(targetOf(definition)), [...new Set(ids.filter(isGiven))]);
      for (const [at, id] of ids.entries())
        if (isGiven(id) && !seen.has(id)) problems.push({ field: `${name}[${at}].${field}`, reason: 'ref.not-found' });
    }
  return problems;
}

/** What lines come to be: those with an id keep what was not given. An id of another document is not found. */
function merged(name: string, given: unknown, before: readonly StoredLine[]): readonly AnyRow[] {
  const known = new Map(before.map((line) => [line.id, line]));
  const lines = listOf(given);
  const foreign = (line: AnyRow): boolean => (line['id'] ?? null) !== null && !known.has(line['id'] as number);
  requireSound(
    lines.flatMap((line, at) => (foreign(line) ? [{ field: `${name}[${at}].id`, reason: 'ref.not-found' }] : [])),
  );
  return lines.map((line) => ({ ...known.get(line['id'] as number), ...line, id: line['id'] ?? null }));
}

function mergedDraft(resource: AnyResource, draft: Draft, before?: LoadedRow): Record<string, unknown> {
  const lines = linesOf(resource)
    .filter(([name]) => name in draft)
    .map(([name]) => [name, merged(name, draft[name], listOf<StoredLine>(before?.[name]))]);
  return { ...draft, ...Object.fromEntries(lines) };
}

/** Writes the differences between the lines that a document had and those it has now. */
async function writeLines(table: LineTable, ctx: Ctx, { id, before, after }: Difference): Promise<void> {
  const stored = new Map(before.map((line, at) => [line.id, `${at} ${JSON.stringify(line)}`]));
  const places = after.map((line, at) => ({ line, at }));
  const kept = new Set(after.map((line) => line['id']));
  const isChanged = ({ line, at }: (typeof places)[number]): boolean =>
    stored.get(line['id'] as number) !== `${at} ${JSON.stringify(line)}`;
  const document = { ctx, id };
  const gone = before.map((line) => line.id).filter((one) => !kept.has(one));
  await removeLines(table, document, gone);
  await updateLines(
    table,
    document,
    places.filter((place) => place.line['id'] !== null && isChanged(place)),
  );
  await insertLines(
    table,
    document,
    places.filter(({ line }) => line['id'] === null),
  );
}

interface Difference {
  readonly id: number;
  readonly before: readonly StoredLine[];
  readonly after: readonly AnyRow[];
}

async function writeAll({ resource }: Hooked, ctx: Ctx, rows: readonly Written[]): Promise<void> {
  for (const [name, table] of linesOf(resource))
    for (const { id, draft, before } of rows)
      if (name in draft)
        await writeLines(table, ctx, { id, before: listOf<StoredLine>(before?.[name]), after: listOf(draft[name]) });
}

/** The lines of documents: rows of their own, read and saved with the document under its lock. */
export const lines: Trait = {
  problemsOf: unseenRefs,
  beforeInsert: async (resource, _ctx, drafts) => drafts.map((draft) => mergedDraft(resource, draft)),
  beforeUpdate: async (resource, _ctx, { before, draft }) => mergedDraft(resource, draft, before),
  afterWrite: writeAll,
  wholeRows: ({ resource }, ctx, rows) => withLines(resource, ctx, { rows }),
  // An export reads the lines that it asks for.
  besideRows: async ({ resource }, ctx, { rows, only }) =>
    only && Object.keys(resource.lines ?? {}).some((name) => only.has(name))
      ? withLines(resource, ctx, { rows, names: only })
      : rows,
  async beforeRemove(resource, ctx, row) {
    for (const [, table] of linesOf(resource)) await removeLines(table, { ctx, id: row.id });
  },
};
