import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daySteps } from './day-steps.ts';

test.each([
  [[], 0],
  [[120], 120],
  [[100, 250, 250, 900], 900],
  [[300, 5000, 200, 300], 5100],
  [[5000, 100, 5100], 5100],
  [[5000, 90_000, 5100], 5100],
  [[8000, 20, 400], 400],
  [[5000, 5200], 5200],
])('counters %o give %i steps', (counters, steps) => {
  expect(daySteps(counters)).toBe(steps);
});

test('a counter that only rises ends at its last value', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30_000)), (values) => {
      const rising = values.toSorted((a, b) => a - b);
      expect(daySteps(rising)).toBe(rising.at(-1) ?? 0);
    }),
  );
});

test('one wrong value in a rising row changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30_000), { minLength: 3 }), fc.nat(), fc.nat(100_000), (values, where, wrong) => {
      const rising = values.toSorted((a, b) => a - b);
      const at = 1 + (where % (rising.length - 1));
      expect(daySteps([...rising.slice(0, at), wrong, ...rising.slice(at)])).toBe(rising.at(-1));
    }),
  );
});
