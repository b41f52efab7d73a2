import type { ReadingKind } from '@kangmai/model';
import type { CallCtx, Follow } from '../../engine/public.ts';
import { likenessTopic } from '../clients/public.ts';
import { tagTopics } from '../tags/public.ts';
import { addMoved, mergingTopic } from './merge-clients.ts';
import { mergeRow, type MergeRow } from './merge-rows.ts';
import { moveBatch, returnBatch, stayedReadings } from './move-readings.ts';
import { moveRows, type Moving } from './move-rows.ts';

export const waitingTopic = 'client.merge-waits';

interface Payload {
  readonly mergeId: number;
  /** The transaction that made the files one; writers that began before may still commit. */
  readonly xid: string;
  readonly kind?: ReadingKind;
}

const againMs = 1000;
/** Longer no writer of readings takes; a transaction that is still open then is something else. */
const mostWaitMs = 600_000;
/** A reading that arrived during the merge may have a slightly earlier time. */
const underWayMs = 5000;

const openSql = `select pg_snapshot_xmin(pg_current_snapshot()) <= $1::xid8 as "isOpen"`;

async function isUnderWay(ctx: CallCtx, { xid }: Payload, { mergedAt }: MergeRow): Promise<boolean> {
  if (ctx.now().getTime() - mergedAt.getTime() > mostWaitMs) return false;
  return (await ctx.tx.one<{ isOpen: boolean }>(openSql, [xid]))?.isOpen ?? false;
}

function tellChanged(ctx: CallCtx, ids: readonly number[]): void {
  for (const clientId of ids) {
    ctx.emit('early-warning.stale', { clientId }, 'last');
    ctx.emit(tagTopics.client, { clientId }, 'last');
    ctx.emit(likenessTopic, { clientId }, 'last');
  }
}

const endSql = `update client_merge set state = $3, stayed = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2`;

async function goOnMerging(ctx: CallCtx, payload: Payload, merge: MergeRow): Promise<void> {
  const moving: Moving = { mergeId: merge.id, from: merge.otherId, to: merge.keepId };
  const since = new Date(merge.mergedAt.getTime() - underWayMs);
  // Asked before looking for rows: a writer that commits in between is seen by the next look.
  const isOpen = await isUnderWay(ctx, payload, merge);
  const { moved, kind } = await moveBatch(ctx, moving, { since, first: payload.kind });
  if (moved > 0) await addMoved(ctx, merge.id, moved);
  if (kind !== undefined) {
    ctx.emit(mergingTopic, { ...payload, kind }, 'last');
    return;
  }
  if (isOpen) {
    ctx.emit(waitingTopic, payload, new Date(ctx.now().getTime() + againMs));
    return;
  }
  await addMoved(ctx, merge.id, await moveRows(ctx, moving));
  await ctx.tx.execute(endSql, [ctx.tenantId, merge.id, 'merged', await stayedReadings(ctx, merge.otherId)]);
  tellChanged(ctx, [merge.keepId]);
}

async function goOnReturning(ctx: CallCtx, payload: Payload, merge: MergeRow): Promise<void> {
  const moving: Moving = { mergeId: merge.id, from: merge.keepId, to: merge.otherId };
  if (await returnBatch(ctx, moving)) {
    ctx.emit(mergingTopic, payload, 'last');
    return;
  }
  await ctx.tx.execute(endSql, [ctx.tenantId, merge.id, 'undone', 0]);
  tellChanged(ctx, [merge.keepId, merge.otherId]);
}

/** Moves a batch of readings, counts again and emits the next event in one transaction. */
export const followMerging: Follow = async (ctx, payloads) => {
  for (const payload of payloads as readonly Payload[]) {
    const merge = await mergeRow(ctx, payload.mergeId, true);
    if (merge.state === 'moving') await goOnMerging(ctx, payload, merge);
    if (merge.state === 'undoing') await goOnReturning(ctx, payload, merge);
  }
};

export const followWaiting: Follow = (ctx, payloads) => {
  for (const payload of payloads) ctx.emit(mergingTopic, payload as Payload, 'last');
  return Promise.resolve();
};

const openMergesSql = `select m.id as "mergeId" from client_merge m where m.tenant_id = $1 and m.state in ('moving', 'undoing')
  and not exists (select 1 from outbox o where o.tenant_id = $1 and o.topic in ('client.merging', 'client.merge-waits') and o.failed_at is null and (o.payload ->> 'mergeId')::bigint = m.id)`;

/** Takes up merges whose event was given up after many failures. */
export async function resumeMerges(ctx: CallCtx): Promise<void> {
  const rows = await ctx.tx.query<{ mergeId: number }>(openMergesSql, [ctx.tenantId]);
  for (const { mergeId } of rows) ctx.emit(mergingTopic, { mergeId, xid: '0' }, 'last');
}
