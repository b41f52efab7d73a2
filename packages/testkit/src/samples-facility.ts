const dayLength = 86_400_000;

/** A year of bookings, which lie ahead. */
const ahead = 2060;

/** An hour of a day that only this seed has. */
const hourOf = (seed: number, year = 2015): { readonly from: Date; readonly to: Date } => {
  const from = Date.UTC(year, 0, 1, 2) + (seed % 4000) * dayLength;
  return { from: new Date(from), to: new Date(from + 3_600_000) };
};
const dayOf = (seed: number): string => hourOf(seed).from.toISOString().slice(0, 10);

/** What samples of buildings, rooms and bookings need besides the kinds of their fields. */
export const ofFacility = {
  building: { planted: () => ({ floors: 60 }), body: async () => ({ floors: 60 }) },
  room: {
    planted: () => ({ floor: 1, state: 'free', sexLimit: 'none', bedCount: 0, occupiedCount: 0 }),
    body: async () => ({ floor: 1 }),
  },
  bed: { planted: () => ({ state: 'free' }) },
  bedStay: { planted: (seed: number) => ({ beganAt: hourOf(seed).from, endedAt: hourOf(seed).to }) },
  roomFee: {
    planted: (seed: number) => ({ effectiveDate: dayOf(seed), endDate: dayOf(seed) }),
    body: async (seed: number) => ({ effectiveDate: dayOf(seed), endDate: dayOf(seed) }),
  },
  roomType: { planted: () => ({ isEnabled: true }) },
  activityType: { planted: () => ({ isEnabled: true }) },
  activityRoom: {
    planted: () => ({ opensAt: '08:00', closesAt: '21:00', isEnabled: true }),
    body: async () => ({ openTime: '08:00', closeTime: '21:00' }),
  },
  activityRoomBooking: {
    planted: (seed: number) => ({
      beginsAt: hourOf(seed, ahead).from,
      endsAt: hourOf(seed, ahead).to,
      state: 'booked',
    }),
    body: async (seed: number) => ({
      beginTime: hourOf(seed, ahead).from.toISOString(),
      endTime: hourOf(seed, ahead).to.toISOString(),
    }),
  },
};
