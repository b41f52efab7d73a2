import { model } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';

interface Planting {
  readonly plant: (resource: AnyResource, word: string) => Promise<number>;
}

const person = (samples: Planting): Promise<number> => samples.plant(model.byName('client'), 'person');

/** What samples of tags need besides the kinds of their fields. */
export const ofTags = {
  tag: {
    planted: () => ({ tagMode: 'manual', rule: null, ruleText: null }),
    body: async () => ({ tagMode: 'manual', rule: undefined }),
  },
};

/** What samples of families need besides the kinds of their fields: nobody is in two. */
export const ofFamilies = {
  // An answer of long ago would be closed by the clock.
  clientSuggestion: { planted: () => ({ repliedAt: new Date() }) },
  family: { body: async (_seed: number, samples: Planting) => ({ householder: await person(samples) }) },
  familyMember: {
    planted: () => ({ relation: '1', canViewData: false }),
    body: async (_seed: number, samples: Planting) => ({
      clientId: await person(samples),
      relationToHead: '1',
      canViewData: false,
    }),
  },
};
