import { expect, test } from 'vitest';
import { isAtNight, shiftSlots, uncovered } from './roster-places.ts';

const hour = 3_600_000;
const ofType = { slotMinutes: 60, capacityPerSlot: 2, capacity: null };

test('a shift has the places of its whole slots', () => {
  expect(shiftSlots({ from: 0, to: 2.5 * hour }, ofType)).toEqual([
    { from: 0, to: hour, places: 2 },
    { from: hour, to: 2 * hour, places: 2 },
  ]);
  expect(shiftSlots({ from: 0, to: hour / 2 }, ofType)).toEqual([]);
  expect(shiftSlots({ from: 0, to: hour }, { ...ofType, capacityPerSlot: 0 })).toEqual([]);
});

test('the places of a shift are spread over its slots, none lost', () => {
  for (const capacity of [0, 1, 5, 8, 13]) {
    const slots = shiftSlots({ from: 0, to: 8 * hour }, { ...ofType, capacity });
    expect(slots.reduce((sum, { places }) => sum + places, 0)).toBe(capacity);
    expect(slots.length).toBe(Math.min(8, capacity));
  }
});

test('what periods leave open is found, in any order and over their bounds', () => {
  const day = { from: 0, to: 24 * hour };
  expect(uncovered(day, [])).toEqual([day]);
  expect(
    uncovered(day, [
      { from: 20 * hour, to: 30 * hour },
      { from: -5 * hour, to: 8 * hour },
      { from: 7 * hour, to: 16 * hour },
    ]),
  ).toEqual([{ from: 16 * hour, to: 20 * hour }]);
  expect(uncovered(day, [{ from: -hour, to: 25 * hour }])).toEqual([]);
  expect(uncovered(day, [{ from: 30 * hour, to: 40 * hour }])).toEqual([day]);
});

test.each([
  [8, 20, false],
  [16, 24, false],
  [20, 32, true],
  [0, 8, true],
  [8, 32, true],
  [5, 14, false],
])('a shift from %i to %i is at night: %s', (from, to, expected) => {
  expect(isAtNight({ from: from * hour, to: to * hour }, 0)).toBe(expected);
});
