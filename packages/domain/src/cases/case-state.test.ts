import { describe, expect, test } from 'vitest';
import {
  caseTransition,
  caseTransitions,
  claimMinutes,
  isProofOfContact,
  mayBatchHandle,
  mayRecover,
  missingNeeds,
} from './case-state.ts';
import type { CaseMove, CaseTransition } from './case-state.ts';
import type { CaseState } from './case-book.ts';

function transition(from: CaseState, to: CaseState): CaseTransition {
  const found = caseTransition(from, to, 'staff');
  if (!found) {
    throw new Error('not allowed');
  }
  return found;
}

describe('states of a case', () => {
  test('exactly the allowed pairs', () => {
    const states: readonly CaseState[] = [0, 1, 2, 3, 4, 5];
    const pairs = (by: 'staff' | 'system'): string[] =>
      states.flatMap((from) => states.filter((to) => caseTransition(from, to, by)).map((to) => `${from}${to}`));
    expect(pairs('staff')).toEqual(['01', '03', '04', '10', '12', '13', '14', '20', '23', '24', '32', '42']);
    expect(pairs('system')).toEqual(['05', '10', '20', '30', '40']);
    expect(caseTransitions.every((each) => each.from.length > 0)).toBe(true);
  });

  test.each<[string, CaseState, CaseMove, readonly string[]]>([
    ['level 1 needs a way of handling', 3, { level: 1 }, ['handleType']],
    ['level 1 is settled with one', 3, { level: 1, handleType: 11 }, []],
    ['an unknown way is none', 3, { level: 1, handleType: 12 }, ['handleType']],
    [
      'level 3 needs a result of 5 characters',
      3,
      { level: 3, handleType: 1, handleResult: '已联系 ' },
      ['handleResult'],
    ],
    ['level 3 with a result', 3, { level: 3, handleType: 1, handleResult: '已电话联系' }, []],
    ['level 4 needs proof of contact', 3, { level: 4, handleType: 1, handleResult: '已电话联系' }, ['firstContact']],
    ['level 4 with proof', 3, { level: 4, handleType: 1, handleResult: '已电话联系', firstContactAt: 1 }, []],
    ['level 4 device fault', 3, { level: 4, handleType: 10, handleResult: '传感器脱落' }, []],
    ['a false alarm needs its reason', 4, { level: 1 }, ['reason']],
    ['a false alarm of level 1', 4, { level: 1, handleResult: '误' }, []],
    ['a false alarm of level 4', 4, { level: 4, handleResult: '误触' }, ['reason', 'firstContact']],
    ['a false alarm of level 4, device fault', 4, { level: 4, handleType: 10, handleResult: '传感器脱落' }, []],
  ])('%s', (...row) => {
    const [, to, move, missing] = row;
    expect(missingNeeds(transition(0, to), move)).toEqual(missing);
  });

  test('a closed case is reopened within 24 h by those who may', () => {
    const hour = 3_600_000;
    const reopen = transition(3, 2);
    expect(missingNeeds(reopen, { level: 3, closedAt: 0, now: 24 * hour, mayEdit: true })).toEqual([]);
    expect(missingNeeds(reopen, { level: 3, closedAt: 0, now: 24 * hour + 1, mayEdit: true })).toEqual(['within24h']);
    expect(missingNeeds(reopen, { level: 3, closedAt: 0, now: 1 })).toEqual(['editRight']);
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
