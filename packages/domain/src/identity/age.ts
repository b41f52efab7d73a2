/** Year, month and day of a local date. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Reads `YYYY-MM-DD` (anything after it is ignored); undefined when it is no real day. */
export function parseDay(text: string): CalendarDay | undefined {
  if (text.length < 10 || text[4] !== '-' || text[7] !== '-') {
    return undefined;
  }
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  return isRealDay({ year, month, day }) ? { year, month, day } : undefined;
}

/** Whether the three numbers are a day of the Gregorian calendar. */
export function isRealDay({ year, month, day }: CalendarDay): boolean {
  if (
    !Number.isInteger(year) ||
    !Number.isInteger(month) ||
    !Number.isInteger(day) ||
    month < 1 ||
    month > 12 ||
    day < 1
  ) {
    return false;
  }
  return day <= (month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0));
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Placeholder for an unknown birthday (saved by short forms): nobody alive was born then, and no age follows from it.
 */
export const unknownBirthday = '1900-01-01';

/**
 * Age in whole years on a local day, both as `YYYY-MM-DD`; undefined for an unreadable or unknown birthday and before
 * birth. A person born on 29 February turns a year older on 1 March of ordinary years.
 */
export function wholeYears(birthday: string, on: string): number | undefined {
  const months = wholeMonths(birthday, on);
  return months === undefined ? undefined : Math.floor(months / 12);
}

/**
 *  Age in whole months on a local day, for infants; undefined for an unreadable or unknown birthday and before birth.
 */
export function wholeMonths(birthday: string, on: string): number | undefined {
  const born = parseDay(birthday);
  const now = parseDay(on);
  if (!born || !now || birthday.startsWith(unknownBirthday)) {
    return undefined;
  }
  const months = (now.year - born.year) * 12 + (now.month - born.month) - (now.day < born.day ? 1 : 0);
  return months < 0 ? undefined : months;
}

/** The age as people say it: months below 3 years, else years (`7月龄`, `68岁`); empty when unknown. */
export function ageText(birthday: string, on: string): string {
  const months = wholeMonths(birthday, on);
  if (months === undefined) {
    return '';
  }
  return months < 36 ? `${months}月龄` : `${Math.floor(months / 12)}岁`;
}

/** The next local day on which the whole years change, `YYYY-MM-DD`; undefined for an unreadable date. */
export function nextBirthday(birthday: string, on: string): string | undefined {
  const born = parseDay(birthday);
  const now = parseDay(on);
  if (!born || !now) {
    return undefined;
  }
  const passed = now.month > born.month || (now.month === born.month && now.day >= born.day);
  const year = passed ? now.year + 1 : now.year;
  const turned = new Date(Date.UTC(year, born.month - 1, born.day));
  return turned.toISOString().slice(0, 10);
}
