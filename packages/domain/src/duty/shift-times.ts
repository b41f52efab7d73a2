import { instantOf } from '../time/calendar.ts';

/** Minutes since midnight of a clock such as `08:30`. */
export const minuteOfClock = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Begin and end of a kind of shift; an end at or before the begin lies on the next day. */
export interface ShiftClocks {
  readonly begins: string;
  readonly ends: string;
}

export const endsNextDay = ({ begins, ends }: ShiftClocks): boolean => ends <= begins;

/** Minutes from begin to end on the clock; equal clocks are 24 hours. */
export const shiftMinutes = ({ begins, ends }: ShiftClocks): number =>
  minuteOfClock(ends) - minuteOfClock(begins) + (endsNextDay({ begins, ends }) ? 1440 : 0);

/** Paid hours with one decimal: the span without the break. */
export const workHours = (clocks: ShiftClocks, restMinutes: number): number =>
  Math.round((shiftMinutes(clocks) - restMinutes) / 6) / 10;

/** Begin and end (epoch ms) of a shift of a day, by the clocks of a zone. */
export const shiftPeriod = (
  day: string,
  { begins, ends }: ShiftClocks,
  zone: string,
): { readonly from: number; readonly to: number } => ({
  from: instantOf(day, minuteOfClock(begins), zone),
  to: instantOf(day, minuteOfClock(begins) + shiftMinutes({ begins, ends }), zone),
});

interface Period {
  readonly from: number;
  readonly to: number;
}

/** How long (ms) two periods lie apart; negative where they overlap. */
export const apartOf = (one: Period, other: Period): number => Math.max(one.from - other.to, other.from - one.to);
