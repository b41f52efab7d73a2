import { expect, test } from 'vitest';

import { clockUntil } from './countdown.tsx';

test.each([
  [0, ''],
  [-5000, ''],
  [400, '0:01'],
  [65_000, '1:05'],
  [3_723_000, '1:02:03'],
])('%s ms read %s', (left, words) => {
  expect(clockUntil(left)).toBe(words);
});
