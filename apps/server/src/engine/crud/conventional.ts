import {
  type AnyResource,
  checkFields,
  checkSave,
  integer,
  type Members,
  type Model,
  permissionsOfWrite,
  refuseFixed,
  targetOf,
} from '@kangmai/resource';
import type { ListQuery, WireRow } from '@kangmai/resource/wire';
import { requireAny } from '../../access/ctx.ts';
import { conflict, invalid, notFound, requireSound } from '../../platform/errors.ts';
import type { CallCtx } from './call-ctx.ts';
import type { Page, TotalFrom } from './list.ts';
import { completeRows } from '../traits/hooks.ts';
import { isReading, type PlainRow, type Plan } from './plan.ts';
import { refuseStale, Rows } from './repository.ts';
import type { Change, OwnAction, Served } from '../traits/trait.ts';
import { allSettled } from '../../platform/settled.ts';
import { resolveRefs, withoutSameRefs } from './write.ts';

/** Parses a list query; reports all refused parameters at once. */
export function listQuery(plan: Plan, ctx: CallCtx, query: Members): ListQuery {
  const { list, problems } = plan.readQuery({ query, context: ctx.check });
  requireSound(problems);
  return list;
}

/** Above this many rows an answer is streamed. */
export const streamAbove = 1000;

/** A page too long for memory: its rows are streamed. */
export class StreamedPage {
  readonly head: {
    readonly totalCount: number;
    readonly totalCountCapped?: true;
    readonly sums?: Readonly<Record<string, number>>;
  };
  readonly rows: AsyncIterable<readonly WireRow[]>;
  readonly keys: readonly string[];
  constructor(parts: Pick<StreamedPage, 'head' | 'rows' | 'keys'>) {
    this.head = parts.head;
    this.rows = parts.rows;
    this.keys = parts.keys;
  }
}

/** The total of a page as it is answered. */
export const headOf = ({ total, capped, sums }: Pick<Page, 'total' | 'capped' | 'sums'>): StreamedPage['head'] => ({
  totalCount: total,
  ...(capped && { totalCountCapped: true }),
  ...(sums && { sums }),
});

/** How the rows of a list are found and written. */
interface PageShape<T> {
  readonly query: Members;
  /** Conditions beside the caller's filters. */
  readonly only?: ListQuery['conditions'];
  readonly totalFrom?: TotalFrom | undefined;
  readonly write: (rows: readonly PlainRow[]) => readonly T[] | Promise<readonly T[]>;
}

async function* written<T>(
  pages: AsyncIterable<readonly PlainRow[]>,
  write: PageShape<T>['write'],
): AsyncGenerator<readonly T[]> {
  for await (const rows of pages) yield await write(rows);
}

/**
 * A page of a list with the usual filters, sorting and paging, its rows written in a shape of their own; streamed when
 * it is long.
 */
export async function pageInShape<T>(
  ctx: CallCtx,
  rows: Rows,
  { query, only = [], totalFrom, ...shape }: PageShape<T>,
): Promise<StreamedPage | (StreamedPage['head'] & { readonly items: readonly T[] })> {
  const { rowsKey } = rows.plan.face.wire;
  const keys = rowsKey === undefined ? ['items'] : ['items', rowsKey];
  const list = listQuery(rows.plan, ctx, query);
  const asked = { ...list, conditions: [...list.conditions, ...only] };
  const isLong = asked.take > streamAbove;
  const page = await rows.page(isLong ? { ...asked, take: 1 } : asked, totalFrom);
  const head = headOf(page);
  const write = async (read: readonly PlainRow[]): Promise<readonly T[]> =>
    shape.write(await completeRows(rows.plan, ctx, { rows: read }));
  if (isLong)
    return new StreamedPage({
      head,
      rows: written(rows.stream(asked), write) as unknown as StreamedPage['rows'],
      keys,
    });
  const items = await write(page.rows);
  return { ...head, items, ...Object.fromEntries(keys.map((key) => [key, items])) };
}

/** GetAll and GetPagedAll: a page of rows with its total, wrapped or flat as the call wants. */
export function answerPage(
  { plan, totalFrom }: Pick<Served, 'plan' | 'totalFrom'>,
  ctx: CallCtx,
  { query, flat }: { readonly query: Members; readonly flat: boolean },
): Promise<unknown> {
  const write = flat ? plan.writer.flat : plan.writer.wrapped;
  return pageInShape(ctx, new Rows(plan, ctx), { query, totalFrom, write: (rows) => rows.map(write) });
}

