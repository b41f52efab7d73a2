import { clientTag } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { ofPersons } from './facts.ts';

interface Held {
  readonly id: number;
  readonly tag: number;
  readonly client: number;
  readonly mode: string;
}

const fromHeld = (ctx: CallCtx) =>
  ctx.from(clientTag, 'h').beyondSight(ofPersons).select(['h.id', 'h.tag', 'h.client', 'h.mode']);

/** All tags of persons. With a condition on tags too, the database goes through all who have these. */
export const heldBy = (ctx: CallCtx, clientIds: readonly number[]): Promise<readonly Held[]> =>
  ctx.all(fromHeld(ctx).where('h.client', 'in', clientIds));

const removedSql = `update client_tag set is_deleted = true, deleted_at = $3, deleted_by = $4, row_version = row_version + 1
  where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted`;

export async function removeLinks(ctx: CallCtx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await ctx.tx.execute(removedSql, [ctx.tenantId, ids, ctx.now(), ctx.caller.userId]);
}

export async function removeTag(ctx: CallCtx, tagId: number): Promise<void> {
  await removeLinks(
    ctx,
    (await ctx.all(fromHeld(ctx).where('h.tag', '=', tagId))).map((one) => one.id),
  );
}

const atOnce = 500;

interface TagDraft {
  readonly tag: number;
  readonly client: number;
  readonly mode: string;
  readonly endsOn: string | null;
}

export async function addTags(ctx: CallCtx, drafts: readonly TagDraft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += atOnce)
    await ctx.rows(clientTag).insertAll(drafts.slice(from, from + atOnce).map((draft) => ({ ...draft })));
}

export interface NewLink {
  readonly tag: number;
  readonly client: number;
}

const automaticSql = `with made as (insert into client_tag (tenant_id, tag_id, client_id, mode, created_at, created_by)
    select $1, v.tag, v.client, 'auto', $4, $5 from unnest($2::bigint[], $3::bigint[]) v(tag, client) on conflict do nothing
    returning id, jsonb_build_object('tag', tag_id, 'client', client_id, 'mode', mode) as after)
  insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, impersonator_user_id, impersonator_tenant_id, created_at)
  select $1, $6, id, 'created', '{"tag": null, "client": null, "mode": null}', after, $5, $7, $8, $4 from made`;

/** Tags that follow from rules, with their history, in one statement. */
export async function addAutomatic(ctx: CallCtx, links: readonly NewLink[]): Promise<void> {
  if (links.length === 0) return;
  const { userId, impersonatorUserId, impersonatorTenantId } = ctx.caller;
  await ctx.tx.execute(automaticSql, [
    ctx.tenantId,
    links.map((one) => one.tag),
    links.map((one) => one.client),
    ctx.now(),
    userId,
    clientTag.name,
    impersonatorUserId,
    impersonatorTenantId,
  ]);
}
