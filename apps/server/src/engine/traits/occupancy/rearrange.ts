import type { AnyResource } from '@kangmai/resource';
import { notFound } from '../../../platform/errors.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { giveBackOccupancies, lockSubjects, occupying } from '../../occupancy/occupancies.ts';
import { giveBackPlaces, lockSlots, withPlaces } from '../../occupancy/slots.ts';
import { sourceOf, type Values, zoneOf } from './claims.ts';
import { occupy } from './occupancy.ts';

/** Rows take what they occupy by their values and do not have, as after a restore; 409 where it is taken meanwhile. */
export async function reoccupy(ctx: CallCtx, resource: AnyResource, ids: readonly number[]): Promise<void> {
  const rows = await ctx.rows(resource).find({ where: { id: { in: [...ids] } }, take: ids.length });
  if (rows.length < new Set(ids).size) throw notFound(resource.name);
  const source = sourceOf(resource);
  const [held, placed] = [await occupying(ctx, source, ids), await withPlaces(ctx, source, ids)];
  const zone = await zoneOf(ctx, resource);
  const takers = rows.map((row) => ({ id: row.id, row: row as unknown as Values }));
  const bare = { ...resource, takesPlace: undefined };
  await occupy(
    ctx,
    bare,
    takers.filter(({ id }) => !held.has(id)),
    zone,
  );
  const onlyPlaces = { ...resource, occupies: [] };
  await occupy(
    ctx,
    onlyPlaces,
    takers.filter(({ id }) => !placed.has(id)),
    zone,
  );
}

/**
 * Changes rows that exchange what they occupy, as two persons their shifts: what they have is given back first, and each
 * takes what it needs after its own change.
 */
export async function rearrange(
  ctx: CallCtx,
  resource: AnyResource,
  ids: readonly number[],
  change: () => Promise<unknown>,
): Promise<void> {
  const source = sourceOf(resource);
  await lockSubjects(ctx, source, ids, []);
  await lockSlots(ctx, source, ids, []);
  await giveBackOccupancies(ctx, source, ids);
  await giveBackPlaces(ctx, source, ids);
  await change();
  await reoccupy(ctx, resource, ids);
}
