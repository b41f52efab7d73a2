import { expect, test } from 'vitest';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import { minutesToNextRung } from './ladder.ts';

const climb = (level: AlarmLevel, rungs: number): (number | null)[] => Array.from({ length: rungs }, (_, step) => minutesToNextRung(level, step));

test('rungs of unattended cases', () => {
  expect(climb(4, 6)).toEqual([3, 2, 5, 10, 10, 10]);
  expect(climb(3, 4)).toEqual([30, 30, null, null]);
  expect(climb(2, 2)).toEqual([1440, null]);
  expect(climb(1, 2)).toEqual([null, null]);
});
