import { expect, test } from 'vitest';

import { summarize, toRows, type VitalSeries } from './vital-series.ts';

const high: VitalSeries = {
  label: '收缩压',
  unit: 'mmHg',
  points: [
    { at: 1, value: 120 },
    { at: 2, value: null },
    { at: 3, value: 188, level: 3 },
  ],
};
const low: VitalSeries = {
  label: '舒张压',
  unit: 'mmHg',
  points: [
    { at: 1, value: 80 },
    { at: 3, value: 112, level: 2 },
  ],
};

test('gaps are not counted and alarms are', () => {
  const summary = summarize([high, low]);
  expect(summary).toMatchObject({ count: 4, alarms: 2, from: 1, to: 3 });
  expect(summary.ranges[0]).toEqual({ label: '收缩压', unit: 'mmHg', min: 120, max: 188 });
});

test('values of one time share a row, newest first, with the higher level', () => {
  expect(toRows([high, low])).toEqual([
    { at: 3, values: [188, 112], level: 3 },
    { at: 1, values: [120, 80], level: 0 },
  ]);
});

test('no values give no range and no time', () => {
  expect(summarize([{ label: 'x', unit: '', points: [] }])).toEqual({
    count: 0,
    alarms: 0,
    from: null,
    to: null,
    ranges: [],
  });
});
