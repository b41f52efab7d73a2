import { describe, expect, test } from 'vitest';
import { claimMinutes, isProofOfContact, mayBatchHandle, mayRecover, missingNeeds } from './case-state.ts';
import type { CaseDeed, CaseMove } from './case-state.ts';

describe('states of a case', () => {
  test.each<[string, CaseDeed, CaseMove, readonly string[]]>([
    ['level 1 needs a way of handling', 'settle', { level: 1 }, ['handleType']],
    ['level 1 is settled with one', 'settle', { level: 1, handleType: 11 }, []],
    ['an unknown way is none', 'settle', { level: 1, handleType: 12 }, ['handleType']],
    [
      'level 3 needs a result of 5 characters',
      'settle',
      { level: 3, handleType: 1, handleResult: '已联系 ' },
      ['handleResult'],
    ],
    ['level 3 with a result', 'settle', { level: 3, handleType: 1, handleResult: '已电话联系' }, []],
    [
      'level 4 needs proof of contact',
      'settle',
      { level: 4, handleType: 1, handleResult: '已电话联系' },
      ['firstContact'],
    ],
    ['level 4 with proof', 'settle', { level: 4, handleType: 1, handleResult: '已电话联系', firstContactAt: 1 }, []],
    ['level 4 device fault', 'settle', { level: 4, handleType: 10, handleResult: '传感器脱落' }, []],
    ['a false alarm needs its reason', 'falseAlarm', { level: 1 }, ['reason']],
    ['a false alarm of level 1', 'falseAlarm', { level: 1, handleResult: '误' }, []],
    ['a false alarm of level 4', 'falseAlarm', { level: 4, handleResult: '误触' }, ['reason', 'firstContact']],
    [
      'a false alarm of level 4, device fault',
      'falseAlarm',
      { level: 4, handleType: 10, handleResult: '传感器脱落' },
      [],
    ],
  ])('%s', (...row) => {
    const [, deed, move, missing] = row;
    expect(missingNeeds(deed, move)).toEqual(missing);
  });

  test('a closed case is reopened within 24 h by those who may', () => {
    const hour = 3_600_000;
    expect(missingNeeds('reopen', { level: 3, closedAt: 0, now: 24 * hour, mayEdit: true })).toEqual([]);
    expect(missingNeeds('reopen', { level: 3, closedAt: 0, now: 24 * hour + 1, mayEdit: true })).toEqual(['within24h']);
    expect(missingNeeds('reopen', { level: 3, closedAt: 0, now: 1 })).toEqual(['editRight']);
  });

  test('contact, batches, claims and recovery', () => {
    expect([1, 2, 3, 4, 5, 6].map(isProofOfContact)).toEqual([true, true, true, false, false, false]);
    expect(([1, 2, 3, 4] as const).map(mayBatchHandle)).toEqual([true, true, false, false]);
    expect(([1, 2, 3, 4] as const).map(claimMinutes)).toEqual([null, null, 30, 5]);
    expect(mayRecover('bpHigh', 2, 'readings')).toBe(true);
    expect(mayRecover('bpHigh', 3, 'readings')).toBe(false);
    expect(mayRecover('bpHigh', 3, 'unbound')).toBe(false);
    expect(mayRecover('offline', 3, 'stateEnded')).toBe(true);
    expect(mayRecover('fence', 4, 'stateEnded')).toBe(false);
    expect(mayRecover('sos', 1, 'stateEnded')).toBe(false);
  });
});
