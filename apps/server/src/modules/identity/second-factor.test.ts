import { expect, test } from 'vitest';
import { codeAt, keyUri, makeKey, stepOf } from './second-factor.ts';

/** The key of RFC 6238 in base32: the bytes of "12345678901234567890". */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('codes are those of RFC 6238, appendix B', () => {
  expect(codeAt(key, new Date(59_000))).toBe('287082');
  expect(codeAt(key, new Date(1_111_111_109_000))).toBe('081804');
  expect(codeAt(key, new Date(20_000_000_000_000))).toBe('353130');
});

test('a new key has 160 bits and its address names house and user', () => {
  expect(makeKey()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeKey()).not.toBe(makeKey());
  const { protocol, pathname, searchParams } = new URL(keyUri('Kangmai', '张 三', key));
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', expect.stringContaining('Kangmai:张 三')]);
  expect(Object.fromEntries(searchParams)).toEqual({
    secret: key,
    issuer: 'Kangmai',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('a code counts one step around now, and never again', () => {
  const at = new Date(59_000);
  const codeOf = (step: number): string => codeAt(key, new Date(step * 30_000));
  expect(stepOf(key, codeOf(1), { at, after: null })).toBe(1);
  expect(stepOf(key, codeOf(2), { at, after: null })).toBe(2);
  expect(stepOf(key, codeOf(3), { at, after: null })).toBeUndefined();
  expect(stepOf(key, codeOf(1), { at, after: 1 })).toBeUndefined();
  expect(stepOf(key, '28708', { at, after: null })).toBeUndefined();
});
