import { expect, test } from 'vitest';

import { seriesOf } from './resource-readings.ts';

const bands = { 'bp.high': { min: 90, max: 140 }, 'bp.low': { min: 60, max: 90 } };
const marked = (high: number, low: number, known: Parameters<typeof seriesOf>[2]['bands'] = bands): readonly (number | undefined)[] =>
  seriesOf('bp', [{ at: 0, id: 1, level: 3, values: { high, low } }], { figures: ['high', 'low'], labelOf: (name) => name, bands: known }).map(({ points }) => points[0]?.level);

test('the mark of an abnormal pressure stands on the figure that is abnormal', () => {
  expect(marked(188, 82)).toEqual([3, 0]);
  expect(marked(128, 112)).toEqual([0, 3]);
  expect(marked(211, 92)).toEqual([3, 0]);
});

test('no abnormal reading loses its mark where the band is unknown', () => {
  expect(marked(188, 112, {})).toEqual([3, 0]);
});
