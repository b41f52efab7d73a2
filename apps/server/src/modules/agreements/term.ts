import { addDays, addYears } from '@kangmai/domain';

/** The shortest and the longest last day of an agreement that begins on a day: one and three years. */
export const termOf = (startsOn: string): { readonly from: string; readonly to: string } => ({
  from: lastDayOf(startsOn, 1),
  to: lastDayOf(startsOn, 3),
});

export const lastDayOf = (startsOn: string, years: number): string => addDays(addYears(startsOn, years), -1);
