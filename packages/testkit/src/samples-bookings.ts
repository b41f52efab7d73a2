const dayLength = 86_400_000;
const spell = 300_000;

/** Five minutes to come that only this seed has. */
const beginOf = (seed: number): Date => new Date(Date.UTC(2050, 0, 1) + (seed % 100_000) * spell);
const endOf = (seed: number): Date => new Date(beginOf(seed).getTime() + spell);
const dayOf = (seed: number): string =>
  new Date(Date.UTC(2052, 0, 1) + (seed % 4000) * dayLength).toISOString().slice(0, 10);
const held = (): Date => new Date(Date.UTC(2049, 0, 1));

const hourlyRanges = Array.from({ length: 24 }, (_, hour) => {
  const word = String(hour).padStart(2, '0');
  return { start: `${word}:00`, end: `${word}:59`, capacity: 1000 };
});
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const daysBooked = 80;

/** A day within the weeks to come, and an hour of it, that only this seed has. */
const dayAhead = (seed: number): string =>
  new Date(Date.now() + (2 + (Math.floor(seed / 24) % daysBooked)) * dayLength).toISOString().slice(0, 10);
const hourOf = (seed: number): string => {
  const { start, end } = hourlyRanges[seed % 24] ?? { start: '', end: '' };
  return `${start}-${end}`;
};

const escortSpell = 4 * 3_600_000;
const escortTimes = 20_000;

/** Four hours to come that only this seed has. */
const escortedFrom = (seed: number): Date => new Date(Date.UTC(2050, 0, 1) + (seed % escortTimes) * escortSpell);

/** Bookings without a doctor: one with a doctor needs an open place. */
export const ofBookings = {
  serviceAppointment: {
    planted: (seed: number) => ({
      doctor: null,
      shift: null,
      startsAt: beginOf(seed),
      minutes: 5,
      endsAt: endOf(seed),
      state: 'waiting',
      heldUntil: held(),
    }),
    body: async (seed: number) => ({
      doctorId: undefined,
      scheduleSlotId: undefined,
      appointmentTime: beginOf(seed).toISOString(),
      duration: 5,
      endTime: undefined,
      state: undefined,
    }),
  },
  outpatientAppointment: {
    planted: (seed: number) => ({
      doctor: null,
      shift: null,
      visitDate: dayOf(seed),
      bookedOn: dayOf(seed),
      timeRange: '09:00-09:30',
      startsAt: new Date(`${dayOf(seed)}T01:00:00Z`),
      endsAt: new Date(`${dayOf(seed)}T01:30:00Z`),
      state: 'waiting',
      heldUntil: held(),
    }),
    body: async (seed: number) => ({
      visitDate: dayOf(seed),
      timeRange: '09:00-09:30',
      doctorId: undefined,
      expertId: undefined,
      scheduleSlotId: undefined,
      state: undefined,
    }),
  },
  // A visit has one escort booking that counts, so planted ones do not.
  escortBooking: {
    planted: (seed: number) => ({ startsAt: escortedFrom(seed), state: 'waiting', isLive: null }),
    body: async (seed: number) => ({
      outpatientAppointmentId: undefined,
      escortId: undefined,
      appointmentTime: escortedFrom(seed).toISOString(),
      state: undefined,
    }),
  },
  healthService: {
    planted: () => ({
      openDays: everyDay,
      opensOnHolidays: true,
      timeRanges: hourlyRanges,
      advanceDays: 90,
      state: 'offered',
    }),
    body: async () => ({ timeRanges: [{ start: '09:00', end: '10:00', capacity: 5 }] }),
  },
  // Planted rows have no instants, so that they take no place.
  healthServiceBooking: {
    planted: (seed: number) => ({
      day: dayOf(seed),
      timeRange: '09:00-10:00',
      startsAt: null,
      endsAt: null,
      state: 'waiting',
      heldUntil: held(),
    }),
    body: async (seed: number) => ({ appointmentDate: dayAhead(seed), timeRange: hourOf(seed) }),
  },
};
