import { expect, test } from 'vitest';

import { addToBurst } from './alarm-burst.ts';

test('the fifth notice within ten seconds is folded', () => {
  const four = [0, 1000, 2000, 3000];
  expect(addToBurst(four.slice(0, 3), 3000).isFolded).toBe(false);
  expect(addToBurst(four, 9999)).toEqual({ times: [...four, 9999], isFolded: true });
});

test('older notices do not count', () => {
  expect(addToBurst([0, 1000, 2000, 3000], 11_500)).toEqual({ times: [2000, 3000, 11_500], isFolded: false });
});
