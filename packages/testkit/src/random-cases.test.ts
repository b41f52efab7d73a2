import { expect, test } from 'vitest';
import { randomCases } from './random-cases.ts';

test('five days make every case once, a full run makes all', () => {
  const days = [1, 2, 3, 4, 5].map((day) => randomCases(23, day, false));
  expect(days.flat().toSorted((one, other) => one - other)).toEqual(randomCases(23, 1, true));
  expect(Math.max(...days.map(({ length }) => length))).toBe(5);
  expect(randomCases(23, 31, false)).toEqual(randomCases(23, 1, false));
});
