import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { longest, longestFirst } from './test-order.mjs';

test('the files that take longest exist', () => {
  expect(longest.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});

test('the longest files begin first, in their order, and the others stay as they were', () => {
  const [first, second] = longest;
  const files = ['b.test.ts', second, 'a.test.ts', first];
  expect(longestFirst(files, (path) => path)).toEqual([first, second, 'b.test.ts', 'a.test.ts']);
});
