import { expect, test } from 'vitest';

import { axisPattern, markOf, roundStep } from './chart-option.ts';

test.each([[1, 0.2], [6, 1], [60, 10], [61, 20], [150, 50], [2400, 500], [3001, 1000]])('a span of %d is parted by %d', (span, step) => {
  expect(roundStep(span)).toBeCloseTo(step, 9);
  expect(span / roundStep(span)).toBeLessThanOrEqual(6);
});

test.each(['light', 'dark'] as const)('each level has a mark of its own colour and shape on a %s ground', (theme) => {
  const made = [1, 2, 3, 4].map((level) => markOf(level, theme));
  expect(new Set(made.map((mark) => mark?.symbol)).size).toBe(4);
  expect(new Set(made.map((mark) => mark?.itemStyle.color)).size).toBe(4);
  expect(made.map((mark) => mark?.symbolSize ?? 0)).toEqual(made.map((mark) => mark?.symbolSize ?? 0).toSorted((a, b) => a - b));
  expect(markOf(0, theme)).toBeUndefined();
});

test.each([[3, 'HH:mm'], [48, 'HH:mm'], [49, 'MM-DD HH:mm'], [168, 'MM-DD HH:mm'], [169, 'MM-DD']])('times of %d hours are written as %s', (hours, pattern) => {
  expect(axisPattern(hours * 3_600_000)).toBe(pattern);
});
