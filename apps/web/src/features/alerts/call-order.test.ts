import { expect, test } from 'vitest';

import { callsTo, nextToCall, type Callee } from './call-order.ts';

import type { CaseContact } from '../../resource-client/cases.ts';

const at = (clock: string): Date => new Date(`2026-11-21T${clock}:00Z`);
const person: Callee = { kind: 'person', guardian: null };
const daughter: Callee = { kind: 'guardian', guardian: 7 };
const son: Callee = { kind: 'guardian', guardian: 8 };
const house: Callee = { kind: 'house', guardian: null };
const all = [person, daughter, son, house];
const tried = (callee: Callee, clock: string, outcome: CaseContact['outcome'] = 'noAnswer'): CaseContact => ({
  id: 1,
  outcome,
  note: null,
  userName: '李明',
  at: at(clock),
  callee: callee.kind,
  guardianId: callee.guardian,
});

test('the person is called first, then the contacts in their order, the house, and the person again', () => {
  const contacts: CaseContact[] = [];
  const order = [1, 2, 3, 4, 5].map((minute) => {
    const next = nextToCall(all, contacts, at('01:00'));
    if (next) contacts.unshift(tried(next, `02:0${minute}`));
    return next;
  });
  expect(order).toEqual([person, daughter, son, house, person]);
});

test('calls before the present alarm do not count, wrong numbers come last', () => {
  expect(nextToCall(all, [tried(person, '01:00')], at('02:00'))).toBe(person);
  expect(nextToCall([person, daughter], [tried(person, '01:00', 'wrongNumber')], at('02:00'))).toBe(daughter);
  const both = [tried(daughter, '02:01'), tried(person, '01:00', 'wrongNumber')];
  expect(nextToCall([person, daughter], both, at('02:00'))).toBe(daughter);
  expect(nextToCall([], [], null)).toBeUndefined();
});

test('a contact belongs to the one who was called; older ones without it to the person who was reached', () => {
  const { callee: _callee, ...old } = tried(person, '02:00', 'reachedPerson');
  const contacts = [tried(son, '02:02'), { ...old, callee: undefined }, tried(house, '02:01')];
  expect(all.map((callee) => callsTo(callee, contacts).length)).toEqual([1, 0, 1, 1]);
});
