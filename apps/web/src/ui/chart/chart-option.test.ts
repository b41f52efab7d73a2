import { expect, test } from 'vitest';

import { axisPattern, markOf, roundStep, vitalOption } from './chart-option.ts';

import type { NormalBand, VitalSeries } from './vital-series.ts';

test.each([
  [1, 0.2],
  [6, 1],
  [60, 10],
  [61, 20],
  [150, 50],
  [2400, 500],
  [3001, 1000],
])('a span of %d is parted by %d', (span, step) => {
  expect(roundStep(span)).toBeCloseTo(step, 9);
  expect(span / roundStep(span)).toBeLessThanOrEqual(6);
});

test.each(['light', 'dark'] as const)('each level has a mark of its own colour and shape on a %s ground', (theme) => {
  const made = [1, 2, 3, 4].map((level) => markOf(level, theme));
  expect(new Set(made.map((mark) => mark?.symbol)).size).toBe(4);
  expect(new Set(made.map((mark) => mark?.itemStyle.color)).size).toBe(4);
  expect(made.map((mark) => mark?.symbolSize ?? 0)).toEqual(
    made.map((mark) => mark?.symbolSize ?? 0).toSorted((a, b) => a - b),
  );
  expect(markOf(0, theme)).toBeUndefined();
});

test.each([
  [3, 'HH:mm'],
  [48, 'HH:mm'],
  [49, 'MM-DD HH:mm'],
  [168, 'MM-DD HH:mm'],
  [169, 'MM-DD'],
])('times of %d hours are written as %s', (hours, pattern) => {
  expect(axisPattern(hours * 3_600_000)).toBe(pattern);
});

const pressure = (bands: readonly [NormalBand, NormalBand]): readonly VitalSeries[] => [
  {
    label: '收缩压',
    unit: 'mmHg',
    points: [
      { at: 0, value: 120 },
      { at: 1, value: 160 },
    ],
    normal: bands[0],
  },
  {
    label: '舒张压',
    unit: 'mmHg',
    points: [
      { at: 0, value: 70 },
      { at: 1, value: 95 },
    ],
    normal: bands[1],
  },
];

interface DrawnLine {
  readonly markArea?: { readonly data: unknown };
  readonly markLine: {
    readonly lineStyle: { readonly color: string; readonly type: string };
    readonly data: readonly { readonly yAxis: number }[];
  };
}

/** Fill and edges of each line's normal range. */
const bandLines = (bands: readonly [NormalBand, NormalBand]) =>
  (vitalOption(pressure(bands), 'light').series as unknown as readonly DrawnLine[]).map(({ markArea, markLine }) => ({
    ground: markArea?.data,
    ends: markLine.data.map(({ yAxis }) => yAxis),
    stroke: markLine.lineStyle,
  }));

test('each line has one band with its ends, in its own colour and dash', () => {
  const lines = bandLines([
    { min: 90, max: 134 },
    { min: 60, max: 84 },
  ]);
  expect(lines.map(({ ground }) => ground)).toEqual([
    [[{ yAxis: 90 }, { yAxis: 134 }]],
    [[{ yAxis: 60 }, { yAxis: 84 }]],
  ]);
  expect(lines.map(({ ends }) => ends)).toEqual([
    [134, 90],
    [84, 60],
  ]);
  expect(new Set(lines.map(({ stroke }) => stroke.color)).size).toBe(2);
  expect(new Set(lines.map(({ stroke }) => stroke.type)).size).toBe(2);
});

test('bands that lie on each other are drawn by their ends, and an open end has none', () => {
  const lines = bandLines([
    { min: 80, max: 134 },
    { min: null, max: 95 },
  ]);
  expect(lines.map(({ ground }) => ground)).toEqual([undefined, undefined]);
  expect(lines.map(({ ends }) => ends)).toEqual([[134, 80], [95]]);
});
