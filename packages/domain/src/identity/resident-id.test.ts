import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from './certificate.ts';
import { checkResidentId, residentCheckCharacter, upgradeLegacyId } from './resident-id.ts';

const options = { today: '2026-03-10' };

const first17 = fc
  .tuple(
    fc.constantFrom('110105', '310101', '650102'),
    fc.date({ min: new Date('1900-01-02'), max: new Date('2025-12-31'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(
    ([region, born, serial]) =>
      `${region}${born.toISOString().slice(0, 10).replaceAll('-', '')}${String(serial).padStart(3, '0')}`,
  );

describe('resident ID (GB 11643-1999)', () => {
  test("the standard's example", () => {
    expect(residentCheckCharacter('11010519491231002')).toBe('X');
    expect(checkResidentId('11010519491231002x', options)).toEqual({
      ok: true,
      number: '11010519491231002X',
      birthday: '1949-12-31',
      sex: 2,
    });
  });

  test('17th digit odd is male', () => {
    const number = `11010519491231003${residentCheckCharacter('11010519491231003') ?? ''}`;
    expect(checkResidentId(number, options)).toMatchObject({ ok: true, sex: 1 });
  });

  test('a legacy number of 15 digits is upgraded', () => {
    expect(upgradeLegacyId('110105491231002')).toBe('11010519491231002X');
    expect(checkResidentId('110105491231002', options)).toMatchObject({
      ok: true,
      number: '11010519491231002X',
      upgraded: true,
    });
    expect(upgradeLegacyId('11010549123100')).toBeUndefined();
  });

  test.each([
    ['11010519491231002', 'id.length'],
    ['1101051949123100AX', 'id.characters'],
    ['99010519491231002X', 'id.region'],
    ['11010519490231002X', 'id.birthday'],
    ['11010520271231002X', 'id.birthday'],
    ['11010518901231002X', 'id.birthday'],
    ['110105194912310021', 'id.check-character'],
  ])('%s is refused: %s', (number, reason) => {
    expect(checkResidentId(number, options)).toEqual({ ok: false, reason });
  });

  test('an unknown region code is refused when the table is at hand', () => {
    expect(checkResidentId('11010519491231002X', { ...options, isRegion: (code) => code !== '110105' })).toEqual({
      ok: false,
      reason: 'id.region',
    });
  });

  test('every well-formed number passes and any other check character fails', () => {
    fc.assert(
      fc.property(first17, fc.constantFrom(...'0123456789X'.split('')), (digits, other) => {
        const right = residentCheckCharacter(digits) ?? '';
        expect(checkResidentId(digits + right, options).ok).toBe(true);
        expect(checkResidentId(digits + other, options).ok).toBe(other === right);
      }),
    );
  });

  test('one changed digit is always found', () => {
    fc.assert(
      fc.property(first17, fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (digits, at, add) => {
        const changed = digits.slice(0, at) + String((Number(digits[at]) + add) % 10) + digits.slice(at + 1);
        expect(residentCheckCharacter(changed)).not.toBe(residentCheckCharacter(digits));
      }),
    );
  });
});

describe('other documents', () => {
  test.each([
    ['passport', ' e1234 5678', true],
    ['passport', 'E12', false],
    ['hkMacaoPermit', 'H12345678', true],
    ['hkMacaoPermit', 'X12345678', false],
    ['taiwanPermit', '12345678', true],
    ['taiwanPermit', '1234567', false],
    ['other', '军字第001号', true],
    ['other', '', false],
  ] as const)('%s %s', (kind, number, ok) => {
    expect(checkCertificate(kind, number, options).ok).toBe(ok);
  });

  test('a residence permit follows the resident rule and begins with 81, 82 or 83', () => {
    const number = `81000019800101001${residentCheckCharacter('81000019800101001') ?? ''}`;
    expect(checkCertificate('residencePermit', number, options)).toMatchObject({
      ok: true,
      birthday: '1980-01-01',
      sex: 1,
    });
    expect(checkCertificate('residencePermit', '11010519491231002X', options)).toEqual({
      ok: false,
      reason: 'id.region',
    });
  });
});
