import { expect, test } from 'vitest';

import { meets } from './permissions.ts';

const granted = new Set(['A', 'B']);

test('several names mean any of them unless all are required', () => {
  expect(meets(granted, ['A', 'C'])).toBe(true);
  expect(meets(granted, ['A', 'C'], 'all')).toBe(false);
  expect(meets(granted, ['A', 'B'], 'all')).toBe(true);
});

test('a need that is not stated is met, an unknown name is not', () => {
  expect(meets(granted, undefined)).toBe(true);
  expect(meets(granted, 'C')).toBe(false);
  expect(meets(granted, [])).toBe(false);
});
