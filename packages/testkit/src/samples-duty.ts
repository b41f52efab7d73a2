const dayLength = 86_400_000;

/** A day that only this seed has. */
const dayOf = (seed: number): string =>
  new Date(Date.UTC(2012, 0, 1) + (seed % 4000) * dayLength).toISOString().slice(0, 10);
const clockOf = (seed: number, minute: number): Date => new Date(Date.parse(dayOf(seed)) + minute * 60_000);

/** What samples of the roster need besides the kinds of their fields. */
export const ofDuty = {
  dutyType: {
    planted: () => ({ kind: 'duty', begins: '08:00', ends: '16:00', restMinutes: 0, isEnabled: true }),
    body: async () => ({ startTime: '08:00', endTime: '16:00', restMinutes: 30 }),
  },
  // Made, and signed by nobody yet: the two who sign are different persons.
  dutyHandover: {
    planted: () => ({ outgoing: null, outgoingSignedAt: null, incoming: null, incomingSignedAt: null, state: 'made' }),
  },
  shift: {
    planted: (seed: number) => ({
      workDate: dayOf(seed),
      kind: 'duty',
      startsAt: clockOf(seed, 0),
      endsAt: clockOf(seed, 480),
      user: null,
      isLeader: false,
      leaderOn: null,
      overrideReason: null,
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
