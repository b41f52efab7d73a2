import { expect, test } from 'vitest';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import { missingNeeds } from './case-state.ts';
import { climb, climbsAt, firstRungAt, isProven, minutesToNextRung } from './ladder.ts';
import type { LadderCase } from './ladder.ts';

const minute = 60_000;
const rungs = (level: AlarmLevel, count: number, late = false): (number | null)[] =>
  Array.from({ length: count }, (_, step) => minutesToNextRung(level, step, late));
const row = (more: Partial<LadderCase>): LadderCase => ({
  level: 4,
  state: 0,
  late: false,
  step: 0,
  nextDueAt: 3 * minute,
  alarmedAt: 0,
  firstContactAt: null,
  ...more,
});

test('rungs of unattended cases; level 3 never falls silent', () => {
  expect(rungs(4, 6)).toEqual([3, 2, 5, 10, 10, 10]);
  expect(rungs(3, 5)).toEqual([30, 30, 60, 60, 60]);
  expect(rungs(2, 2)).toEqual([1440, null]);
  expect(rungs(1, 2)).toEqual([null, null]);
});

test('late readings give levels 3-4 one rung after an hour', () => {
  expect([rungs(4, 2, true), rungs(3, 2, true), rungs(2, 2, true)]).toEqual([
    [60, null],
    [60, null],
    [null, null],
  ]);
  expect([
    firstRungAt(4, 'full', 0),
    firstRungAt(4, 'late', 0),
    firstRungAt(4, 'silent', 0),
    firstRungAt(1, 'full', 0),
  ]).toEqual([3 * minute, 60 * minute, null, null]);
});

test('a contact proves the level that it came after, for ladder and closing alike', () => {
  expect([
    isProven({ alarmedAt: 5, firstContactAt: 4 }),
    isProven({ alarmedAt: 5, firstContactAt: 5 }),
    isProven({ alarmedAt: null, firstContactAt: 4 }),
    isProven({ alarmedAt: 5 }),
  ]).toEqual([false, true, true, false]);
  expect([
    climbsAt(row({ firstContactAt: -1 })),
    climbsAt(row({ firstContactAt: 1 })),
    climbsAt(row({ state: 3 })),
  ]).toEqual([3 * minute, null, null]);
  const move = { level: 4, handleType: 1, handleResult: '已电话联系', alarmedAt: 5 } as const;
  expect([
    missingNeeds('settle', { ...move, firstContactAt: 4 }),
    missingNeeds('settle', { ...move, firstContactAt: 6 }),
  ]).toEqual([['firstContact'], []]);
});

test('a rung is reached at its due time; claims without proof lapse at levels 3-4 only', () => {
  expect(climb(row({}), 3 * minute)).toEqual({ step: 1, nextDueAt: 5 * minute, lapses: true });
  expect(climb(row({}), 3 * minute - 1)).toBeUndefined();
  expect(climb(row({ level: 3, state: 1, step: 2, nextDueAt: 0 }), 0)).toEqual({
    step: 3,
    nextDueAt: 60 * minute,
    lapses: true,
  });
  expect(climb(row({ level: 2, state: 2, nextDueAt: 0 }), 0)).toEqual({ step: 1, nextDueAt: null, lapses: false });
  expect(climb(row({ late: true, nextDueAt: 0 }), 0)).toEqual({ step: 1, nextDueAt: null, lapses: true });
});
