import { expect, test } from 'vitest';
import { bookingsOfTimes, demoServices, type DemoServiceTime } from './plan-services.ts';

const now = new Date('2026-11-25T03:00:00Z');
const times: readonly DemoServiceTime[] = Array.from({ length: 130 }, (_, at) => {
  const service = demoServices[at % 4] ?? (demoServices[0] as never);
  const begins = new Date(now.getTime() + (at - 80) * 4 * 3_600_000);
  const range = service.ranges[at % service.ranges.length] ?? (service.ranges[0] as never);
  const day = begins.toISOString().slice(0, 10);
  return { service, day, range, begins, ends: new Date(begins.getTime() + 1_800_000) };
});

test('bookings of services are in all states, never done before their end, and none made today', () => {
  const made = bookingsOfTimes(times, { now, most: 60 });
  expect(made).toHaveLength(60);
  expect(new Set(made.map(({ state }) => state))).toEqual(
    new Set(['waiting', 'booked', 'refused', 'done', 'cancelled', 'noShow']),
  );
  expect(made.filter(({ state, ends }) => (state === 'done' || state === 'noShow') && ends > now)).toEqual([]);
  expect(made.filter(({ state, ends }) => (state === 'waiting' || state === 'booked') && ends <= now)).toEqual([]);
  expect(made.filter(({ madeAt }) => madeAt.getTime() > now.getTime() - 86_400_000)).toEqual([]);
  expect(made.filter(({ state, service }) => state === 'refused' && !service.needApprove)).toEqual([]);
  expect(bookingsOfTimes(times, { now, most: 60 })).toEqual(made);
});