/** An unpaged list for selects: flat rows, as many as requested, a thousand by default. */
export async function answerRows(served: Served, ctx: CallCtx, query: Members): Promise<readonly WireRow[]> {
  const list = listQuery(
    served.plan,
    ctx,
    query.get('MaxResultCount') === undefined ? query.with({ MaxResultCount: 1000 }) : query,
  );
  return (await new Rows(served.plan, ctx).select(list)).map(served.plan.writer.flat);
}

/** …ForEdit, …ForView (wrapped) and Get (flat) of one row. */
export async function answerOne(
  served: Served,
  ctx: CallCtx,
  input: { readonly id: number; readonly flat: boolean },
): Promise<WireRow> {
  const found = await new Rows(served.plan, ctx).get(input.id);
  const [row = found] = await completeRows(served.plan, ctx, { rows: [found] });
  return input.flat ? served.plan.writer.flat(row) : served.plan.writer.wrapped(row);
}

const rowKey = { id: integer({ label: 'id', size: 'big' }), rowVersion: integer({ label: 'rowVersion' }) };

/** CreateOrEdit: creates a row without id, changes the one with an id. Returns the id. */
export async function answerSave(served: Served, ctx: CallCtx, body: Members): Promise<number> {
  const { values, problems } = checkFields(rowKey, body, ctx.check);
  if (problems.length > 0) throw invalid('id', 'field.not-integer');
  const { id, rowVersion } = values as { id: number | null; rowVersion: number | null };
  return id
    ? change(served, ctx, { id, seen: rowVersion ?? undefined, body })
    : ((await answerCreate(served, ctx, [body]))[0] ?? 0);
}

const requireWrite = (ctx: CallCtx, resource: AnyResource, write: 'Create' | 'Edit'): void =>
  requireAny(ctx, permissionsOfWrite(resource, write));

async function checked(
  served: Served,
  ctx: CallCtx,
  { body, before }: { readonly body: Members; readonly before?: PlainRow | undefined },
): Promise<Record<string, unknown>> {
  const { face } = served.plan;
  const { values, problems } = checkSave(face, body, {
    mode: before ? 'update' : 'create',
    context: ctx.check,
  });
  requireSound(before ? [...problems, ...refuseFixed(face, values, before)] : problems);
  for (const trait of served.traits) await trait.checkGiven?.(served, ctx, { fields: face.fields, values, before });
  return values as Record<string, unknown>;
}

/**
 * CreateOrEdit of some dozens of new rows: checks every row, then inserts all in one statement. All or none; returns
 * the ids in order.
 */
export async function answerCreate(
  served: Served,
  ctx: CallCtx,
  bodies: readonly Members[],
): Promise<readonly number[]> {
  const { plan, code, given } = served;
  requireWrite(ctx, plan.face, 'Create');
  const drafts = await allSettled(
    bodies.map(async (body) => {
      const draft = { ...(await checked(served, ctx, { body })), ...given };
      await code?.hooks.beforeSave?.(ctx, draft, undefined);
      return draft;
    }),
  );
  const rows = await new Rows(plan, ctx).insertAll(drafts);
  await allSettled(rows.map(async (row) => code?.hooks.afterSave?.(ctx, row, undefined)));
  for (const trait of served.traits) await trait.afterSave?.(served, ctx, { rows });
  return rows.map(({ id }) => id);
}

/** Runs the code of abilities and of the module before a row is changed. */
async function beforeChange(served: Served, ctx: CallCtx, about: Change): Promise<void> {
  for (const trait of served.traits) await trait.beforeChange?.(served, ctx, about);
  await served.code?.hooks.beforeSave?.(ctx, about.draft, about.before);
}

