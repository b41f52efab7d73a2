import { expect, test } from 'vitest';
import { bookingsOfSlots, type DemoSlot } from './plan-bookings.ts';

const now = new Date('2026-11-25T03:00:00Z');
const slots: readonly DemoSlot[] = Array.from({ length: 400 }, (_, at) => {
  const begins = new Date(now.getTime() + (at - 200) * 1_800_000);
  return {
    id: at,
    shift: 1,
    doctor: 1,
    place: null,
    day: begins.toISOString().slice(0, 10),
    begins,
    ends: new Date(begins.getTime() + 1_800_000),
  };
});

test('bookings are in all states, never two of a client in a slot, and none made today', () => {
  const made = bookingsOfSlots(slots, { now, clients: 60 });
  expect(made).toHaveLength(320);
  expect(new Set(made.map(({ state }) => state))).toEqual(
    new Set(['waiting', 'booked', 'checkedIn', 'done', 'cancelled', 'noShow']),
  );
  expect(new Set(made.map(({ slot, client }) => `${slot.id} ${client}`)).size).toBe(320);
  expect(made.filter(({ state, slot }) => state === 'done' && slot.ends > now)).toEqual([]);
  expect(made.filter(({ madeAt }) => madeAt.getTime() > now.getTime() - 86_400_000)).toEqual([]);
  expect(bookingsOfSlots(slots, { now, clients: 60 })).toEqual(made);
});
