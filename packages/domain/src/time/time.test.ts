import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  daysBetween,
  instantOf,
  isoWeek,
  localDay,
  localMonthStart,
  localMinute,
  localTime,
  localWeekStart,
  startOfDay,
  weekStartOf,
} from './calendar.ts';
import { parseInstant } from './parse-instant.ts';
import { ianaZone, windowsZone, zoneNames } from './zone-names.ts';
import { isZone, zoneOffset } from './zone.ts';

const china = 'Asia/Shanghai';
const at = Date.UTC(2026, 2, 10, 1, 2, 3);

describe('parseInstant', () => {
  test.each([
    ['2026-03-10T01:02:03Z', at],
    ['2026-03-10T09:02:03+08:00', at],
    ['2026-03-10T09:02:03+0800', at],
    ['2026-03-09T20:02:03-05', at],
    ['2026-03-10T09:02:03', at],
    ['2026-03-10 09:02:03', at],
    ['2026-03-10T01:02:03.456Z', at + 456],
    ['2026-03-10T01:02:03.4567891Z', at + 456],
    ['2026-03-10', Date.UTC(2026, 2, 9, 16)],
    ['2026-03-10T24:00:00', Date.UTC(2026, 2, 10, 16)],
    [String(at / 1000), at],
    [String(at), at],
    [`${at}000`, at],
    [`${at}000000`, at],
    [at / 1000, at],
    [at, at],
  ])('%s', (text, instant) => {
    expect(parseInstant(text, china)).toBe(instant);
  });

  test.each([
    '',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-03-10T25:00:00Z',
    '2026-03-10T24:00:01',
    '123',
    '12345678901',
    '2026-03-10T09:02:03+25:00',
    1.5,
  ])('not a time: %s', (text) => {
    expect(parseInstant(text, china)).toBeUndefined();
  });

  test('every instant survives its ISO text and its digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2002, 0), max: Date.UTC(2099, 0) }), (instant) => {
        expect(parseInstant(new Date(instant).toISOString(), china)).toBe(instant);
        expect(parseInstant(String(instant), china)).toBe(instant);
      }),
    );
  });

  test('summer time: a skipped hour moves on, of a doubled one the first counts', () => {
    expect(parseInstant('2026-03-29T02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30));
    expect(parseInstant('2026-10-25T02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(parseInstant('2026-07-01T12:00:00', 'America/New_York')).toBe(Date.UTC(2026, 6, 1, 16));
  });

  test('naive times agree with the zone whichever it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zoneNames.map((each) => each.iana)),
        fc.integer({ min: 0, max: Date.UTC(2037, 0) }),
        (zone, instant) => {
          const minute = Math.floor(instant / 60_000) * 60_000;
          const wall = new Date(minute + zoneOffset(zone, minute)).toISOString().slice(0, 19);
          const read = parseInstant(wall, zone) ?? 0;
          expect(read + zoneOffset(zone, read)).toBe(minute + zoneOffset(zone, minute));
          expect(minute - read).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('local calendar', () => {
  test('day, hour and minute', () => {
    expect(localTime(Date.UTC(2026, 2, 9, 16, 30), china)).toEqual({ day: '2026-03-10', hour: 0, minuteOfDay: 30 });
    expect(localDay(Date.UTC(2026, 2, 9, 15, 59), china)).toBe('2026-03-09');
    expect(localTime(-1, 'UTC')).toEqual({ day: '1969-12-31', hour: 23, minuteOfDay: 1439 });
    expect(localMinute(Date.UTC(2026, 2, 9, 16, 5, 59), china)).toBe('2026-03-10 00:05');
  });

  test('weeks begin on Monday, months on the first', () => {
    expect(localWeekStart(Date.UTC(2026, 2, 8, 15, 59), china)).toBe('2026-03-02');
    expect(localWeekStart(Date.UTC(2026, 2, 8, 16), china)).toBe('2026-03-09');
    expect(localMonthStart(Date.UTC(2026, 1, 28, 16), china)).toBe('2026-03-01');
    expect([isoWeek('2026-01-01'), isoWeek('2027-01-01'), isoWeek('2024-12-30')]).toEqual([
      '2026-W01',
      '2026-W53',
      '2025-W01',
    ]);
    expect(weekStartOf('2026-03-15')).toBe('2026-03-09');
  });

  test('arithmetic of days', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-01');
    expect(addMonths('2026-01-01', -1)).toBe('2025-12-01');
    expect(addYears('2026-05-10', 3)).toBe('2029-05-10');
    expect(addYears('2024-02-29', 1)).toBe('2025-03-01');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(() => addDays('tomorrow', 1)).toThrow(RangeError);
  });

  test('a day begins at local midnight, or after a midnight that is skipped', () => {
    expect(startOfDay('2026-03-10', china)).toBe(Date.UTC(2026, 2, 9, 16));
    expect(instantOf('2026-03-10', 450, china)).toBe(Date.UTC(2026, 2, 9, 23, 30));
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3));
    expect(localTime(startOfDay('2018-11-04', 'America/Sao_Paulo'), 'America/Sao_Paulo')).toMatchObject({
      day: '2018-11-04',
      hour: 1,
    });
  });
});

describe('zone names', () => {
  test('China, UTC and back', () => {
    expect(ianaZone('China Standard Time')).toBe(china);
    expect(windowsZone(china)).toBe('China Standard Time');
    expect(windowsZone('UTC')).toBe('UTC');
    expect(ianaZone('Moon Standard Time')).toBeUndefined();
  });

  test('every zone of the list exists and has its way back', () => {
    for (const { windows, iana } of zoneNames) {
      expect(isZone(iana), iana).toBe(true);
      expect(windowsZone(iana)).toBe(windows);
    }
    expect(isZone('Mars/Olympus')).toBe(false);
    expect(() => zoneOffset('Mars/Olympus', 0)).toThrow(RangeError);
  });
});
