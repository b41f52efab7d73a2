import { expect, test } from 'vitest';
import { isStorm } from './storm.ts';

test('a storm has more than twenty new cases and five times the usual number', () => {
  expect([isStorm(20, 0), isStorm(21, 0), isStorm(21, 4.2), isStorm(21, 5), isStorm(50, 10), isStorm(49, 10)]).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
});
