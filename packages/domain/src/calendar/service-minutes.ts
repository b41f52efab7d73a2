import { addDays, daysBetween, instantOf, localDay } from '../time/calendar.ts';
import { calendarDay, type CalendarDay, type DayKind, type WorkYears } from './work-calendar.ts';

/** Minutes since local midnight, 0 to 1440. An end that is not after the begin is on the next day. */
export interface ServiceWindow {
  readonly begins: number;
  readonly ends: number;
}

/** When a service is open. */
export interface ServiceHours {
  /** Seven lists, Monday first. */
  readonly weekdays: readonly (readonly ServiceWindow[])[];
  /**
   * Hours of a kind of day in place of those of the weekday. Holidays have none unless named here; make-up workdays
   * have those of the weekday that the notice names.
   */
  readonly kinds?: Readonly<Partial<Record<DayKind, readonly ServiceWindow[]>>>;
}

export interface ServiceMinutes {
  /** Whole minutes, rounded down. */
  readonly minutes: number;
  /** False when the span touches a year whose notice is not out. */
  readonly isPublished: boolean;
}

/** The windows that begin on a day. */
export function windowsOf({ weekdays, kinds }: ServiceHours, { kind, weekday }: CalendarDay): readonly ServiceWindow[] {
  const own = kinds?.[kind];
  if (own) return own;
  return kind === 'holiday' ? [] : (weekdays[weekday - 1] ?? []);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf(day: string, { begins, ends }: ServiceWindow, zone: string): Span {
  const last = ends > begins ? day : addDays(day, 1);
  return { from: instantOf(day, begins, zone), to: instantOf(last, ends, zone) };
}

/** Milliseconds that at least one of the spans covers. */
function covered(spans: readonly Span[]): number {
  let [sum, until] = [0, -Infinity];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** Begin and end of the count in epoch ms, and the time zone of the service hours. */
export interface ServiceSpan extends Span {
  readonly zone: string;
}

/** Minutes between two instants in which a service is open. */
export function serviceMinutes(years: WorkYears, hours: ServiceHours, { from, to, zone }: ServiceSpan): ServiceMinutes {
  const first = localDay(from, zone);
  const days = Math.max(0, daysBetween(first, localDay(to, zone)));
  // The day before may have a window that ends after midnight.
  const found = Array.from({ length: days + 2 }, (_, at) => calendarDay(years, addDays(first, at - 1)));
  const open = found.flatMap((day) => windowsOf(hours, day).map((window) => spanOf(day.day, window, zone)));
  const cut = open.map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }));
  const sum = covered(cut.filter((span) => span.to > span.from));
  return { minutes: Math.floor(sum / 60_000), isPublished: found.slice(1).every(({ isPublished }) => isPublished) };
}
