import { expect, test } from 'vitest';
import { digitsAt, fromBase32, stepOf } from './second-factor.ts';

const key = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, appendix B', () => {
  expect(digitsAt(key, Math.floor(59 / 30))).toBe('287082');
  expect(digitsAt(key, Math.floor(1_111_111_109 / 30))).toBe('081804');
  expect(digitsAt(key, Math.floor(20_000_000_000 / 30))).toBe('353130');
});

test('keys are read from base32', () => {
  expect(fromBase32('GEZDGNBVGY3TQOJQ GEZDGNBVGY3TQOJQ')).toEqual(key);
});

test('a code counts one step around now, and never again', () => {
  const at = new Date(59_000);
  expect(stepOf(key, digitsAt(key, 1), { at, after: null })).toBe(1);
  expect(stepOf(key, digitsAt(key, 2), { at, after: null })).toBe(2);
  expect(stepOf(key, digitsAt(key, 3), { at, after: null })).toBeUndefined();
  expect(stepOf(key, digitsAt(key, 1), { at, after: 1 })).toBeUndefined();
  expect(stepOf(key, '28708', { at, after: null })).toBeUndefined();
});
