import { expect, test } from 'vitest';

import { heardMarks } from './heard-marks.ts';

test('an event is heard once by its place, one without a mark each time', () => {
  const isHeard = heardMarks();
  expect([isHeard(['a']), isHeard(['b']), isHeard(['a']), isHeard([]), isHeard([undefined])]).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test('an event with a key is heard once, whatever its place', () => {
  const isHeard = heardMarks();
  expect([
    isHeard(['key', 'place']),
    isHeard(['key']),
    isHeard(['key', 'another']),
    isHeard(['place']),
    isHeard(['another']),
  ]).toEqual([false, true, true, true, true]);
});

test('only the last two thousand marks are kept', () => {
  const isHeard = heardMarks();
  for (let at = 0; at <= 2000; at += 1) isHeard([`place ${at}`]);
  expect(isHeard(['place 2000'])).toBe(true);
  expect(isHeard(['place 0'])).toBe(false);
});
