import { requireSound } from '../../../platform/errors.ts';
import { boundedRules, type Values } from '../../occupancy/claims.ts';
import { withHold } from '../../occupancy/hold.ts';
import { keepOccupied, vacate } from '../../occupancy/occupy.ts';
import { endsFirst } from '../periods/ends.ts';
import { orderConstraints } from '../periods/ranges.ts';
import type { Trait } from '../trait.ts';

export { occupancyTexts } from '../../occupancy/texts.ts';

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
  afterWrite: ({ resource }, ctx, rows) => keepOccupied(resource, ctx, rows),
  beforeRemove: (resource, ctx, { id }) => vacate(resource, ctx, [id]),
};
