import { addDays, weekStartOf, daysBetween } from '../time/calendar.ts';

/**
 * A Chinese day of work or rest. `workday` and `rest` follow the weekday; `holiday` and `makeUp` are what the yearly
 * notice of the General Office of the State Council changes (国务院办公厅关于部分节假日安排的通知).
 */
export type DayKind = 'workday' | 'rest' | 'holiday' | 'makeUp';

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A day that a notice changes. `weekday` is the one whose hours a make-up workday has. */
export interface SpecialDay {
  readonly kind: 'holiday' | 'makeUp';
  readonly name: string;
  readonly nameEn: string;
  readonly weekday: Weekday | null;
}

/** The changed days by year; a year whose notice is not out is missing. */
export type WorkYears = ReadonlyMap<number, ReadonlyMap<string, SpecialDay>>;

export interface CalendarDay {
  readonly day: string;
  readonly kind: DayKind;
  /** The holiday, in Chinese and English; null for days that follow the week. */
  readonly name: string | null;
  readonly nameEn: string | null;
  /** Whose hours apply. */
  readonly weekday: Weekday;
  /** False in a year whose notice is not out: the day follows its weekday until then. */
  readonly isPublished: boolean;
}

/** Weekday of a day `YYYY-MM-DD`. */
export const weekdayOf = (day: string): Weekday => (daysBetween(weekStartOf(day), day) + 1) as Weekday;

/** What a day is. */
export function calendarDay(years: WorkYears, day: string): CalendarDay {
  const year = years.get(Number(day.slice(0, 4)));
  const own = weekdayOf(day);
  const special = year?.get(day);
  const isPublished = year !== undefined;
  if (!special) return { day, kind: own > 5 ? 'rest' : 'workday', name: null, nameEn: null, weekday: own, isPublished };
  const { kind, name, nameEn, weekday } = special;
  return { day, kind, name, nameEn, weekday: kind === 'makeUp' ? (weekday ?? own) : own, isPublished };
}

/** Whether people work on such a day. */
export const isWorked = ({ kind }: Pick<CalendarDay, 'kind'>): boolean => kind === 'workday' || kind === 'makeUp';

/** A found day; `isPublished` is false when a day that was counted over lies in a year whose notice is not out. */
export interface FoundDay {
  readonly day: string;
  readonly isPublished: boolean;
}

const mostWorkdays = 5000;
/** No year has that many days off in a row. */
const longestRest = 60;

/**
 * The n-th workday after a day; the first one when left out. Throws RangeError for a count that is not 1 to 5000, and
 * where 60 days in a row are off.
 */
export function nextWorkday(years: WorkYears, after: string, count = 1): FoundDay {
  if (!Number.isInteger(count) || count < 1 || count > mostWorkdays)
    throw new RangeError(`the count of workdays is 1 to ${mostWorkdays}`);
  let [day, left, isPublished, off] = [after, count, true, 0];
  while (left > 0) {
    day = addDays(day, 1);
    const found = calendarDay(years, day);
    isPublished &&= found.isPublished;
    off = isWorked(found) ? 0 : off + 1;
    if (off > longestRest) throw new RangeError(`no workday within ${longestRest} days before ${day}`);
    if (off === 0) left -= 1;
  }
  return { day, isPublished };
}

/** What is wrong with a day of a year's list. */
export type SpecialDayProblem =
  | 'calendar.other-year'
  | 'calendar.no-weekday'
  | 'calendar.weekday-of-holiday'
  | 'calendar.make-up-on-workday';

/** The first problem of a day in the list of a year, with the member that it is about. */
export function specialDayProblem(
  year: number,
  day: string,
  { kind, weekday }: Pick<SpecialDay, 'kind' | 'weekday'>,
): { readonly field: 'day' | 'weekday'; readonly reason: SpecialDayProblem } | undefined {
  if (Number(day.slice(0, 4)) !== year) return { field: 'day', reason: 'calendar.other-year' };
  if (kind === 'holiday')
    return weekday === null ? undefined : { field: 'weekday', reason: 'calendar.weekday-of-holiday' };
  if (weekdayOf(day) < 6) return { field: 'day', reason: 'calendar.make-up-on-workday' };
  return weekday === null ? { field: 'weekday', reason: 'calendar.no-weekday' } : undefined;
}
