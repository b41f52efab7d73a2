import { expect, test } from 'vitest';
import { visibleLength } from './visible-length.ts';

test.each([
  ['核对身份', 4],
  ['call 7', 5],
  ['', 0],
  ['   ', 0],
  ['...', 0],
  ['———', 0],
  ['\u200B\u200C\u200D\u2060\uFEFF', 0],
  ['\u0000\u0007\u001B', 0],
  ['\u3164\u115F\uFFA0', 0],
  ['\u00AD\u034F\u061C', 0],
  ['核\u200B对', 2],
  ['𠮷𠮷𠮷', 3],
])('%j has so many visible characters', (text, length) => {
  expect(visibleLength(text)).toBe(length);
});
