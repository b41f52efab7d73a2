import { expect, test } from 'vitest';

import { toggled } from './menu-node.ts';

const tops = ['/a', '/b'];

test('SH-026 opening a second top group closes the first, unless several may be open', () => {
  expect(toggled(['/a', '/a/x'], '/b', { tops, isOneOpen: true })).toEqual(['/a/x', '/b']);
  expect(toggled(['/a'], '/b', { tops, isOneOpen: false })).toEqual(['/a', '/b']);
});

test('a group below a top group opens beside it, and an open one closes', () => {
  expect(toggled(['/a'], '/a/x', { tops, isOneOpen: true })).toEqual(['/a', '/a/x']);
  expect(toggled(['/a', '/a/x'], '/a', { tops, isOneOpen: true })).toEqual(['/a/x']);
});
