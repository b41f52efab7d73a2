import { addDays, addMonths, weekStartOf } from '../time/calendar.ts';
import { isRealDay } from '../identity/age.ts';

const two = (part: number): string => String(part).padStart(2, '0');

function firstDayOf(of: 'month' | 'week', id: number): string | undefined {
  const [months, day] = of === 'month' ? [id, 1] : [Math.floor(id / 100), id % 100];
  const [year, month] = [Math.floor(months / 100), months % 100];
  if (year < 1900 || year > 2999 || !isRealDay({ year, month, day })) return undefined;
  const first = `${year}-${two(month)}-${two(day)}`;
  return of === 'month' || weekStartOf(first) === first ? first : undefined;
}

/** The days that the id of a paper names: `202611` a month, `20261123` the week of a Monday; none for other numbers. */
export function daysOfPaper(
  of: 'month' | 'week',
  id: number,
): { readonly from: string; readonly to: string } | undefined {
  const from = firstDayOf(of, id);
  if (from === undefined) return undefined;
  return { from, to: of === 'month' ? addDays(addMonths(from, 1), -1) : addDays(from, 6) };
}
