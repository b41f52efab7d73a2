import type { AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { conflict, notAllowed, notFound } from '../../platform/errors.ts';
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

const columns = `v.id, v.resource, v.name, v.is_shared as "isShared", v.user_id = $2 as "isOwn", d.view_id is not null as "isDefault", u.name as "ownerName", v.row_version as "rowVersion", v.state`;
const from = `from list_view v join app_user u on u.tenant_id = v.tenant_id and u.id = v.user_id
  left join list_view_default d on d.tenant_id = v.tenant_id and d.user_id = $2 and d.resource = v.resource and d.view_id = v.id`;

/** The views of a list that the caller may select: own ones first. */
export const viewsOf = (ctx: CallCtx, resource: AnyResource): Promise<readonly View[]> =>
  ctx.tx.query<View>(
    `select ${columns} ${from} where v.tenant_id = $1 and v.resource = $3 and (v.user_id = $2 or v.is_shared) order by v.user_id <> $2, v.name, v.id`,
    [ctx.tenantId, ctx.caller.userId, resource.name],
  );

/** The caller's default views of lists. */
export const defaultViews = (ctx: CallCtx): Promise<readonly View[]> =>
  ctx.tx.query<View>(
    `select ${columns} ${from} where v.tenant_id = $1 and d.view_id is not null and (v.user_id = $2 or v.is_shared) order by v.resource`,
    [ctx.tenantId, ctx.caller.userId],
  );

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

const updateSql = `update list_view set name = $4, is_shared = $5, state = $6::jsonb, updated_at = $7, row_version = row_version + 1
  where tenant_id = $1 and user_id = $2 and id = $3 and resource = $8 and ($9::integer is null or row_version = $9)`;
const insertSql =
  'insert into list_view (tenant_id, user_id, resource, name, is_shared, state, created_at) values ($1, $2, $3, $4, $5, $6::jsonb, $7) returning id';

async function changeView(
  ctx: CallCtx,
  { id, resource, name, isShared, state, rowVersion }: ViewInput,
): Promise<number> {
  const who = [ctx.tenantId, ctx.caller.userId, id];
  const changed = await ctx.tx.execute(updateSql, [
    ...who,
    name,
    isShared,
    JSON.stringify(state),
    ctx.now(),
    resource,
    rowVersion ?? null,
  ]);
  if (changed > 0) return id ?? 0;
  const isThere = await ctx.tx.one(
    'select 1 from list_view where tenant_id = $1 and user_id = $2 and id = $3 and resource = $4',
    [...who, resource],
  );
  throw isThere ? conflict('view.changed') : notFound('view');
}

async function makeView(ctx: CallCtx, { resource, name, isShared, state }: ViewInput): Promise<number> {
  const who = [ctx.tenantId, ctx.caller.userId, resource];
  const count = await ctx.tx.one<{ count: number }>(
    'select count(*) as count from list_view where tenant_id = $1 and user_id = $2 and resource = $3',
    who,
  );
  if ((count?.count ?? 0) >= mostViews) throw notAllowed('view.too-many', { max: mostViews });
  const row = await ctx.tx.one<{ id: number }>(insertSql, [...who, name, isShared, JSON.stringify(state), ctx.now()]);
  return row?.id ?? 0;
}

async function chooseDefault(
  ctx: CallCtx,
  resource: string,
  view: { readonly id: number; readonly isDefault: boolean },
): Promise<void> {
  const who = [ctx.tenantId, ctx.caller.userId, resource, view.id];
  if (!view.isDefault)
    await ctx.tx.execute(
      'delete from list_view_default where tenant_id = $1 and user_id = $2 and resource = $3 and view_id = $4',
      who,
    );
  else
    await ctx.tx.execute(
      'insert into list_view_default (tenant_id, user_id, resource, view_id) values ($1, $2, $3, $4) on conflict (tenant_id, user_id, resource) do update set view_id = excluded.view_id',
      who,
    );
}

async function saveView(lists: Lists, ctx: CallCtx, input: ViewInput): Promise<number> {
  const { resource, name, isDefault } = input;
  requireKeepableFilters(lists.of(ctx, resource), input.state);
  const taken = await ctx.tx.one(
    'select 1 from list_view where tenant_id = $1 and user_id = $2 and resource = $3 and name = $4 and id <> $5',
    [ctx.tenantId, ctx.caller.userId, resource, name, input.id ?? 0],
  );
  if (taken) throw conflict('view.name-taken');
  const id = await (input.id ? changeView(ctx, input) : makeView(ctx, input));
  if (isDefault !== undefined) await chooseDefault(ctx, resource, { id, isDefault });
  return id;
}

const choiceInput = z.object({
  resource: z.string().max(60),
  id: z.coerce.number().int().positive(),
  isDefault: z.boolean(),
});

async function chooseView(
  lists: Lists,
  ctx: CallCtx,
  { resource, id, isDefault }: z.output<typeof choiceInput>,
): Promise<null> {
  const seen = await ctx.tx.one(
    'select 1 from list_view where tenant_id = $1 and id = $2 and resource = $3 and (user_id = $4 or is_shared)',
    [ctx.tenantId, id, lists.of(ctx, resource).name, ctx.caller.userId],
  );
  if (!seen) throw notFound('view');
  await chooseDefault(ctx, resource, { id, isDefault });
  return null;
}

async function removeView(ctx: CallCtx, id: number): Promise<null> {
  const removed = await ctx.tx.execute('delete from list_view where tenant_id = $1 and user_id = $2 and id = $3', [
    ctx.tenantId,
    ctx.caller.userId,
    id,
  ]);
  if (removed === 0) throw notFound('view');
  return null;
}

export const viewCalls = (lists: Lists): readonly Call[] => [
  call({
    wire: 'POST Lists/SaveView',
    title: '保存视图',
    inWaitingDays: true,
    permission: 'signed-in',
    input: viewInput,
    output: whole,
    run: (ctx, input) => saveView(lists, ctx, input),
  }),
  call({
    wire: 'POST Lists/ChooseView',
    title: '设为默认视图',
    inWaitingDays: true,
    permission: 'signed-in',
    input: choiceInput,
    output: nothing,
    run: (ctx, input) => chooseView(lists, ctx, input),
  }),
  call({
    wire: 'DELETE Lists/DeleteView',
    title: '删除视图',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ id: z.coerce.number().int().positive() }),
    output: nothing,
    run: (ctx, { id }) => removeView(ctx, id),
  }),
];
