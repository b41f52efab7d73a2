import { describe, expect, test } from 'vitest';
import { imeiCheckDigit, imeiWarning } from './imei.ts';
import { isMobile, parseMobile, parsePhone } from './phone.ts';

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

describe('phone numbers', () => {
  test.each([
    ['+86 138-1234-5678', '13812345678'],
    ['１３８１２３４５６７８', '13812345678'],
    ['010-6512 3456', '01065123456'],
    ['+86 10 65123456', '01065123456'],
    ['+86 (010) 65123456', '01065123456'],
    ['0571-87654321', '057187654321'],
    ['87654321', '87654321'],
    ['400-800-1234', '4008001234'],
    ['+1 212 555 0123', '+12125550123'],
    ['00442079460000', '+442079460000'],
    ['12345', undefined],
    ['1381234567', undefined],
    ['12812345678', undefined],
    ['+8612345', undefined],
    ['ask me', undefined],
    ['', undefined],
  ])('%s', (typed, stored) => {
    expect(parsePhone(typed)).toBe(stored);
    if (stored !== undefined) expect(parsePhone(stored)).toBe(stored);
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
