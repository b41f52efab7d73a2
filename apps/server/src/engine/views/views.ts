import type { AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import type { Call } from '../crud/call.ts';
import { ownCall } from '../own-call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { conflict, notAllowed, notFound } from '../../platform/errors.ts';
import { listViewDefaults, listViews, userNames } from '../sql/tables.ts';
import type { Lists } from './list-of.ts';
import { requireKeepableFilters, stateShape } from './shapes.ts';
import { nothing, whole } from '../call-shapes/answers.ts';

const mostViews = 50;

/** A view as its readers get it. */
export const viewOutput = z.object({
  id: whole,
  resource: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  isDefault: z.boolean(),
  ownerName: z.string(),
  rowVersion: whole,
  state: stateShape,
});

export type View = z.output<typeof viewOutput>;

/** The views that the caller may choose. */
const visible = ({ from, caller }: CallCtx) =>
  from(listViews, 'v').where((eb) => eb.or([eb('v.userId', '=', caller.userId ?? 0), eb('v.isShared', '=', true)]));

/** The views that the caller may choose, as their readers get them. */
function shownViews(ctx: CallCtx) {
  const userId = ctx.caller.userId ?? 0;
  const own = ctx.from(listViewDefaults, 'd').select('d.viewId').where('d.userId', '=', userId).as('d');
  return visible(ctx)
    .innerJoin(ctx.from(userNames, 'u').joined, 'u.id', 'v.userId')
    .leftJoin(own, 'd.viewId', 'v.id')
    .select((eb) => [
      'v.id',
      'v.resource',
      'v.name',
      'v.isShared',
      eb('v.userId', '=', userId).as('isOwn'),
      eb('d.viewId', 'is not', null).as('isDefault'),
      'u.fullName as ownerName',
      'v.rowVersion',
      'v.state',
    ]);
}

/** The views of a list that the caller may choose: one's own first. */
export const viewsOf = (ctx: CallCtx, { name }: AnyResource): Promise<readonly View[]> =>
  ctx.all(
    shownViews(ctx).where('v.resource', '=', name).orderBy('isOwn', 'desc').orderBy('v.name').orderBy('v.id'),
  ) as unknown as Promise<readonly View[]>;

/** The caller's default views of lists. */
export const defaultViews = (ctx: CallCtx): Promise<readonly View[]> =>
  ctx.all(shownViews(ctx).where('d.viewId', 'is not', null).orderBy('v.resource')) as unknown as Promise<
    readonly View[]
  >;

const viewInput = z.object({
  id: z.coerce.number().int().positive().nullish(),
  resource: z.string().max(60),
  name: z.string().trim().min(1).max(32),
  isShared: z.boolean().default(false),
  /** Without it, the default view does not change. */
  isDefault: z.boolean().optional(),
  state: stateShape,
  rowVersion: z.number().int().positive().nullish(),
});
type ViewInput = z.output<typeof viewInput>;

/** The caller's own views of a list. */
const ownViews = ({ from, caller }: CallCtx, resource: string) =>
  from(listViews, 'v')
    .where('v.userId', '=', caller.userId ?? 0)
    .where('v.resource', '=', resource);

const updateSql = `update list_view set name = $4, is_shared = $5, state = $6::jsonb, updated_at = $7, row_version = row_version + 1
  where tenant_id = $1 and user_id = $2 and id = $3 and resource = $8 and ($9::integer is null or row_version = $9)`;
const insertSql =
  'insert into list_view (tenant_id, user_id, resource, name, is_shared, state, created_at) values ($1, $2, $3, $4, $5, $6::jsonb, $7) returning id';

async function changeView(
  ctx: CallCtx,
  { id, resource, name, isShared, state, rowVersion = null }: ViewInput & { readonly id: number },
): Promise<number> {
  const who = [ctx.tenantId, ctx.caller.userId, id];
  const values = [...who, name, isShared, JSON.stringify(state), ctx.now(), resource, rowVersion];
  if ((await ctx.tx.execute(updateSql, values)) > 0) return id;
  const present = await ctx.first(ownViews(ctx, resource).where('v.id', '=', id).select('v.id'));
  throw present ? conflict('view.changed') : notFound('view');
}

async function makeView(ctx: CallCtx, { resource, name, isShared, state }: ViewInput): Promise<number> {
  const who = [ctx.tenantId, ctx.caller.userId, resource];
  const count = await ctx.first(ownViews(ctx, resource).select((eb) => eb.fn.countAll<number>().as('count')));
  if ((count?.count ?? 0) >= mostViews) throw notAllowed('view.too-many', { max: mostViews });
  const row = await ctx.tx.one<{ id: number }>(insertSql, [...who, name, isShared, JSON.stringify(state), ctx.now()]);
  return row?.id ?? 0;
}

const chooseSql =
  'insert into list_view_default (tenant_id, user_id, resource, view_id) values ($1, $2, $3, $4) on conflict (tenant_id, user_id, resource) do update set view_id = excluded.view_id';
const unchooseSql =
  'delete from list_view_default where tenant_id = $1 and user_id = $2 and resource = $3 and view_id = $4';

const rowInput = z.object({ id: z.coerce.number().int().positive() });
const choiceInput = rowInput.extend({ ...viewInput.pick({ resource: true }).shape, isDefault: z.boolean() });
type Choice = z.output<typeof choiceInput>;

const chooseDefault = (ctx: CallCtx, { resource, id, isDefault }: Choice): Promise<number> =>
  ctx.tx.execute(isDefault ? chooseSql : unchooseSql, [ctx.tenantId, ctx.caller.userId, resource, id]);

async function saveView(lists: Lists, ctx: CallCtx, input: ViewInput): Promise<number> {
  const { id: given, resource, name, isDefault } = input;
  requireKeepableFilters(lists.of(ctx, resource), input.state);
  const sameName = ownViews(ctx, resource).where('v.name', '=', name);
  const taken = await ctx.first(sameName.where('v.id', '<>', given ?? 0).select('v.id'));
  if (taken) throw conflict('view.name-taken');
  const id = await (given ? changeView(ctx, { ...input, id: given }) : makeView(ctx, input));
  if (isDefault !== undefined) await chooseDefault(ctx, { resource, id, isDefault });
  return id;
}

async function chooseView(lists: Lists, ctx: CallCtx, choice: Choice): Promise<null> {
  const { name } = lists.of(ctx, choice.resource);
  const seen = visible(ctx).where('v.id', '=', choice.id).where('v.resource', '=', name).select('v.id');
  if (!(await ctx.first(seen))) throw notFound('view');
  await chooseDefault(ctx, choice);
  return null;
}

async function removeView(ctx: CallCtx, id: number): Promise<null> {
  const sql = 'delete from list_view where tenant_id = $1 and user_id = $2 and id = $3';
  if ((await ctx.tx.execute(sql, [ctx.tenantId, ctx.caller.userId, id])) === 0) throw notFound('view');
  return null;
}

export const viewCalls = (lists: Lists): readonly Call[] => [
  ownCall({
    wire: 'POST Lists/SaveView',
    title: '保存视图',
    input: viewInput,
    output: whole,
    run: (ctx, input) => saveView(lists, ctx, input),
  }),
  ownCall({
    wire: 'POST Lists/ChooseView',
    title: '设为默认视图',
    input: choiceInput,
    output: nothing,
    run: (ctx, input) => chooseView(lists, ctx, input),
  }),
  ownCall({
    wire: 'DELETE Lists/DeleteView',
    title: '删除视图',
    input: rowInput,
    output: nothing,
    run: (ctx, { id }) => removeView(ctx, id),
  }),
];
