import { expect, test } from 'vitest';

import { contentOf, linesOf, placeAt, spanOf } from './track-shape.ts';

import type { DayTrack } from './positions.ts';

const fixAt = (at: number, longitude: number, byCell = false) => ({ at, longitude, latitude: 0, byCell });
const track: DayTrack = {
  segments: [
    [fixAt(0, 0), fixAt(10, 10)],
    [fixAt(30, 30), fixAt(40, 40, true)],
  ],
  stays: [{ longitude: 10, latitude: 0, begin: 10, end: 20, minutes: 10, address: '' }],
  distance: 1,
  count: 4,
  dropped: 0,
};
const none: DayTrack = { segments: [], stays: [], distance: 0, count: 0, dropped: 0 };
const words = { stay: () => 's', start: 'a', end: 'e' };

test('gaps are lines of their own', () => {
  expect(linesOf(track.segments).map(({ isGap, points }) => `${isGap} ${points.length}`)).toEqual([
    'false 2',
    'true 2',
    'false 2',
  ]);
});

test('ends, stays and cells are marked', () => {
  expect(contentOf(track, words).markers.map(({ look }) => look)).toEqual(['cell', 'start', 'end', 'stay']);
  expect(contentOf(none, words)).toEqual({ markers: [], groups: [], lines: [] });
});

test.each([
  [0, 0],
  [5, 5],
  [10, 10],
  [15, 10],
  [25, 10],
  [30, 30],
  [35, 35],
  [40, 40],
  [99, 40],
])('at %i they are at %i', (at, longitude) => {
  expect(placeAt(track, at)?.longitude).toBe(longitude);
});

test('a day without positions has neither begin nor end', () => {
  expect(spanOf(track)).toEqual({ from: 0, to: 40 });
  expect(spanOf(none)).toBeNull();
  expect(placeAt(none, 5)).toBeNull();
});
