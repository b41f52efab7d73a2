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

test('the page is scaled from 1600 px on only', () => {
  expect(pageZoom(1366)).toBe(1);
  expect(pageZoom(1920)).toBe(1);
  expect(pageZoom(2560)).toBeCloseTo(1.333, 3);
});
