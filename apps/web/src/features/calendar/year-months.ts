import { addDays, addMonths, daysBetween, weekStartOf } from '@kangmai/domain';

import type { WorkDay } from '../../resource-client/work-days.ts';

/** The months of a year as weeks from Monday on; null for days of other months. */
export const monthsOf = (year: number): readonly (readonly (readonly (string | null)[])[])[] =>
  Array.from({ length: 12 }, (_, at) => {
    const first = addMonths(`${year}-01-01`, at);
    const end = addMonths(first, 1);
    const monday = weekStartOf(first);
    const weeks = Math.ceil(daysBetween(monday, end) / 7);
    const days = Array.from({ length: weeks * 7 }, (_day, day) => addDays(monday, day));
    const own = days.map((day) => (day >= first && day < end ? day : null));
    return Array.from({ length: weeks }, (_week, week) => own.slice(week * 7, week * 7 + 7));
  });

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day that a key leads to; undefined for other keys and out of the year. */
export function dayByKey(day: string, key: string): string | undefined {
  const next = steps[key] === undefined ? undefined : addDays(day, steps[key]);
  return next?.slice(0, 4) === day.slice(0, 4) ? next : undefined;
}

/** How many days of a year are of each kind. */
export const countKinds = (days: readonly WorkDay[]): Readonly<Record<WorkDay['kind'], number>> =>
  days.reduce((sum, { kind }) => ({ ...sum, [kind]: sum[kind] + 1 }), { workday: 0, rest: 0, holiday: 0, makeUp: 0 });
