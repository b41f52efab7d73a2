import { expect, test } from 'vitest';
import { symptoms, visitStates } from '../../test/clinic.ts';
import { choice, choices, choicesOf, defineChoices, kindOf } from '../index.ts';

test('codes, names and labels', () => {
  expect(visitStates.names).toEqual(['open', 'taken', 'dropped']);
  expect(visitStates.wireOf('taken')).toBe(1);
  expect(symptoms.wireOf('fever')).toBe('fever');
  expect(visitStates.numeric).toBe(true);
  expect(symptoms.numeric).toBe(false);
});

test('states bear a mark that other choices lack', () => {
  expect(visitStates.isStates).toBe(true);
  expect(visitStates.entries.dropped.aside).toBe(true);
  expect(symptoms.isStates).toBeUndefined();
});

test('two choices may not share a code', () => {
  expect(() => defineChoices({ a: { label: 'a', wire: 1 }, b: { label: 'b', wire: '1' } })).toThrow(
    'a shares its wire code',
  );
  expect(() => defineChoices({ a: { label: 'a', wire: 'b' }, b: { label: 'b' } })).toThrow('shares its wire code');
});

test("a code wins over another choice's name", () => {
  const swapped = defineChoices({ low: { label: 'a', wire: 'high' }, high: { label: 'b', wire: 'low' } });
  expect(swapped.read('high')).toBe('low');
});

test('stored as code, small when all codes are numbers; several as names', () => {
  const one = choice(visitStates, { label: 'x' });
  const word = choice(symptoms, { label: 'x' });
  const many = choices(symptoms, { label: 'x' });
  expect(kindOf(one).storage(one).type).toBe('smallint');
  expect(kindOf(word).storage(word).type).toBe('text');
  expect(kindOf(one).toStore('dropped', one)).toBe(2);
  expect(kindOf(one).fromStore(9, one)).toBeNull();
  expect(kindOf(many).storage(many).type).toBe('text[]');
  expect(kindOf(many).toStore(['headache'], many)).toEqual(['headache']);
  expect(kindOf(many).toWire(['headache', 'fever'], many)).toEqual(['H', 'fever']);
  expect(choicesOf(many).names).toEqual(symptoms.names);
});

test('a spreadsheet shows labels', () => {
  const one = choice(visitStates, { label: 'x' });
  const many = choices(symptoms, { label: 'x' });
  expect(kindOf(one).cell('open', one)).toBe('待确认');
  expect(kindOf(one).cell('constructor', one)).toBe('');
  expect(kindOf(many).cell(['cough', 'fever'], many)).toBe('咳嗽、发热');
});
