import { describe, expect, test } from 'vitest';
import { imeiCheckDigit, imeiWarning } from './imei.ts';
import { isMobile, parseMobile } from './phone.ts';

describe('mobile numbers', () => {
  test.each([
    ['13812345678', '13812345678'],
    ['+86 138-1234-5678', '13812345678'],
    ['0086 13812345678', '13812345678'],
    ['8613812345678', '13812345678'],
    ['12812345678', undefined],
    ['1381234567', undefined],
    ['010-12345678', undefined],
  ])('%s', (typed, stored) => {
    expect(parseMobile(typed)).toBe(stored);
    expect(isMobile(typed)).toBe(stored !== undefined);
  });
});

describe('imei', () => {
  test('known number', () => {
    expect(imeiCheckDigit('49015420323751')).toBe(8);
    expect(imeiWarning('490154203237518')).toBeUndefined();
  });

  test.each([
    ['490154203237517', 'imei.check-digit'],
    ['4901542032375', 'imei.length'],
    ['49015420323751A', 'imei.characters'],
  ])('%s: %s', (imei, warning) => {
    expect(imeiWarning(imei)).toBe(warning);
  });
});
