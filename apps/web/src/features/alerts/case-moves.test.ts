import { expect, test } from 'vitest';

import { groupOf, mayReopen, missingProof, movesOf, type CaseRow } from './case-moves.ts';

const caseRow = (id: number, values: Partial<CaseRow['values']>): CaseRow =>
  ({
    id,
    rowVersion: 1,
    createdAt: null,
    joined: {},
    beside: {},
    values: {
      state: 'open',
      level: 'attention',
      type: 'bpHigh',
      alarmedAt: null,
      firstContactAt: null,
      handledAt: null,
      ...values,
    },
  }) as CaseRow;

test('an open case can be taken, contacted and closed, a closed one only reopened', () => {
  expect(movesOf(caseRow(1, {}))).toEqual(['claim', 'contact', 'handle', 'falseAlarm']);
  expect(movesOf(caseRow(1, { state: 'claimed' }))).toEqual(['contact', 'handle', 'falseAlarm', 'release']);
  expect(movesOf(caseRow(1, { state: 'handled' }))).toEqual(['reopen']);
  expect(movesOf(caseRow(1, { state: 'recovered' }))).toEqual([]);
});

test('a critical case needs a contact since its present run, unless a device that nobody wears is to blame', () => {
  const critical = caseRow(1, { level: 'critical', alarmedAt: new Date('2026-05-01T03:00:00Z') });
  const reachedAt = (clock: string): CaseRow =>
    caseRow(1, { ...critical.values, firstContactAt: new Date(`2026-05-01T${clock}:00Z`) });
  const byPhone = { handling: 'phoneVisit', deviceFaultEnds: true };
  expect(missingProof(critical, byPhone)).toBe('contactFirst');
  expect(missingProof(critical, { handling: 'deviceFault', deviceFaultEnds: false })).toBe('mayBeWorn');
  expect(missingProof(critical, { handling: 'deviceFault', deviceFaultEnds: true })).toBe(null);
  expect(missingProof(reachedAt('03:01'), byPhone)).toBe(null);
  expect(missingProof(reachedAt('02:59'), byPhone)).toBe('contactFirst');
  expect(missingProof(caseRow(1, { level: 'warning' }), byPhone)).toBe(null);
});

test('a case is reopened within a day', () => {
  const handledAt = new Date('2026-05-01T00:00:00Z');
  expect(mayReopen(caseRow(1, { state: 'handled', handledAt }), Date.parse('2026-05-02T00:00:00Z'))).toBe(true);
  expect(mayReopen(caseRow(1, { state: 'handled', handledAt }), Date.parse('2026-05-02T00:00:01Z'))).toBe(false);
});

test('silent devices stand under a head of their own below level 3', () => {
  expect(groupOf(caseRow(1, { type: 'offline', level: 'attention' }))).toBe('silent');
  expect(groupOf(caseRow(1, { type: 'wear', level: 'warning' }))).toBe(3);
  expect(groupOf(caseRow(1, { type: 'bpHigh', level: 'notice' }))).toBe(1);
  expect(groupOf(caseRow(1, { type: 'battery', state: 'handled' }))).toBe('closed');
});
