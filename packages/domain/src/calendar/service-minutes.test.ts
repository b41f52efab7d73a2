import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localTime, addDays } from '../time/calendar.ts';
import { type ServiceHours, serviceMinutes, type ServiceWindow, windowsOf } from './service-minutes.ts';
import { calendarDay, type SpecialDay, type WorkYears } from './work-calendar.ts';

const minute = 60_000;
const at = (text: string): number => Date.parse(`${text}+08:00`);
const office: readonly ServiceWindow[] = [
  { begins: 510, ends: 720 },
  { begins: 810, ends: 1050 },
];
const morning: readonly ServiceWindow[] = [{ begins: 510, ends: 720 }];
const weekdays = [office, office, office, office, morning, [], []];
const years: WorkYears = new Map([
  [
    2026,
    new Map<string, SpecialDay>([
      ['2026-02-14', { kind: 'makeUp', name: '春节', nameEn: 'Spring Festival', weekday: 5 }],
      ['2026-02-16', { kind: 'holiday', name: '春节', nameEn: 'Spring Festival', weekday: null }],
      ['2026-02-28', { kind: 'makeUp', name: '春节', nameEn: 'Spring Festival', weekday: 1 }],
    ]),
  ],
]);
const counted = (hours: ServiceHours, from: string, to: string): number =>
  serviceMinutes(years, hours, { from: at(from), to: at(to), zone: 'Asia/Shanghai' }).minutes;

test('a make-up workday has the hours of the weekday that the notice names', () => {
  expect(counted({ weekdays }, '2026-02-14T00:00', '2026-02-15T00:00')).toBe(210);
  expect(counted({ weekdays }, '2026-02-28T00:00', '2026-03-01T00:00')).toBe(450);
});

test('on a holiday nothing is open unless the service says so', () => {
  expect(counted({ weekdays }, '2026-02-16T00:00', '2026-02-17T00:00')).toBe(0);
  expect(counted({ weekdays, kinds: { holiday: morning } }, '2026-02-16T00:00', '2026-02-17T00:00')).toBe(210);
  expect(counted({ weekdays, kinds: { makeUp: [] } }, '2026-02-14T00:00', '2026-02-15T00:00')).toBe(0);
});

test('a window that ends on the next day, windows over each other, and an end before the begin', () => {
  const night = { weekdays: weekdays.map(() => [{ begins: 1320, ends: 360 }]) };
  expect(counted(night, '2026-03-03T00:00', '2026-03-04T00:00')).toBe(480);
  const twice = {
    weekdays: weekdays.map(() => [
      { begins: 480, ends: 720 },
      { begins: 600, ends: 780 },
    ]),
  };
  expect(counted(twice, '2026-03-03T00:00', '2026-03-04T00:00')).toBe(300);
  expect(counted(twice, '2026-03-04T00:00', '2026-03-03T00:00')).toBe(0);
});

test('a span that touches a year without notice says so', () => {
  const isPublished = (to: string): boolean =>
    serviceMinutes(years, { weekdays }, { from: at('2026-12-30T09:00'), to: at(to), zone: 'Asia/Shanghai' })
      .isPublished;
  expect([isPublished('2026-12-31T23:59'), isPublished('2027-01-01T00:00')]).toEqual([true, false]);
});

const isIn = ({ begins, ends }: ServiceWindow, minuteOfDay: number, isNextDay: boolean): boolean => {
  const [length, into] = [(ends > begins ? ends : ends + 1440) - begins, minuteOfDay + (isNextDay ? 1440 : 0) - begins];
  return into >= 0 && into < length;
};

/** Whether a service is open in the minute that begins at an instant. */
function isOpen(known: WorkYears, hours: ServiceHours, { from, zone }: { from: number; zone: string }): boolean {
  const { day, minuteOfDay } = localTime(from, zone);
  return [0, 1].some((back) =>
    windowsOf(hours, calendarDay(known, addDays(day, -back))).some((window) => isIn(window, minuteOfDay, back === 1)),
  );
}

const windows = fc.array(
  fc.record({ begins: fc.integer({ min: 0, max: 1439 }), ends: fc.integer({ min: 0, max: 1440 }) }),
  { maxLength: 3 },
);
const special = fc.record({
  day: fc.integer({ min: 0, max: 9 }).map((days) => addDays('2026-12-27', days)),
  kind: fc.constantFrom('holiday' as const, 'makeUp' as const),
  weekday: fc.constantFrom(1, 3, 5) as fc.Arbitrary<1 | 3 | 5>,
});

test('minutes are those that are counted one by one, in any zone', () => {
  fc.assert(
    fc.property(
      fc.record({
        weekdays: fc.array(windows, { minLength: 7, maxLength: 7 }),
        kinds: fc.record({ holiday: windows, makeUp: windows, rest: windows }, { requiredKeys: [] }),
      }),
      fc.array(special, { maxLength: 6 }),
      fc.record({
        from: fc.integer({ min: 0, max: 6 * 1440 }),
        length: fc.integer({ min: -60, max: 3 * 1440 }),
        zone: fc.constantFrom('Asia/Shanghai', 'Asia/Kathmandu', 'America/Los_Angeles', 'UTC'),
      }),
      (hours, days, { from: begins, length, zone }) => {
        const list = new Map<string, SpecialDay>(
          days.map(({ day, kind, weekday }) => [day, { kind, name: 'x', nameEn: 'x', weekday }]),
        );
        const known: WorkYears = new Map([
          [2026, list],
          [2027, list],
        ]);
        const from = Date.UTC(2026, 11, 27) + begins * minute;
        const all = Array.from({ length: Math.max(0, length) }, (_, each) => from + each * minute);
        const open = all.filter((each) => isOpen(known, hours, { from: each, zone })).length;
        expect(serviceMinutes(known, hours, { from, to: from + length * minute, zone }).minutes).toBe(open);
      },
    ),
    { numRuns: 150 },
  );
});
