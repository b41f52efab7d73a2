import type { AnyResource } from '@kangmai/resource';
import { notFound } from '../../platform/errors.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { lockSubjects, occupying } from './occupancies.ts';
import { lockSlots, withPlaces } from '../slots/slots.ts';
import { sourceOf, type Values } from './claims.ts';
import { occupy, vacate } from './occupy.ts';

/** Rows take what they occupy by their values and do not have, as after a restore; 409 where it is taken meanwhile. */
export async function reoccupy(ctx: CallCtx, resource: AnyResource, ids: readonly number[]): Promise<void> {
  const rows = await ctx.rows(resource).find({ where: { id: { in: [...ids] } }, take: ids.length });
  if (rows.length < new Set(ids).size) throw notFound(resource.name);
  const source = sourceOf(resource);
  const [held, placed] = [await occupying(ctx, source, ids), await withPlaces(ctx, source, ids)];
  const takers = rows.map((row) => ({ id: row.id, row: row as unknown as Values }));
  const [bare, lacking] = [held, placed].map((having) => takers.filter(({ id }) => !having.has(id)));
  await occupy(ctx, { ...resource, takesPlace: undefined }, bare ?? []);
  await occupy(ctx, { ...resource, occupies: [] }, lacking ?? []);
}

/** Changes rows that exchange what they occupy, such as two persons their shifts. */
export async function rearrange(
  ctx: CallCtx,
  { resource, ids }: { readonly resource: AnyResource; readonly ids: readonly number[] },
  change: () => Promise<unknown>,
): Promise<void> {
  const source = sourceOf(resource);
  await lockSubjects(ctx, { source, ids }, []);
  await lockSlots(ctx, { source, ids }, []);
  // All is given back before each row takes what it has by its change.
  await vacate(resource, ctx, ids);
  await change();
  await reoccupy(ctx, resource, ids);
}
