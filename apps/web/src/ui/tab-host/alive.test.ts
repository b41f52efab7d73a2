import { expect, test } from 'vitest';

import { keepAlive } from './alive.ts';

test('the active tab comes first and the least recently used one falls out', () => {
  expect(keepAlive(['a', 'b', 'c'], 'd', ['a', 'b', 'c', 'd'], 3)).toEqual(['d', 'a', 'b']);
  expect(keepAlive(['a', 'b', 'c'], 'c', ['a', 'b', 'c'], 3)).toEqual(['c', 'a', 'b']);
});

test('a closed tab does not stay alive', () => {
  expect(keepAlive(['a', 'b'], 'b', ['b'], 12)).toEqual(['b']);
});

test('a page without a tab in front leaves the others alive', () => {
  expect(keepAlive(['a', 'b'], null, ['a', 'b'], 12)).toEqual(['a', 'b']);
});
