import { daySteps } from '@kangmai/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepGains } from './step-gains.ts';

test('a fall adds nothing, a stray value neither', () => {
  expect(stepGains([1000, 3000, 2000, 4000])).toEqual([1000, 0, 1000, 2000]);
  expect(stepGains([300, 5000, 200, 300])).toEqual([300, 4700, 0, 100]);
});

test('the parts make up the day', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30_000)), (counters) => {
      expect(stepGains(counters).reduce((sum, gain) => sum + gain, 0)).toBe(daySteps(counters));
    }),
  );
});
