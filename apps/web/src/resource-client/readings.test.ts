import { expect, test } from 'vitest';

import { seriesOf } from './readings.ts';

const known = { circumstance: null, minNeeds: null, mark: 'sourced' as const };
const bands = { 'bp.high': { min: 90, max: 140, ...known }, 'bp.low': { min: 60, max: 90, ...known } };
const marked = (
  high: number,
  low: number,
  own: Parameters<typeof seriesOf>[2]['bands'] = bands,
): readonly (number | undefined)[] =>
  seriesOf('bp', [{ at: 0, id: 1, level: 3, values: { high, low } }], {
    figures: ['high', 'low'],
    labelOf: (name) => name,
    bands: own,
  }).map(({ points }) => points[0]?.level);

test('the mark of an abnormal pressure stands on the figure that is abnormal', () => {
  expect(marked(188, 82)).toEqual([3, 0]);
  expect(marked(128, 112)).toEqual([0, 3]);
  expect(marked(211, 92)).toEqual([3, 0]);
});

test('no abnormal reading loses its mark where the band is unknown', () => {
  expect(marked(188, 112, {})).toEqual([3, 0]);
});

test('a band with one end marks what lies beyond it', () => {
  expect(marked(188, 82, { 'bp.low': { min: null, max: 90, ...known } })).toEqual([3, 0]);
  expect(
    marked(128, 112, { 'bp.high': { min: null, max: 134, ...known }, 'bp.low': { min: null, max: 84, ...known } }),
  ).toEqual([0, 3]);
});
