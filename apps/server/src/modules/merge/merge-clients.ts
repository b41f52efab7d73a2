import { client } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { keptId } from '../clients/public.ts';
import { refuseCollisions, type Files } from './collisions.ts';
import { chosenValues } from './compare.ts';
import { holdFollowers, valuesFor, writeValues, type Client } from './merge-rows.ts';
import { moveRows } from './move-rows.ts';

export const mergingTopic = 'client.merging';

export interface Asked extends Files {
  readonly fields: readonly string[];
}

export interface Started {
  readonly mergeId: number;
  readonly state: string;
}

/** Both files, or the refusal: out of sight and unknown are alike, a merged one names the file that has it. */
export async function bothFiles(ctx: CallCtx, { keepId, otherId }: Files): Promise<readonly [Client, Client]> {
  if (keepId === otherId) throw invalid('otherId', 'client-merge.same');
  const found = await Promise.all([keepId, otherId].map((id) => ctx.repo(client).find(id)));
  const [keep, other] = found;
  if (keep && other) return [keep, other];
  for (const [at, id] of [keepId, otherId].entries()) {
    const kept = found[at] ? undefined : await keptId(ctx, id);
    const into = kept === undefined ? undefined : await ctx.repo(client).find(kept);
    if (into) throw conflict('client-merge.already', { name: into.name, archiveNo: into.archiveNo ?? '—' });
  }
  throw notFound(client.name);
}

const busySql = `select count(*)::integer as count from client_merge where tenant_id = $1 and state in ('moving', 'undoing') and (keep_id = any($2::bigint[]) or other_id = any($2::bigint[]))`;

export async function refuseBusy(ctx: CallCtx, ids: readonly number[]): Promise<void> {
  const row = await ctx.tx.one<{ count: number }>(busySql, [ctx.tenantId, ids]);
  if ((row?.count ?? 0) > 0) throw conflict('client-merge.busy');
}

/** Locks both files in one order, so that two merges of one person wait for each other. */
async function lockedFiles(ctx: CallCtx, files: Files): Promise<readonly [Client, Client]> {
  await bothFiles(ctx, files);
  await holdFollowers(ctx);
  const ids = [files.keepId, files.otherId].toSorted((one, other) => one - other);
  await ctx.tx.execute('select 1 from client where tenant_id = $1 and id = any($2::bigint[]) order by id for update', [
    ctx.tenantId,
    ids,
  ]);
  await refuseBusy(ctx, ids);
  return bothFiles(ctx, files);
}

const insertSql = `insert into client_merge (tenant_id, keep_id, other_id, other_name, other_archive_no, fields, values_sealed, merged_at, merged_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id, pg_current_xact_id()::text as xid`;
const hideSql = `update client set is_deleted = true, deleted_at = $3, deleted_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2`;

/** Events that wait name the kept person from now on. */
const redirectSql = `update outbox o set payload = case
    when json_typeof(o.payload -> 'client') = 'array' then jsonb_set(o.payload::jsonb, '{client}',
      (select jsonb_agg(case when e.value = to_jsonb($2::bigint) then to_jsonb($3::bigint) else e.value end order by e.place)
       from jsonb_array_elements(o.payload::jsonb -> 'client') with ordinality as e(value, place)))::json
    else jsonb_set(o.payload::jsonb, '{clientId}', to_jsonb($3::bigint))::json end
  where o.tenant_id = $1 and (o.payload ->> 'clientId' = $2::bigint::text
    or (json_typeof(o.payload -> 'client') = 'array' and exists (select 1 from json_array_elements_text(o.payload -> 'client') as e(id) where e.id = $2::bigint::text)))`;

export const addMoved = (ctx: CallCtx, mergeId: number, count: number): Promise<number> =>
  ctx.tx.execute('update client_merge set moved = moved + $3 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    mergeId,
    count,
  ]);

/**
 * Merges two files of one person. In this transaction the chosen values are taken, all rows but readings move and the
 * other file is hidden; readings follow in batches. From its commit on both ids open the kept file.
 */
export async function mergeClients(ctx: CallCtx, { fields, ...files }: Asked): Promise<Started> {
  const [keep, other] = await lockedFiles(ctx, files);
  await refuseCollisions(ctx, files);
  const changed = chosenValues({ keep, other }, fields);
  const row = await ctx.tx.one<{ id: number; xid: string }>(insertSql, [
    ctx.tenantId,
    keep.id,
    other.id,
    other.name,
    other.archiveNo,
    fields,
    writeValues(ctx, changed),
    ctx.now(),
    ctx.caller.userId,
  ]);
  if (!row) throw notFound('client-merge');
  await ctx.tx.execute(hideSql, [ctx.tenantId, other.id, ctx.now(), ctx.caller.userId]);
  if (Object.keys(changed.after).length > 0) await ctx.repo(client).update(keep.id, valuesFor(changed.after));
  const moved = await moveRows(ctx, { mergeId: row.id, from: other.id, to: keep.id });
  await addMoved(ctx, row.id, moved);
  await ctx.tx.execute(redirectSql, [ctx.tenantId, other.id, keep.id]);
  ctx.emit(mergingTopic, { mergeId: row.id, xid: row.xid }, 'last');
  return { mergeId: row.id, state: 'moving' };
}
