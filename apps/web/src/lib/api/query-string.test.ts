import { expect, test } from 'vitest';

import { queryString } from './query-string.ts';

test('empty values are left out and arrays repeat their key', () => {
  expect(queryString({ a: 0, b: '', c: null, d: undefined, e: ['x', 'y'], f: false })).toBe('?a=0&e=x&e=y&f=false');
});

test('no value gives no question mark', () => {
  expect(queryString({ a: undefined })).toBe('');
  expect(queryString(undefined)).toBe('');
});
