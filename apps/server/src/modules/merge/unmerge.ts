import { client } from '@kangmai/model';
import { type CallCtx, labelIn } from '../../engine/public.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { keptId } from '../clients/public.ts';
import { isSame } from './compare.ts';
import { mergingTopic, refuseBusy, type Started } from './merge-clients.ts';
import {
  type Changed,
  holdFollowers,
  mergeRow,
  type MergeRow,
  readValues,
  valuesFor,
  type Client,
} from './merge-rows.ts';
import { labelled, type LabelledCount } from './labelled.ts';
import { placeName, places, readingPlaces } from './merge-map.ts';
import { returnRows } from './move-rows.ts';

function stillSet(changed: Changed, keep: Client): { readonly back: Changed['before']; readonly later: string[] } {
  const names = Object.keys(changed.after);
  const later = names.filter((name) => !isSame(keep[name as keyof Client], changed.after[name]));
  const back = names.filter((name) => !later.includes(name)).map((name) => [name, changed.before[name]] as const);
  return { back: Object.fromEntries(back), later };
}

async function mergeInSight(ctx: CallCtx, mergeId: number, isLocked = false): Promise<readonly [MergeRow, Client]> {
  const merge = await mergeRow(ctx, mergeId, isLocked);
  const keep = await ctx.repo(client).find(merge.keepId);
  if (keep) return [merge, keep];
  const kept = await keptId(ctx, merge.keepId);
  const into = kept === undefined ? undefined : await ctx.repo(client).find(kept);
  if (into) throw conflict('client-merge.later-first', { name: into.name });
  throw notFound('client-merge');
}

const takenSql = `select count(*)::integer as count from client o join client t on t.tenant_id = $1 and t.certificate_no_index = o.certificate_no_index and not t.is_deleted
  where o.tenant_id = $1 and o.id = $2 and t.id <> $3`;

async function refuseTaken(ctx: CallCtx, { otherId, keepId }: MergeRow): Promise<void> {
  const row = await ctx.tx.one<{ count: number }>(takenSql, [ctx.tenantId, otherId, keepId]);
  if ((row?.count ?? 0) > 0) throw conflict('client-merge.number-taken');
}

const countsSql = `select place, count(*)::integer as count from client_merge_row where tenant_id = $1 and merge_id = $2 group by place`;

const sinceSql = [
  ...places
    .filter(({ table, column }) => column === 'client_id' && table !== 'guardian_contact')
    .map((place) => ({ place: placeName(place), table: place.table, time: 'created_at' })),
  ...readingPlaces.map(({ table }) => ({ place: table, table, time: 'measured_at' })),
]
  .map(
    ({ place, table, time }) =>
      `select '${place}' as place, count(*)::integer as count from "${table}" where tenant_id = $1 and client_id = $2 and ${time} > $3`,
  )
  .join(' union all ');

export interface UnmergePreview {
  readonly returns: readonly LabelledCount[];
  /** Values changed since the merge: they stay as they are. */
  readonly changed: readonly string[];
  /** Rows made since the merge: they stay with the kept file. */
  readonly stays: readonly LabelledCount[];
}

export async function unmergePreview(ctx: CallCtx, mergeId: number): Promise<UnmergePreview> {
  const [merge, keep] = await mergeInSight(ctx, mergeId);
  const [counts, since] = await Promise.all([
    ctx.tx.query<{ place: string; count: number }>(countsSql, [ctx.tenantId, mergeId]),
    ctx.tx.query<{ place: string; count: number }>(sinceSql, [ctx.tenantId, merge.keepId, merge.mergedAt]),
  ]);
  const fields: Readonly<Record<string, { readonly options: { readonly label: string; readonly en: string } }>> =
    client.fields;
  return {
    returns: labelled(ctx, counts),
    changed: stillSet(readValues(ctx, merge), keep).later.flatMap((name) =>
      fields[name] ? [labelIn(ctx.caller.culture, fields[name].options)] : [],
    ),
    stays: labelled(ctx, since),
  };
}

const showSql = `update client set is_deleted = false, deleted_at = null, deleted_by = null, row_version = row_version + 1 where tenant_id = $1 and id = $2 and is_deleted`;
const undoingSql = `update client_merge set state = 'undoing', undone_at = $3, undone_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2`;

/** Makes two files of one again: values and rows in this transaction, readings in batches after it. */
export async function unmerge(ctx: CallCtx, mergeId: number, changed: (clientId: number) => void): Promise<Started> {
  await mergeInSight(ctx, mergeId);
  await holdFollowers(ctx);
  const [merge, keep] = await mergeInSight(ctx, mergeId, true);
  if (merge.state === 'undone') throw conflict('client-merge.undone');
  await refuseBusy(ctx, [merge.keepId, merge.otherId]);
  await refuseTaken(ctx, merge);
  const { back } = stillSet(readValues(ctx, merge), keep);
  if (Object.keys(back).length > 0) await ctx.repo(client).update(keep.id, valuesFor(back));
  await ctx.tx.execute(showSql, [ctx.tenantId, merge.otherId]);
  await returnRows(ctx, { mergeId, from: merge.keepId, to: merge.otherId });
  await ctx.tx.execute(undoingSql, [ctx.tenantId, mergeId, ctx.now(), ctx.caller.userId]);
  for (const id of [merge.keepId, merge.otherId]) changed(id);
  ctx.emit(mergingTopic, { mergeId, xid: '0' }, 'last');
  return { mergeId, state: 'undoing' };
}
