import { expect, test } from 'vitest';
import { missingNeeds } from '../cases/case-state.ts';
import {
  climbsAt,
  dueAfterRelease,
  dueAfterSilentRise,
  firstRungAt,
  isProven,
  next,
  nextEarly,
  unseenLimit,
  type LadderCase,
} from './ladder.ts';
import { minutesToNextRung, noPolicy, type AlarmPolicy } from './policy.ts';

const minute = 60_000;
const policy = (repeatMinutes: number | null, ...minutes: readonly number[]): AlarmPolicy => ({
  rungs: minutes.map((afterMinutes) => ({ afterMinutes, to: ['manager'], channels: ['inapp'] })),
  repeatMinutes,
});
const critical = policy(10, 0, 3, 5, 10);
const warning = policy(60, 0, 30, 60);
const attention = policy(null, 0, 1440);
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

test('rungs follow the minutes of the policy; the last one is repeated', () => {
  const gaps = (of: AlarmPolicy, count: number) =>
    Array.from({ length: count }, (_, step) => minutesToNextRung(of, step));
  expect(gaps(critical, 6)).toEqual([3, 2, 5, 10, 10, 10]);
  expect(gaps(warning, 5)).toEqual([30, 30, 60, 60, 60]);
  expect(gaps(attention, 2)).toEqual([1440, null]);
  expect(gaps(policy(5, 2, 4), 4)).toEqual([2, 2, 5, 5]);
  expect(gaps(noPolicy, 2)).toEqual([null, null]);
});

test('the first rung of a run: of the policy, of late readings after an hour, or none', () => {
  expect([
    firstRungAt(critical, 'full', 0),
    firstRungAt(critical, 'late', 0),
    firstRungAt(critical, 'silent', 0),
    firstRungAt(noPolicy, 'full', 0),
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
  expect(next(row({}), critical, 3 * minute)).toEqual({ step: 1, nextDueAt: 5 * minute, lapses: true });
  expect(next(row({}), critical, 3 * minute - 1)).toBeUndefined();
  expect(next(row({ level: 3, state: 1, step: 2, nextDueAt: 0 }), warning, 0)).toEqual({
    step: 3,
    nextDueAt: 60 * minute,
    lapses: true,
  });
  expect(next(row({ level: 2, state: 2, nextDueAt: 0 }), attention, 0)).toEqual({
    step: 1,
    nextDueAt: null,
    lapses: false,
  });
  expect(next(row({ late: true, nextDueAt: 0 }), critical, 0)).toEqual({ step: 1, nextDueAt: null, lapses: true });
});

test('a rung that is taken early leaves the minutes of the later ones; the last one is not repeated early', () => {
  expect(nextEarly(row({}), critical, 20_000)).toEqual({ step: 1, nextDueAt: 5 * minute, lapses: true });
  expect(nextEarly(row({ step: 1, nextDueAt: 5 * minute }), critical, 20_000)).toMatchObject({
    step: 2,
    nextDueAt: 10 * minute,
  });
  expect(nextEarly(row({ step: 2, nextDueAt: 10 * minute }), critical, 0)).toMatchObject({
    step: 3,
    nextDueAt: 20 * minute,
  });
  expect(nextEarly(row({ step: 3, nextDueAt: 20 * minute }), critical, 0)).toBeUndefined();
  expect(nextEarly(row({ firstContactAt: 1 }), critical, 20_000)).toBeUndefined();
  expect([1, 2, 3, 4].map((level) => unseenLimit(level as LadderCase['level']))).toEqual([null, null, 120_000, 20_000]);
});

test('a released case is due when it would be without the claim, at once where that has passed, and never later', () => {
  const held = row({ state: 1, nextDueAt: 6 * minute });
  expect(dueAfterRelease(held, critical, minute)).toBe(3 * minute);
  expect(dueAfterRelease(held, critical, 4 * minute)).toBe(4 * minute);
  expect(dueAfterRelease({ ...held, nextDueAt: 2 * minute }, critical, minute)).toBe(2 * minute);
  expect(dueAfterRelease({ ...held, step: 3, nextDueAt: 20 * minute }, critical, 11 * minute)).toBe(11 * minute);
  expect(dueAfterRelease({ ...held, firstContactAt: minute, nextDueAt: null }, critical, minute)).toBe(null);
  expect(dueAfterRelease({ ...held, late: true, nextDueAt: 60 * minute }, critical, minute)).toBe(60 * minute);
});

test('a rise without a notice leaves no live case of level 3 or 4 without a rung', () => {
  expect(dueAfterSilentRise(row({ nextDueAt: null }), 0)).toBe(60 * minute);
  expect(dueAfterSilentRise(row({ nextDueAt: minute }), 0)).toBe(minute);
  expect(dueAfterSilentRise(row({ nextDueAt: null, level: 2 }), 0)).toBe(null);
  expect(dueAfterSilentRise(row({ nextDueAt: null, late: true }), 0)).toBe(null);
});
