import { expect, test } from 'vitest';

import { keepAlive } from './alive.ts';

test('the active tab comes first and the least recently used one falls out', () => {
  expect(keepAlive({ recent: ['a', 'b', 'c'], active: 'd', open: ['a', 'b', 'c', 'd'], limit: 3 })).toEqual([
    'd',
    'a',
    'b',
  ]);
  expect(keepAlive({ recent: ['a', 'b', 'c'], active: 'c', open: ['a', 'b', 'c'], limit: 3 })).toEqual(['c', 'a', 'b']);
});

test('a closed tab does not stay alive', () => {
  expect(keepAlive({ recent: ['a', 'b'], active: 'b', open: ['b'], limit: 12 })).toEqual(['b']);
});

test('a page without a tab in front leaves the others alive', () => {
  expect(keepAlive({ recent: ['a', 'b'], active: null, open: ['a', 'b'], limit: 12 })).toEqual(['a', 'b']);
});

test('SH-051 a page with unsaved input stays alive, the oldest without falls out in its place', () => {
  expect(
    keepAlive({ recent: ['a', 'b', 'c'], active: 'd', open: ['a', 'b', 'c', 'd'], limit: 3, unsaved: new Set(['c']) }),
  ).toEqual(['d', 'a', 'c']);
  expect(
    keepAlive({
      recent: ['a', 'b', 'c'],
      active: 'd',
      open: ['a', 'b', 'c', 'd'],
      limit: 2,
      unsaved: new Set(['a', 'b', 'c']),
    }),
  ).toEqual(['d', 'a']);
});
