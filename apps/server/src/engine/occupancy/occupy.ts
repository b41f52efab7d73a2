import type { AnyResource } from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import type { Written } from '../traits/hooks.ts';
import { claimsOf, placesOf, type RuleClaim, sourceOf, type Values, zoneOf } from './claims.ts';
import { giveBackOccupancies, lockSubjects, takeOccupancies } from './occupancies.ts';
import { refuseOccupied } from './refuse.ts';
import { giveBackPlaces, lockSlots, takePlaces } from '../slots/slots.ts';

/** A row with its id, as it will be. */
interface Taker {
  readonly id: number;
  readonly row: Values;
}

const occupies = ({ occupies: rules, takesPlace }: AnyResource): boolean =>
  rules.length > 0 || takesPlace !== undefined;

/** Rows take what they occupy, and then their places: all callers in this order. */
export async function occupy(ctx: Ctx, resource: AnyResource, takers: readonly Taker[]): Promise<void> {
  if (takers.length === 0) return;
  const zone = await zoneOf(ctx, resource);
  const claims = takers.flatMap(({ id, row }) =>
    claimsOf(resource, row, zone).map((claim): RuleClaim => ({ ...claim, source: id })),
  );
  const taken = await takeOccupancies(ctx, sourceOf(resource), claims);
  if (taken) await refuseOccupied(ctx, { resource, claims }, taken);
  await takePlaces(
    ctx,
    sourceOf(resource),
    takers.flatMap(({ id, row }) => placesOf(resource, row).map((place) => ({ ...place, source: id }))),
  );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Changed extends Taker {
  readonly before: Values;
}

async function moveOccupancies(ctx: Ctx, resource: AnyResource, { id, row, before }: Changed): Promise<void> {
  const zone = await zoneOf(ctx, resource);
  const [former, next] = [before, row].map((each) => claimsOf(resource, each, zone));
  if (!next || same(former, next)) return;
  const claims = next.map((claim): RuleClaim => ({ ...claim, source: id }));
  const source = sourceOf(resource);
  if (claims.length > 0) await lockSubjects(ctx, { source, ids: [id] }, claims);
  await giveBackOccupancies(ctx, source, [id]);
  const taken = await takeOccupancies(ctx, source, claims);
  if (taken) await refuseOccupied(ctx, { resource, claims }, taken);
}

async function movePlaces(ctx: Ctx, resource: AnyResource, { id, row, before }: Changed): Promise<void> {
  const [former, next] = [before, row].map((each) => placesOf(resource, each));
  if (!next || same(former, next)) return;
  const claims = next.map((claim) => ({ ...claim, source: id }));
  const source = sourceOf(resource);
  if (claims.length > 0) await lockSlots(ctx, { source, ids: [id] }, claims);
  await giveBackPlaces(ctx, source, [id]);
  await takePlaces(ctx, source, claims);
}

/** Rows that were written take, move or give back what they occupy. */
export async function keepOccupied(resource: AnyResource, ctx: Ctx, rows: readonly Written[]): Promise<void> {
  if (!occupies(resource)) return;
  const made = rows.filter(({ before }) => !before).map(({ id, draft }) => ({ id, row: draft }));
  await occupy(ctx, resource, made);
  for (const { id, draft, before } of rows) {
    if (!before) continue;
    const changed = { id, before: before as Values, row: { ...before, ...draft } };
    await moveOccupancies(ctx, resource, changed);
    await movePlaces(ctx, resource, changed);
  }
}

/** Rows that are removed give back what they occupy. */
export async function vacate(resource: AnyResource, ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (resource.occupies.length > 0) await giveBackOccupancies(ctx, sourceOf(resource), ids);
  if (resource.takesPlace) await giveBackPlaces(ctx, sourceOf(resource), ids);
}
