import type { NewsObservations, NewsPart } from './news2.ts';

/**
 * Hours for which a reading counts: the longest interval between observations that the score's own plan allows (RCP
 * 2017, Chart 4: total 0, minimum 12 hourly).
 */
export const newsWindowHours = 12;

const windowMs = newsWindowHours * 3_600_000;

/** Below this age, and in pregnancy, the score is not used (RCP 2017, recommendations on use). */
export const newsMinAge = 16;

/** A newest valid reading of a part. */
export interface NewsReading {
  readonly part: NewsPart;
  readonly value: number | boolean;
  /** Epoch ms. */
  readonly at: number;
}

/** Why a person has no score. */
export type NewsUnfit = 'child' | 'pregnant';

export function newsUnfit(age: number | undefined, tags: readonly string[]): NewsUnfit | undefined {
  if (tags.includes('pregnant')) {
    return 'pregnant';
  }
  return age !== undefined && age < newsMinAge ? 'child' : undefined;
}

/** The newest reading of each part that counts at an instant, and when the first of them stops to count. */
export function newsAt(
  readings: readonly NewsReading[],
  now: number,
): { readonly seen: NewsObservations; readonly used: readonly NewsReading[]; readonly until: number | null } {
  const counting = readings.filter(({ at }) => at <= now && now - at < windowMs).toSorted((a, b) => a.at - b.at);
  const newest = new Map(counting.map((reading) => [reading.part, reading]));
  const used = [...newest.values()];
  return {
    used,
    seen: Object.fromEntries(used.map(({ part, value }) => [part, value])),
    until: used.length === 0 ? null : Math.min(...used.map(({ at }) => at)) + windowMs,
  };
}
