import dayjs from 'dayjs';

import { formatDate } from './dates.ts';
import { culture } from './i18n/i18n.ts';

const shape = 'YYYY-MM-DD';

export const today = (): string => formatDate(new Date());
export const addDays = (day: string, count: number): string => dayjs(day).add(count, 'day').format(shape);
export const addMonths = (day: string, count: number): string =>
  dayjs(day).startOf('month').add(count, 'month').format(shape);
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day');

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((dayjs(day).day() + 6) % 7));

export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => addDays(first, at));

/** The weeks that a month touches. */
export function weeksOfMonth(day: string): readonly string[] {
  const first = mondayOf(dayjs(day).startOf('month').format(shape));
  const last = dayjs(day).endOf('month').format(shape);
  return daysFrom(first, Math.ceil((daysBetween(first, last) + 1) / 7) * 7);
}

/** Formatters by language and options; creating one takes long. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function words(day: string, options: Intl.DateTimeFormatOptions): string {
  const language = culture() === 'en' ? 'en' : 'zh-CN';
  const key = language + JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter.format(new Date(`${day}T00:00:00Z`));
}

export const weekdayWord = (day: string): string => words(day, { weekday: 'short' });
export const monthWord = (day: string): string => words(day, { year: 'numeric', month: 'long' });
export const dayWord = (day: string): string => `${weekdayWord(day)} ${day.slice(5)}`;
