import { expect, test } from 'vitest';

import { pageZoom, rootFontSize } from './display-scale.ts';

test.each([
  [999, 10],
  [1000, 12],
  [1599, 12],
  [1600, 18],
])('root font at %d px', (width, size) => {
  expect(rootFontSize(width)).toBe(size);
});

test('the page is scaled from 1600 px on by itself, always when that is wanted, and never when it is not', () => {
  const zoomsIn = (mode: 'auto' | 'proportional' | 'off'): number[] =>
    [375, 1366, 1440, 1920, 2560].map((width) => Number(pageZoom(width, mode).toFixed(3)));
  expect(zoomsIn('auto')).toEqual([1, 1, 1, 1, 1.333]);
  expect(zoomsIn('proportional')).toEqual([1, 0.711, 0.75, 1, 1.333]);
  expect(zoomsIn('off')).toEqual([1, 1, 1, 1, 1]);
});
