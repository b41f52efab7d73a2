import { addDays, addMonths, daysBetween, localDay, localTime, startOfDay, weekStartOf } from '@kangmai/domain';
import { z } from 'zod';
import { type CallCtx, tenantZone } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';

export const timesInput = { beginTime: z.string().max(40).optional(), endTime: z.string().max(40).optional() };

export interface Times {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const dayOnly = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/;
const dayMs = 86_400_000;

function instant(ctx: CallCtx, field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

/** Parses the ends of a period; a date without a time means the whole day. */
export function timesOf(
  ctx: CallCtx,
  input: { readonly beginTime?: string | undefined; readonly endTime?: string | undefined },
): Times {
  const from = instant(ctx, 'beginTime', input.beginTime);
  const end = instant(ctx, 'endTime', input.endTime);
  const to = end && dayOnly.test(input.endTime?.trim() ?? '') ? new Date(end.getTime() + dayMs - 1) : end;
  if (from && to && to < from) throw invalid('endTime', 'period.reversed');
  return { from, to };
}

export type Step = 'hour' | 'day' | 'month';
export type DateType = 'day' | 'week' | 'month' | 'year';
export const dateTypes = ['day', 'week', 'month', 'year'] as const satisfies readonly DateType[];

export interface Period {
  readonly zone: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly days: number;
  readonly from: Date;
  readonly until: Date;
  readonly step: Step;
}

const current: Readonly<Record<DateType, (today: string) => readonly [string, string]>> = {
  day: (today) => [today, today],
  week: (today) => [weekStartOf(today), addDays(weekStartOf(today), 6)],
  month: (today) => [`${today.slice(0, 7)}-01`, addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1)],
  year: (today) => [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`],
};

const steps: Readonly<Record<DateType, Step>> = { day: 'hour', week: 'day', month: 'day', year: 'month' };
const stepOfLength = (days: number): Step => (days <= 2 ? 'hour' : days <= 92 ? 'day' : 'month');

export function periodOf(zone: string, days: { readonly first: string; readonly last: string }, step?: Step): Period {
  const length = daysBetween(days.first, days.last) + 1;
  return {
    zone,
    firstDay: days.first,
    lastDay: days.last,
    days: length,
    from: new Date(startOfDay(days.first, zone)),
    until: new Date(startOfDay(addDays(days.last, 1), zone)),
    step: step ?? stepOfLength(length),
  };
}

export const longestDays = 3660;

export async function statisticPeriod(
  ctx: CallCtx,
  input: {
    readonly beginTime?: string | undefined;
    readonly endTime?: string | undefined;
    readonly dateType?: DateType | undefined;
  },
): Promise<Period> {
  const zone = await tenantZone(ctx);
  const { from, to } = timesOf(ctx, input);
  const [usualFirst, usualLast] = current[input.dateType ?? 'week'](localDay((to ?? ctx.now()).getTime(), zone));
  const first = from ? localDay(from.getTime(), zone) : usualFirst;
  const last = to
    ? localDay(to.getTime(), zone)
    : from
      ? localDay(Math.max(from.getTime(), ctx.now().getTime()), zone)
      : usualLast;
  const period = periodOf(zone, { first, last }, input.dateType && steps[input.dateType]);
  if (period.days > longestDays) throw invalid('endTime', 'period.too-long', { days: longestDays });
  if (period.step === 'hour' && period.days > 31) return { ...period, step: stepOfLength(period.days) };
  return period;
}

/** The name of the step of an instant: `2025-01-05T08:00`, `2025-01-05`, `2025-01`. */
export function stepOf(at: number, { zone, step }: Pick<Period, 'zone' | 'step'>): string {
  const { day, hour } = localTime(at, zone);
  if (step === 'hour') return `${day}T${String(hour).padStart(2, '0')}:00`;
  return step === 'day' ? day : day.slice(0, 7);
}

export const endsOf = ({ from, until }: Period): { readonly from: Date; readonly to: Date } => ({
  from,
  to: new Date(until.getTime() - 1),
});

export function shownPeriod(period: Period): { readonly beginTime: string; readonly endTime: string } {
  const { from, to } = endsOf(period);
  return { beginTime: from.toISOString(), endTime: to.toISOString() };
}
