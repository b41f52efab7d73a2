import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { conflict, forbidden, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import { listTexts } from './texts.ts';

const mostViews = 50;
const largest = 20_000;

/** The list that is meant; who may not read it has nothing to arrange. */
function listOf(ctx: CallCtx, name: string): AnyResource {
  const resource = ctx.model.find(name);
  if (!resource) throw invalid('resource', 'field.unknown-choice');
  const needed = permissionsOfCall(resource, 'list');
  if (!canAny(ctx, needed)) throw forbidden(needed.join(', '));
  return resource;
}

const structured = z.record(z.string(), z.unknown()).refine((value) => JSON.stringify(value).length <= largest, { message: 'field.too-long' });

interface View {
  readonly id: number;
  readonly name: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
  readonly isDefault: boolean;
  readonly ownerName: string;
  readonly state: object;
}

const viewsSql = `select v.id, v.name, v.is_shared as "isShared", v.user_id = $2 as "isOwn", d.view_id is not null as "isDefault", u.name as "ownerName", v.state
  from list_view v join app_user u on u.tenant_id = v.tenant_id and u.id = v.user_id
  left join list_view_default d on d.tenant_id = v.tenant_id and d.user_id = $2 and d.resource = v.resource and d.view_id = v.id
  where v.tenant_id = $1 and v.resource = $3 and (v.user_id = $2 or v.is_shared) order by v.user_id <> $2, v.name, v.id`;

/** Everything a list needs when it opens: the user's arrangement, and the views to choose from. */
async function readLook(ctx: CallCtx, resource: AnyResource): Promise<object> {
  const who = [ctx.tenantId, ctx.caller.userId, resource.name];
  const [row, views] = await Promise.all([
    ctx.tx.one<{ look: object }>('select look from list_look where tenant_id = $1 and user_id = $2 and resource = $3', who), ctx.tx.query<View>(viewsSql, who),
  ]);
  return { look: row?.look ?? null, views };
}

async function saveLook(ctx: CallCtx, resource: AnyResource, look: object | null): Promise<null> {
  const who = [ctx.tenantId, ctx.caller.userId, resource.name];
  if (look === null) await ctx.tx.execute('delete from list_look where tenant_id = $1 and user_id = $2 and resource = $3', who);
  else await ctx.tx.execute('insert into list_look (tenant_id, user_id, resource, look, updated_at) values ($1, $2, $3, $4::jsonb, $5) on conflict (tenant_id, user_id, resource) do update set look = excluded.look, updated_at = excluded.updated_at', [...who, JSON.stringify(look), ctx.now()]);
  return null;
}

const viewInput = z.object({ id: z.coerce.number().int().positive().nullish(), resource: z.string().max(60), name: z.string().trim().min(1).max(32), isShared: z.boolean().default(false), isDefault: z.boolean().default(false), state: structured });

async function writeView(ctx: CallCtx, input: z.output<typeof viewInput>): Promise<number> {
  const { id, resource, name, isShared, state } = input;
  const who = [ctx.tenantId, ctx.caller.userId];
  const taken = await ctx.tx.one('select 1 from list_view where tenant_id = $1 and user_id = $2 and resource = $3 and name = $4 and id <> $5', [...who, resource, name, id ?? 0]);
  if (taken) throw conflict('view.name-taken');
  if (id) {
    const changed = await ctx.tx.execute('update list_view set name = $4, is_shared = $5, state = $6::jsonb, updated_at = $7 where tenant_id = $1 and user_id = $2 and id = $3 and resource = $8', [...who, id, name, isShared, JSON.stringify(state), ctx.now(), resource]);
    if (changed === 0) throw notFound('view');
    return id;
  }
  const count = await ctx.tx.one<{ count: number }>('select count(*) as count from list_view where tenant_id = $1 and user_id = $2 and resource = $3', [...who, resource]);
  if ((count?.count ?? 0) >= mostViews) throw notAllowed('view.too-many', { max: mostViews });
  const row = await ctx.tx.one<{ id: number }>('insert into list_view (tenant_id, user_id, resource, name, is_shared, state, created_at) values ($1, $2, $3, $4, $5, $6::jsonb, $7) returning id', [...who, resource, name, isShared, JSON.stringify(state), ctx.now()]);
  return row?.id ?? 0;
}

async function chooseDefault(ctx: CallCtx, resource: string, view: { readonly id: number; readonly isDefault: boolean }): Promise<void> {
  const who = [ctx.tenantId, ctx.caller.userId, resource, view.id];
  if (!view.isDefault) await ctx.tx.execute('delete from list_view_default where tenant_id = $1 and user_id = $2 and resource = $3 and view_id = $4', who);
  else await ctx.tx.execute('insert into list_view_default (tenant_id, user_id, resource, view_id) values ($1, $2, $3, $4) on conflict (tenant_id, user_id, resource) do update set view_id = excluded.view_id', who);
}

async function saveView(ctx: CallCtx, input: z.output<typeof viewInput>): Promise<number> {
  listOf(ctx, input.resource);
  const id = await writeView(ctx, input);
  await chooseDefault(ctx, input.resource, { id, isDefault: input.isDefault });
  return id;
}

async function removeView(ctx: CallCtx, id: number): Promise<null> {
  const removed = await ctx.tx.execute('delete from list_view where tenant_id = $1 and user_id = $2 and id = $3', [ctx.tenantId, ctx.caller.userId, id]);
  if (removed === 0) throw notFound('view');
  return null;
}

const ofResource = z.object({ resource: z.string().max(60) });

const calls: readonly Call[] = [
  call({ wire: 'GET Lists/GetLook', title: '列表设置', permission: 'signed-in', input: ofResource, run: (ctx, { resource }) => readLook(ctx, listOf(ctx, resource)) }),
  call({ wire: 'POST Lists/SaveLook', title: '保存列表设置', permission: 'signed-in', input: ofResource.extend({ look: structured.nullable() }), run: (ctx, { resource, look }) => saveLook(ctx, listOf(ctx, resource), look) }),
  call({ wire: 'POST Lists/SaveView', title: '保存视图', permission: 'signed-in', input: viewInput, run: saveView }),
  call({ wire: 'POST Lists/ChooseView', title: '设为默认视图', permission: 'signed-in', input: ofResource.extend({ id: z.coerce.number().int().positive(), isDefault: z.boolean() }), run: async (ctx, { resource, ...view }) => {
    const seen = await ctx.tx.one('select 1 from list_view where tenant_id = $1 and id = $2 and resource = $3 and (user_id = $4 or is_shared)', [ctx.tenantId, view.id, listOf(ctx, resource).name, ctx.caller.userId]);
    if (!seen) throw notFound('view');
    await chooseDefault(ctx, resource, view);
    return null;
  } }),
  call({ wire: 'DELETE Lists/DeleteView', title: '删除视图', permission: 'signed-in', input: z.object({ id: z.coerce.number().int().positive() }), run: (ctx, { id }) => removeView(ctx, id) }),
];

/** How people arrange their lists: columns and density, and searches that they keep under a name. */
export function listsModule(): ServerModule {
  addTexts(listTexts);
  return { name: 'lists', calls };
}