async function change(
  served: Served,
  ctx: CallCtx,
  input: { readonly id: number; readonly seen: number | undefined; readonly body: Members },
): Promise<number> {
  requireWrite(ctx, served.plan.face, 'Edit');
  if (isReading(served.plan.resource)) throw conflict('reading.never-changed');
  const rows = new Rows(served.plan, ctx);
  await served.code?.hooks.lockFirst?.(ctx, input.id);
  const before = await rows.get(input.id, true);
  await refuseStale(ctx, before, input.seen);
  const draft = await checked(served, ctx, { body: input.body, before });
  await beforeChange(served, ctx, { draft, before, body: input.body });
  const row = await rows.update(input.id, draft);
  await served.code?.hooks.afterSave?.(ctx, row, before);
  for (const trait of served.traits) await trait.afterSave?.(served, ctx, { rows: [row], before });
  return row.id;
}

/**
 * What CreateOrEdit would refuse, as far as known without writing. Code before a save may write: call it where nothing
 * is committed.
 */
export async function answerCheck(served: Served, ctx: CallCtx, body: Members): Promise<void> {
  const { plan, code } = served;
  const id = Number(body.get('id') ?? 0);
  const before = id > 0 ? await new Rows(plan, ctx).get(id) : undefined;
  const draft = await checked(served, ctx, { body, before });
  await (before ? beforeChange(served, ctx, { draft, before, body }) : code?.hooks.beforeSave?.(ctx, draft, before));
  await (before ? resolveRefs(plan, ctx, withoutSameRefs(plan, draft, before)) : new Rows(plan, ctx).complete([draft]));
}

/** Delete: soft; does nothing for a deleted id, one that never existed is not found. */
export async function answerRemove(served: Served, ctx: CallCtx, id: number): Promise<null> {
  const rows = new Rows(served.plan, ctx);
  await served.code?.hooks.lockFirst?.(ctx, id);
  const row = await rows.one(id, true);
  if (!row) {
    const gone = await ctx.tx.one(
      `select 1 from ${served.plan.table} where tenant_id = $1 and id = $2 and is_deleted`,
      [ctx.tenantId, id],
    );
    if (!gone || !ctx.caller.sight.all) throw notFound(served.plan.resource.name);
    return null;
  }
  await served.code?.hooks.beforeDelete?.(ctx, row);
  await rows.remove(id);
  return null;
}

interface Lookup {
  readonly totalCount: number;
  readonly totalCountCapped?: true;
  readonly items: readonly { readonly id: number; readonly displayName: string }[];
}

const displayText = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String((value ?? '') as string | number);

/** …ForLookupTable of a reference: ids and names of allowed targets, with free text and paging. */
export async function answerLookup(target: Plan, ctx: CallCtx, query: Members): Promise<Lookup> {
  const list = listQuery(target, ctx, query);
  const page = await new Rows(target, ctx).page({ ...list, forReference: true });
  const { display } = target.resource;
  const head = headOf({ ...page, sums: undefined });
  return { ...head, items: page.rows.map((row) => ({ id: row.id, displayName: displayText(row[display]) })) };
}

/** Targets of a resource's references, each with the action name of its lookup. */
export function lookupsOf(
  resource: AnyResource,
  model: Model,
): readonly { readonly action: string; readonly target: AnyResource }[] {
  const refs = Object.values(resource.fields).filter(
    ({ kind, options }) => (kind === 'ref' || kind === 'refs') && !options.readonly,
  );
  const targets = new Set(refs.map((field) => model.byName(targetOf(field))));
  return [...targets].map((target) => ({ action: `GetAll${target.wire.entity}ForLookupTable`, target }));
}

/** The code of an action: an ability's, or the module's. */
export function actionCode(served: Served, name: string): OwnAction | undefined {
  const { traits, code } = served;
  const own = traits.map((trait) => trait.actionOf?.(served, name)).find((found) => found !== undefined);
  return own ?? (code?.actions[name] && { run: code.actions[name], answer: code.answers[name] });
}

/** Runs an action of a resource: checks its input; the edge has checked the permission. */
export async function answerAction(
  served: Served,
  ctx: CallCtx,
  input: { readonly name: string; readonly body: Members },
): Promise<unknown> {
  const [action, run] = [served.plan.face.actions[input.name], actionCode(served, input.name)?.run];
  if (!action || !run) throw new Error(`${served.plan.resource.name} has no code for ${input.name}`);
  const { values, problems } = checkFields(action.input, input.body, ctx.check);
  requireSound(problems);
  for (const trait of served.traits) await trait.beforeAction?.(served, ctx, { fields: action.input, values });
  return run(ctx, values);
}
