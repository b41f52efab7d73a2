import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageText, nextBirthday, parseDay, wholeMonths, wholeYears } from './age.ts';

const day = fc
  .date({ min: new Date('1900-01-02'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('age', () => {
  test.each([
    ['1980-03-10', '2026-03-09', 45],
    ['1980-03-10', '2026-03-10', 46],
    ['2024-02-29', '2025-02-28', 0],
    ['2024-02-29', '2025-03-01', 1],
    ['2026-03-11', '2026-03-10', undefined],
    ['1980-02-30', '2026-03-10', undefined],
    ['', '2026-03-10', undefined],
    ['1900-01-01', '2026-03-10', undefined],
    ['1900-01-02', '2026-03-10', 126],
  ])('born %s on %s: %s', (birthday, on, years) => {
    expect(wholeYears(birthday, on)).toBe(years);
  });

  test('months of infants', () => {
    expect(wholeMonths('2025-12-31', '2026-03-30')).toBe(2);
    expect(wholeMonths('2025-12-31', '2026-03-31')).toBe(3);
    expect(ageText('2025-08-01', '2026-03-10')).toBe('7月龄');
    expect(ageText('1957-08-01', '2026-03-10')).toBe('68岁');
  });

  test('the age changes on the next birthday and not before', () => {
    fc.assert(
      fc.property(day, day, (birthday, on) => {
        fc.pre(birthday <= on);
        const next = nextBirthday(birthday, on) ?? '';
        const eve = new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10);
        expect(wholeYears(birthday, eve)).toBe(wholeYears(birthday, on));
        expect(wholeYears(birthday, next)).toBe((wholeYears(birthday, on) ?? 0) + 1);
      }),
    );
  });

  test('only real days are read', () => {
    expect(parseDay('2024-02-29T00:00:00')).toEqual({ year: 2024, month: 2, day: 29 });
    expect(parseDay('2023-02-29')).toBeUndefined();
    expect(parseDay('20230229')).toBeUndefined();
  });
});
