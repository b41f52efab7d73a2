import { locationReading } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { canAny } from '../../access/ctx.ts';
import { recordLooks } from '../../access/looks.ts';
import type { CallCtx } from '../../engine/public.ts';

/** True when the caller may see positions; for others, lists of all kinds omit them. */
export const mayLocate = (ctx: CallCtx): boolean => canAny(ctx, stemsOf(locationReading));

/** Records, in the transaction of the call, whose positions were shown and how many. */
export async function noteLocationViews(ctx: CallCtx, clientIds: readonly (number | null)[]): Promise<void> {
  const counts = new Map<number | null, number>();
  for (const clientId of clientIds) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  await recordLooks(
    ctx,
    [...counts].map(([clientId, count]) => ({ action: 'view', clientId, resource: locationReading.name, count })),
  );
}
