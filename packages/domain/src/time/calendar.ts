import { instantOfWall, zoneOffset } from './zone.ts';

const dayLength = 86_400_000;

/** Local calendar of an instant. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly hour: number;
  /** Minutes since local midnight, 0-1439. */
  readonly minuteOfDay: number;
}

/** Local day, hour and minute of an instant (epoch ms) in a zone. */
export function localTime(at: number, zone: string): LocalTime {
  const wall = at + zoneOffset(zone, at);
  const minuteOfDay = Math.floor((((wall % dayLength) + dayLength) % dayLength) / 60_000);
  return { day: dayText(wall), hour: Math.floor(minuteOfDay / 60), minuteOfDay };
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Local day and minute of an instant (epoch ms) in a zone, `YYYY-MM-DD HH:MM`. */
export function localMinute(at: number, zone: string): string {
  const { day, hour, minuteOfDay } = localTime(at, zone);
  return `${day} ${two(hour)}:${two(minuteOfDay % 60)}`;
}

/** Local day `YYYY-MM-DD` of an instant. */
export function localDay(at: number, zone: string): string {
  return dayText(at + zoneOffset(zone, at));
}

/** First day (Monday) of the local ISO week of an instant, `YYYY-MM-DD`. */
export function localWeekStart(at: number, zone: string): string {
  return weekStartOf(localDay(at, zone));
}

/** First day of the local month of an instant, `YYYY-MM-DD`. */
export function localMonthStart(at: number, zone: string): string {
  return `${localDay(at, zone).slice(0, 7)}-01`;
}

/** Monday of the ISO week of a day. */
export function weekStartOf(day: string): string {
  const at = wallOf(day);
  const weekday = (new Date(at).getUTCDay() + 6) % 7;
  return dayText(at - weekday * dayLength);
}

/** ISO 8601 week of a day as `YYYY-Www`; the year is that of its Thursday. */
export function isoWeek(day: string): string {
  const thursday = wallOf(weekStartOf(day)) + 3 * dayLength;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayLength)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** A day shifted by a number of days. */
export function addDays(day: string, days: number): string {
  return dayText(wallOf(day) + days * dayLength);
}

/** A month's first day shifted by a number of months; any day of the month may be given. */
export function addMonths(day: string, months: number): string {
  const date = new Date(wallOf(day));
  return dayText(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

/** A day shifted by whole years; 29 February becomes 1 March of an ordinary year. */
export function addYears(day: string, years: number): string {
  const date = new Date(wallOf(day));
  return dayText(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()));
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((wallOf(to) - wallOf(from)) / dayLength);
}

/** Instant (epoch ms) at which a local day begins: midnight, or the first moment after a skipped midnight. */
export function startOfDay(day: string, zone: string): number {
  return instantOfWall(zone, wallOf(day));
}

/** Instant of a wall-clock minute of a local day. */
export function instantOf(day: string, minuteOfDay: number, zone: string): number {
  return instantOfWall(zone, wallOf(day) + minuteOfDay * 60_000);
}

function wallOf(day: string): number {
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at)) {
    throw new RangeError('not a day: YYYY-MM-DD expected');
  }
  return at;
}

function dayText(wall: number): string {
  const date = new Date(wall);
  const month = date.getUTCMonth() + 1;
  const day = date.getUTCDate();
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}
