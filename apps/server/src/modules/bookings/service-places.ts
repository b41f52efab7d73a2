import { addDays, instantOf } from '@kangmai/domain';
import { calendarDay, type CalendarDay, type WorkYears } from '@kangmai/domain/calendar';
import { type healthService, weekdays } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

export interface TimeRange {
  readonly start: string;
  readonly end: string;
  readonly capacity: number;
}

type Service = Row<typeof healthService>;
export type Offered = Pick<Service, 'id' | 'openDays' | 'opensOnHolidays' | 'timeRanges' | 'advanceDays'>;

export const rangesOf = ({ timeRanges }: Pick<Service, 'timeRanges'>): readonly TimeRange[] =>
  (timeRanges as readonly TimeRange[] | null) ?? [];

export const rangeText = ({ start, end }: TimeRange): string => `${start}-${end}`;

const separator = (ctx: CallCtx): string => (ctx.caller.culture === 'en' ? ', ' : '、');

export function requireRange(ctx: CallCtx, service: Offered, asked: string): TimeRange {
  const written = asked
    .replaceAll(/\s/g, '')
    .replaceAll('：', ':')
    .replace(/[~～至–—]/, '-');
  const found = rangesOf(service).find((range) => rangeText(range) === written);
  if (found) return found;
  const ranges = rangesOf(service).map(rangeText).join(separator(ctx));
  throw invalid('timeRange', 'service-booking.no-range', { ranges });
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export const instantsIn = (
  day: string,
  { start, end }: TimeRange,
  zone: string,
): Readonly<Record<'from' | 'to', Date>> => ({
  from: new Date(instantOf(day, minuteOf(start), zone)),
  to: new Date(instantOf(day, minuteOf(end), zone)),
});

/** Whether a service is open on a day: by its weekdays, and on holidays only where it says so. */
export function isOpenOn({ openDays, opensOnHolidays }: Offered, { kind, weekday }: CalendarDay): boolean {
  if (kind === 'holiday' && opensOnHolidays !== true) return false;
  const name = weekdays.names[weekday - 1];
  return name !== undefined && (openDays ?? []).includes(name);
}

export const lastDayOf = ({ advanceDays }: Offered, today: string): string => addDays(today, advanceDays ?? 0);

/** Refuses days on which a service is closed, or that are too far ahead. */
export function requireOpen(ctx: CallCtx, service: Offered, { years, day }: { years: WorkYears; day: string }): void {
  const found = calendarDay(years, day);
  const { culture } = ctx.caller;
  const last = lastDayOf(service, ctx.today());
  if (day > last) throw invalid('day', 'service-booking.too-early', { days: service.advanceDays ?? 0, last });
  if (isOpenOn(service, found)) return;
  if (found.kind === 'holiday' && service.opensOnHolidays !== true)
    throw invalid('day', 'booking.holiday', { day, name: (culture === 'en' ? found.nameEn : found.name) ?? '' });
  const word = (name: (typeof weekdays.names)[number]): string => {
    const { label, en } = weekdays.entries[name];
    return (culture === 'en' ? en : label) ?? label;
  };
  const days = (service.openDays ?? []).map(word).join(separator(ctx));
  throw invalid('day', 'service-booking.closed-day', { day, days });
}
