import { onlyOf, throughOf, tiesOf, type AnyResource } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model } from './index.ts';

interface Users {
  /** Resources of the product that use it, or the names of its users. */
  readonly built: ((resource: AnyResource) => boolean) | readonly string[];
  /** Resources that will, with their area. */
  readonly planned: Readonly<Record<string, string>>;
}

/** Abilities earn their place by three users at least; those not built yet stand with their area. */
const abilities: Readonly<Record<string, Users>> = {
  'sight through several references': {
    built: (resource) => throughOf(resource).length > 1,
    planned: { order: 'commerce', agreement: 'commerce', dispatch: 'community' },
  },
  card: {
    built: (resource) => resource.card.length > 0,
    planned: { doctor: 'care' },
  },
  'references to some rows': {
    built: ({ fields, actions }) =>
      [fields, ...Object.values(actions).map(({ input }) => input)].some((each) =>
        Object.values(each).some((field) => onlyOf(field) !== undefined),
      ),
    planned: { visit: 'care: the nurse', agreement: 'commerce: the seller' },
  },
  'figure of a list': {
    built: ['bed', 'room', 'contract', 'staffPaper', 'energyReading', 'activityRoomBooking'],
    planned: { order: 'commerce', dispatch: 'community' },
  },
  work: {
    built: ['abnormalRule: Bench'],
    planned: { report: 'care', fhir: 'devices: one person as NDJSON', settlement: 'commerce' },
  },
  'sight by a link': {
    built: (resource) => tiesOf(resource)?.linked !== undefined,
    planned: {
      patrol: 'community',
      healthRecord: 'care: members of a care team',
    },
  },
};

test.each(Object.entries(abilities))(
  '%s has three users at least, none of them planned and built',
  (_, { built, planned }) => {
    const names = typeof built === 'function' ? model.resources.filter(built).map(({ name }) => name) : built;
    expect(names.length + Object.keys(planned).length).toBeGreaterThanOrEqual(3);
    expect(names.filter((name) => name in planned)).toEqual([]);
  },
);
