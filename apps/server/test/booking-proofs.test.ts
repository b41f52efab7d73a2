import { isFullRun } from '@kangmai/testkit/random-cases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book, type BookingWorld, monday, openClinics, shiftsOf, startBookings, wrongPlaces } from './booking-world.ts';
import { done } from './done.ts';

const people = 200;
const days = ['2031-05-13', '2031-05-14', '2031-05-15', '2031-05-16', '2031-05-17', '2031-05-18'];

let world: BookingWorld;
const person = (nth: number): number => world.people[nth % people]?.id ?? 0;
const doctor = (nth: number): number => world.doctors[nth % world.doctors.length] ?? 0;

beforeAll(async () => {
  world = await startBookings({ people, doctors: 3, capacity: 20, slotMinutes: 60 });
  await openClinics(world, [
    [doctor(0), monday],
    ...days.flatMap((day) => [0, 1, 2].map((nth) => [doctor(nth), day] as const)),
  ]);
});
afterAll(() => world.app.close());

const takenAt = async (time: string): Promise<object[]> =>
  world.app.query(
    'Alpha',
    `select s.taken, (select count(*)::integer from occupancy o where o.tenant_id = $1 and o.begins_at = s.begins_at
         and o.kind = 'client') as occupied from slot s where s.tenant_id = $1 and s.begins_at = $2`,
    [new Date(time)],
  );

test.each([
  ['booked', '08:00', [1]],
  ['to be confirmed or booked, with confirmations meanwhile', '09:00', [0, 1]],
])('of 200 bookings at once for 20 places, %s, exactly 20 have one', async (_words, clock, states) => {
  const time = `${monday}T${clock}:00+08:00`;
  const answers = await Promise.all(
    world.people.map(async ({ id }, nth) => {
      const state = states[nth % states.length];
      const place = { userId: id, doctorId: doctor(0), appointmentTime: time, state };
      let answer = await book(world, place);
      // A busy machine asks for another try.
      while (answer.status === 503) answer = await book(world, place);
      if (answer.status === 200 && state === 0)
        await done(world.admin.post('XYJ_Appointments/Confirm', { id: answer.result }));
      return `${answer.status} ${answer.error?.reason ?? ''}`;
    }),
  );
  const count = (word: string): number => answers.filter((each) => each === word).length;
  expect([count('200 '), count('409 slot.full')]).toEqual([20, 180]);
  expect(await takenAt(time)).toEqual([{ taken: 20, occupied: 20 }]);
  expect(await wrongPlaces(world)).toEqual([]);
});

/** Numbers from 0 below a bound, the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

interface Run {
  readonly pick: (below: number) => number;
  readonly ids: number[];
}

const timeOf = ({ pick }: Run): string => `${days[pick(days.length)]}T0${8 + pick(2)}:00:00+08:00`;

const steps: readonly ((run: Run) => Promise<unknown>)[] = [
  async (run) => {
    const place = { userId: person(run.pick(6)), doctorId: doctor(run.pick(3)), appointmentTime: timeOf(run) };
    const answer = await book(world, { ...place, state: run.pick(2) });
    if (answer.status === 200) run.ids.push(answer.result);
    return answer;
  },
  (run) => book(world, { id: run.ids[run.pick(run.ids.length || 1)] ?? 1, appointmentTime: timeOf(run) }),
  (run) =>
    book(world, {
      id: run.ids[run.pick(run.ids.length || 1)] ?? 1,
      doctorId: doctor(run.pick(3)),
      appointmentTime: timeOf(run),
    }),
  (run) =>
    world.admin.post('XYJ_Appointments/Cancel', {
      id: run.ids[run.pick(run.ids.length || 1)] ?? 1,
      cancelReason: '改期',
    }),
  (run) => world.admin.post('XYJ_Appointments/Confirm', { id: run.ids[run.pick(run.ids.length || 1)] ?? 1 }),
  async ({ pick }) => {
    const shifts = (await shiftsOf(world)).filter(({ day }) => day !== monday);
    const [a, b] = [shifts[pick(shifts.length)], shifts[pick(shifts.length)]];
    return a && b && world.admin.post('SchedulingTable/Swap', { idA: a.id, idB: b.id, reason: '换班' });
  },
];

/** Stops a clinic, moves or cancels its bookings, and publishes the day again. */
async function stopOne({ pick }: Run): Promise<void> {
  const shifts = (await shiftsOf(world)).filter(({ day }) => day !== monday);
  const one = shifts[pick(shifts.length)];
  if (!one) return;
  const how = pick(2) === 0 ? { bookings: 'cancel' } : { bookings: 'move', bookingsTo: doctor(pick(3)) };
  const { status } = await world.admin.post('SchedulingTable/Stop', { id: one.id, reason: '停诊', ...how });
  if (status !== 200) return;
  // A swap may have given the doctor another shift of that time meanwhile.
  const entries = [{ userId: one.user, workDate: one.day, dutyTypeId: world.clinic }];
  const { status: saved } = await world.admin.post('SchedulingTable/SaveWeek', { weekStart: monday, entries });
  if (saved === 200) await world.admin.post('SchedulingTable/Publish', { weekStart: monday });
}

const sequences = isFullRun ? 2000 : 200;
const atOnce = 4;

test(
  'whatever is booked, moved, cancelled, stopped and swapped at once, nobody is twice and each place is counted',
  { timeout: isFullRun ? 3_600_000 : 180_000 },
  async () => {
    const statuses = new Map<number, number>();
    for (let seed = 1; seed <= sequences; seed += 1) {
      const run: Run = { pick: numbersFrom(seed), ids: [] };
      await steps[0]?.(run);
      const chosen = Array.from({ length: atOnce }, () => steps[run.pick(steps.length)]);
      if (run.pick(8) === 0) chosen.push(stopOne);
      const answers = await Promise.all(chosen.map(async (step) => step?.(run)));
      for (const answer of answers) {
        const status = (answer as { status?: number } | undefined)?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      if (seed % 10 === 0) expect(await wrongPlaces(world), `sequence ${seed}`).toEqual([]);
    }
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(sequences / 2);
  },
);
