import { addDays, addMonths, weekStartOf } from '@kangmai/domain';

export interface DayShift {
  readonly workDate: string;
  readonly dutyType: number;
}

/** The weeks of a month from Monday on, with the days of other months that fill them. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let monday = weekStartOf(first); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)));
  return weeks;
}

export const monthAfter = (month: string, months: number): string => addMonths(`${month}-01`, months).slice(0, 7);

export const isMonth = (text: string | null): text is string =>
  text !== null && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The kinds of duty that nobody has on a day. */
export const gapsOn = <T extends { readonly id: number }>(
  day: string,
  needed: readonly T[],
  shifts: readonly DayShift[],
): readonly T[] => {
  const taken = new Set(shifts.filter(({ workDate }) => workDate === day).map(({ dutyType }) => dutyType));
  return needed.filter(({ id }) => !taken.has(id));
};
