import { notices } from '@kangmai/testkit/notices';
import { expect, test } from 'vitest';
import { addDays } from '../time/calendar.ts';
import { lunarWord, solarTerms } from './lunar-words.ts';
import {
  calendarDay,
  isWorked,
  nextWorkday,
  type SpecialDay,
  specialDayProblem,
  weekdayOf,
  type WorkYears,
} from './work-calendar.ts';

const holiday = (name: string): SpecialDay => ({ kind: 'holiday', name, nameEn: name, weekday: null });
const makeUp: SpecialDay = { kind: 'makeUp', name: '春节', nameEn: 'Spring Festival', weekday: 5 };

const daysBetween = (from: string, to: string): readonly string[] =>
  from > to ? [] : [from, ...daysBetween(addDays(from, 1), to)];

const years: WorkYears = new Map(
  [2025, 2026].map((year) => [
    year,
    new Map<string, SpecialDay>([
      ...(notices[year]?.holidays ?? []).flatMap(([name, from, to]) =>
        daysBetween(`${year}-${from}`, `${year}-${to}`).map((day) => [day, holiday(name)] as const),
      ),
      ...(notices[year]?.workdays ?? []).map((day) => [`${year}-${day}`, makeUp] as const),
    ]),
  ]),
);
const kindOf = (day: string): string => calendarDay(years, day).kind;

test('kinds of days by weekday and notice, with the name and the weekday whose hours apply', () => {
  expect(['2026-02-13', '2026-02-14', '2026-02-15', '2026-03-01', '2026-11-27'].map(kindOf)).toEqual([
    'workday',
    'makeUp',
    'holiday',
    'rest',
    'workday',
  ]);
  expect(calendarDay(years, '2026-02-14')).toEqual({
    day: '2026-02-14',
    kind: 'makeUp',
    name: '春节',
    nameEn: 'Spring Festival',
    weekday: 5,
    isPublished: true,
  });
  expect(calendarDay(years, '2026-10-01')).toMatchObject({ kind: 'holiday', name: '国庆节', weekday: 4 });
  expect(calendarDay(years, '2026-11-27')).toMatchObject({ name: null, nameEn: null, weekday: 5 });
  expect(weekdayOf('2026-11-29')).toBe(7);
});

test('a year without notice follows its weekdays and says so', () => {
  expect(calendarDay(years, '2027-10-01')).toMatchObject({ kind: 'workday', name: null, isPublished: false });
  expect(calendarDay(years, '2027-10-02')).toMatchObject({ kind: 'rest', isPublished: false });
});

test('the next workday passes over holidays and takes make-up workdays', () => {
  expect(nextWorkday(years, '2026-02-13')).toEqual({ day: '2026-02-14', isPublished: true });
  expect(nextWorkday(years, '2026-02-14')).toEqual({ day: '2026-02-24', isPublished: true });
  expect(nextWorkday(years, '2026-09-30', 3)).toEqual({ day: '2026-10-10', isPublished: true });
  expect(nextWorkday(years, '2026-12-31')).toEqual({ day: '2027-01-01', isPublished: false });
  for (const count of [0, -1, 1.5, 5001]) expect(() => nextWorkday(years, '2026-01-01', count)).toThrow(RangeError);
});

test('the n-th workday is the n-th of those counted one by one', () => {
  const worked = daysBetween('2025-01-02', '2026-12-31').filter((day) => isWorked(calendarDay(years, day)));
  worked.forEach((day, at) => expect(nextWorkday(years, '2025-01-01', at + 1).day).toBe(day));
});

test('a list of which every day is off ends with a refusal', () => {
  const off = new Map(daysBetween('2026-01-01', '2026-06-30').map((day) => [day, holiday('x')]));
  expect(() => nextWorkday(new Map([[2026, off]]), '2026-01-01')).toThrow('no workday within 60 days');
});

test('what a list of a year may not hold', () => {
  const problem = (day: string, kind: SpecialDay['kind'], weekday: SpecialDay['weekday']) =>
    specialDayProblem(2026, day, { kind, weekday })?.reason;
  expect(problem('2026-10-01', 'holiday', null)).toBeUndefined();
  expect(problem('2026-10-10', 'makeUp', 3)).toBeUndefined();
  expect(problem('2025-10-01', 'holiday', null)).toBe('calendar.other-year');
  expect(problem('2026-10-10', 'makeUp', null)).toBe('calendar.no-weekday');
  expect(problem('2026-10-01', 'holiday', 4)).toBe('calendar.weekday-of-holiday');
  expect(problem('2026-10-09', 'makeUp', 3)).toBe('calendar.make-up-on-workday');
});

test('words of lunar days', () => {
  const word = (month: number, day: number, isLeap = false): string => lunarWord({ month, day, isLeap }, 'zh-Hans');
  expect([word(1, 1), word(12, 30), word(6, 15, true), word(11, 20), word(10, 10), word(10, 21)]).toEqual([
    '正月初一',
    '腊月三十',
    '闰六月十五',
    '冬月二十',
    '十月初十',
    '十月廿一',
  ]);
  expect(lunarWord({ month: 6, day: 15, isLeap: true }, 'en')).toBe('lunar leap month 6, day 15');
  expect(solarTerms).toHaveLength(24);
});
