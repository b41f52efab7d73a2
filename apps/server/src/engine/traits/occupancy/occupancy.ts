import type { AnyResource } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { requireSound } from '../../../platform/errors.ts';
import { giveBackOccupancies, lockSubjects, takeOccupancies } from '../../occupancy/occupancies.ts';
import { giveBackPlaces, lockSlots, takePlaces } from '../../occupancy/slots.ts';
import type { Written } from '../hooks.ts';
import { endsFirst } from '../periods/ends.ts';
import { orderConstraints } from '../periods/ranges.ts';
import type { Trait } from '../trait.ts';
import { boundedRules, claimsOf, placesOf, type RuleClaim, sourceOf, type Values, zoneOf } from './claims.ts';
import { withHold } from './hold.ts';
import { refuseOccupied } from './refuse.ts';

/** A row with its id, as it will be. */
interface Taker {
  readonly id: number;
  readonly row: Values;
}

const occupies = ({ occupies: rules, takesPlace }: AnyResource): boolean =>
  rules.length > 0 || takesPlace !== undefined;

/** Rows take what they occupy, and then their places: all callers in this order. */
export async function occupy(ctx: Ctx, resource: AnyResource, takers: readonly Taker[], zone: string): Promise<void> {
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

async function moveOccupancies(ctx: Ctx, resource: AnyResource, { id, row, before }: Changed, zone: string) {
  const [former, next] = [before, row].map((each) => claimsOf(resource, each, zone));
  if (!next || same(former, next)) return;
  const claims = next.map((claim): RuleClaim => ({ ...claim, source: id }));
  const source = sourceOf(resource);
  if (claims.length > 0) await lockSubjects(ctx, source, [id], claims);
  await giveBackOccupancies(ctx, source, [id]);
  const taken = await takeOccupancies(ctx, source, claims);
  if (taken) await refuseOccupied(ctx, { resource, claims }, taken);
}

async function movePlaces(ctx: Ctx, resource: AnyResource, { id, row, before }: Changed): Promise<void> {
  const [former, next] = [before, row].map((each) => placesOf(resource, each));
  if (!next || same(former, next)) return;
  const claims = next.map((claim) => ({ ...claim, source: id }));
  const source = sourceOf(resource);
  if (claims.length > 0) await lockSlots(ctx, source, [id], claims);
  await giveBackPlaces(ctx, source, [id]);
  await takePlaces(ctx, source, claims);
}

async function afterWrite(resource: AnyResource, ctx: Ctx, rows: readonly Written[]): Promise<void> {
  const zone = await zoneOf(ctx, resource);
  const made = rows.filter(({ before }) => !before).map(({ id, draft }) => ({ id, row: draft }));
  if (made.length > 0) await occupy(ctx, resource, made, zone);
  for (const { id, draft, before } of rows) {
    if (!before) continue;
    const changed = { id, before: before as Values, row: { ...before, ...draft } };
    await moveOccupancies(ctx, resource, changed, zone);
    await movePlaces(ctx, resource, changed);
  }
}

/** What rows occupy while they live: persons, rooms and places of slots, across all resources. */
export const occupancy: Trait = {
  constraints: (resource) => orderConstraints(resource, boundedRules(resource)),
  async checkGiven({ plan: { resource } }, _ctx, { values, before }) {
    requireSound(endsFirst(boundedRules(resource), { ...before, ...values }));
  },
  async beforeInsert(resource, ctx, drafts) {
    requireSound(drafts.flatMap((draft) => endsFirst(boundedRules(resource), draft)));
    return withHold(
      resource,
      ctx,
      drafts.map((draft) => ({ draft })),
    );
  },
  async beforeUpdate(resource, ctx, { before, draft }) {
    const bounded = boundedRules(resource).filter(({ from, to }) => from in draft || to in draft);
    requireSound(endsFirst(bounded, { ...before, ...draft }));
    const [held = draft] = await withHold(resource, ctx, [{ draft, before: before as Values }]);
    return held;
  },
  async afterWrite({ resource }, ctx, rows) {
    if (occupies(resource)) await afterWrite(resource, ctx, rows);
  },
  async beforeRemove(resource, ctx, { id }) {
    if (resource.occupies.length > 0) await giveBackOccupancies(ctx, sourceOf(resource), [id]);
    if (resource.takesPlace) await giveBackPlaces(ctx, sourceOf(resource), [id]);
  },
};
