import { Rows } from '../../crud/repository.ts';
import type { Trait } from '../trait.ts';

const idsOf = ({ id, ids }: { readonly id?: unknown; readonly ids?: unknown }): readonly number[] =>
  [id, ids].flat().filter((each) => typeof each === 'number');

/** An action through a door finds only rows that the door shows. */
export const doors: Trait = {
  async beforeAction({ plan }, ctx, { values }) {
    if (plan.only.length === 0) return;
    const rows = new Rows(plan, ctx);
    for (const id of idsOf(values)) await rows.get(id);
  },
};
