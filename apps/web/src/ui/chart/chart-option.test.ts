import { expect, test } from 'vitest';

import { roundStep } from './chart-option.ts';

test.each([[1, 0.2], [6, 1], [60, 10], [61, 20], [150, 50], [2400, 500], [3001, 1000]])('a span of %d is parted by %d', (span, step) => {
  expect(roundStep(span)).toBeCloseTo(step, 9);
  expect(span / roundStep(span)).toBeLessThanOrEqual(6);
});
