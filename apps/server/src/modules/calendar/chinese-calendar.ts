import type { LunarDay } from '@kangmai/domain/calendar';
import chineseDays from 'chinese-days';

/** The years for which lunar days and solar terms are known. */
export const firstYear = 2000;
export const lastYear = 2099;

type TermKey = Parameters<typeof chineseDays.getSolarTermDate>[2];

/** Names of the library, in the order of the calendar year from 小寒 on. */
const termKeys = [
  'lesser_cold',
  'greater_cold',
  'the_beginning_of_spring',
  'rain_water',
  'the_waking_of_insects',
  'the_spring_equinox',
  'pure_brightness',
  'grain_rain',
  'the_beginning_of_summer',
  'lesser_fullness_of_grain',
  'grain_in_beard',
  'the_summer_solstice',
  'lesser_heat',
  'greater_heat',
  'the_beginning_of_autumn',
  'the_end_of_heat',
  'white_dew',
  'the_autumn_equinox',
  'code_dew',
  'frost_descent',
  'the_beginning_of_winter',
  'lesser_snow',
  'greater_snow',
  'the_winter_solstice',
] as const satisfies readonly TermKey[];

// The library reckons by the clock of the process; noon in China is the same lunar day everywhere.
const noon = (day: string): Date => new Date(`${day}T12:00:00+08:00`);

export function lunarOf(day: string): LunarDay {
  const { lunarMon: month, lunarDay, isLeap } = chineseDays.getLunarDate(noon(day));
  return { month, day: lunarDay, isLeap };
}

const kept = new Map<number, ReadonlyMap<string, number>>();

/** The days of a year on which a solar term begins, with its place from 小寒 on. */
export function termsOf(year: number): ReadonlyMap<string, number> {
  const known = kept.get(year);
  if (known) return known;
  const made = new Map(
    termKeys.map((key, at) => [chineseDays.getSolarTermDate(year, Math.floor(at / 2) + 1, key), at] as const),
  );
  kept.set(year, made);
  return made;
}
