import { ofBookings } from './samples-bookings.ts';
import { ofEducation } from './samples-education.ts';

const dayLength = 86_400_000;

/** A day to come that only this seed has: shifts that are over are moved by the clock. */
const dayOf = (seed: number): string =>
  new Date(Date.UTC(2032, 0, 1) + (seed % 4000) * dayLength).toISOString().slice(0, 10);
const spell = 300_000;

/** A time to come that only this seed has. */
const beginOf = (seed: number): Date => new Date(Date.UTC(2043, 0, 1) + (seed % 1_000_000) * spell);

/** What samples of the roster and its bookings need besides the kinds of their fields. */
export const ofDuty = {
  ...ofBookings,
  ...ofEducation,
  dutyType: {
    planted: () => ({ kind: 'duty', begins: '08:00', ends: '16:00', restMinutes: 0, isEnabled: true }),
    body: async () => ({ startTime: '08:00', endTime: '16:00', restMinutes: 30 }),
  },
  // Made, and signed by nobody yet: the two who sign are different persons.
  dutyHandover: {
    planted: () => ({ outgoing: null, outgoingSignedAt: null, incoming: null, incomingSignedAt: null, state: 'made' }),
  },
  // A user has one row.
  rosterPerson: {
    body: async (_seed: number, samples: { readonly freshUser: () => Promise<number> }) => ({
      userId: await samples.freshUser(),
      backupUserId: undefined,
    }),
  },
  shift: {
    planted: (seed: number) => ({
      workDate: beginOf(seed).toISOString().slice(0, 10),
      kind: 'duty',
      startsAt: beginOf(seed),
      endsAt: new Date(beginOf(seed).getTime() + spell),
      user: null,
      isLeader: false,
      leaderOn: null,
      overrideReason: null,
      state: 'published',
    }),
    body: async (seed: number, samples: { readonly idOf: (name: string) => Promise<number> }) => ({
      dutyDate: dayOf(seed),
      personId: await samples.idOf('staffMember'),
      userId: undefined,
      isLeader: false,
      overrideReason: undefined,
    }),
  },
};
