import { expect, test } from 'vitest';

import { groupOf, mayReopen, movesOf, needsContact, type CaseRow } from './case-moves.ts';

const row = (id: number, values: Partial<CaseRow['values']>): CaseRow =>
  ({ id, rowVersion: 1, createdAt: null, joined: {}, beside: {}, values: { state: 'open', level: 'attention', firstContactAt: null, handledAt: null, ...values } }) as CaseRow;

test('an open case can be taken, contacted and closed, a closed one only reopened', () => {
  expect(movesOf(row(1, {}))).toEqual(['claim', 'contact', 'handle', 'falseAlarm']);
  expect(movesOf(row(1, { state: 'claimed' }))).toEqual(['contact', 'handle', 'falseAlarm', 'release']);
  expect(movesOf(row(1, { state: 'handled' }))).toEqual(['reopen']);
  expect(movesOf(row(1, { state: 'recovered' }))).toEqual([]);
});

test('a critical case needs a contact, unless the device is to blame', () => {
  expect(needsContact(row(1, { level: 'critical' }), 'phoneVisit')).toBe(true);
  expect(needsContact(row(1, { level: 'critical' }), 'deviceFault')).toBe(false);
  expect(needsContact(row(1, { level: 'critical', firstContactAt: new Date() }), null)).toBe(false);
  expect(needsContact(row(1, { level: 'warning' }), null)).toBe(false);
});

test('a case is reopened within a day', () => {
  const handledAt = new Date('2026-05-01T00:00:00Z');
  expect(mayReopen(row(1, { state: 'handled', handledAt }), Date.parse('2026-05-02T00:00:00Z'))).toBe(true);
  expect(mayReopen(row(1, { state: 'handled', handledAt }), Date.parse('2026-05-02T00:00:01Z'))).toBe(false);
});

test('silent devices stand under a head of their own below level 3', () => {
  expect(groupOf(row(1, { type: 'offline', level: 'attention' }))).toBe('silent');
  expect(groupOf(row(1, { type: 'wear', level: 'warning' }))).toBe(3);
  expect(groupOf(row(1, { type: 'bpHigh', level: 'notice' }))).toBe(1);
  expect(groupOf(row(1, { type: 'battery', state: 'handled' }))).toBe('closed');
});
