import { expect, test } from 'vitest';

import { elapsedOf } from './elapsed.ts';

const minute = 60_000;

test.each([
  [59 * minute, 'minutes', 59],
  [60 * minute, 'hours', 1],
  [24 * 60 * minute, 'hours', 24],
  [24 * 60 * minute + minute, 'days', 1],
  [50 * 60 * minute, 'days', 2],
  [-5 * minute, 'minutes', 0],
] as const)('%d ms', (span, unit, count) => {
  expect(elapsedOf(span)).toEqual({ unit, count });
});
