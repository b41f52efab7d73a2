import { expect, test } from 'vitest';

import { heardPlaces } from './heard-places.ts';

test('an event is heard once by its place, one without a place each time', () => {
  const isHeard = heardPlaces();
  expect([isHeard('a'), isHeard('b'), isHeard('a'), isHeard(undefined), isHeard(undefined)]).toEqual([false, false, true, false, false]);
});

test('only the last thousand places are kept', () => {
  const isHeard = heardPlaces();
  for (let at = 0; at <= 1000; at += 1) isHeard(`place ${at}`);
  expect(isHeard('place 1000')).toBe(true);
  expect(isHeard('place 0')).toBe(false);
});
