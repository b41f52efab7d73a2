import { serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import { takeNumbers } from '../../../platform/database/numbers.ts';
import type { Trait } from '../trait.ts';

/** Serial numbers of new rows, taken right before these are written, so that the counter is the last row locked. */
export const serial: Trait = {
  async beforeInsert(resource, ctx, drafts) {
    const day = ctx.today();
    let numbered = drafts;
    for (const [field, rule] of serialsOf(resource)) {
      const places = await takeNumbers(ctx.tx, seriesOf(rule, day), drafts.length);
      numbered = numbered.map((draft, at) => ({ ...draft, [field]: serialNumber(rule, day, places[at] ?? 0) }));
    }
    return numbered;
  },
};
