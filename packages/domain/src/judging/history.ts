import { meets } from './judge.ts';
import type { HistoryCondition } from './rule.ts';

/** One figure of a course, in measured order. */
export interface CoursePoint {
  /** Local day YYYY-MM-DD. */
  readonly day: string;
  readonly value: number;
}

/**
 * Whether a course of figures meets a rule about several readings, looking back from its newest point.
 *
 * - `share`: flags (0 or 1) of resting readings; only the newest point's day counts.
 * - `change`: against the extreme of the days before; a gain is measured from the lowest, a loss from the highest.
 * - `days`: one figure a day; days without a figure are skipped.
 * - `belowMedian`: one figure a day; needs `medianDays` days before the ones that lie low.
 */
export function historyMet(condition: HistoryCondition, course: readonly CoursePoint[]): boolean {
  const newest = course.at(-1);
  if (!newest) {
    return false;
  }
  switch (condition.kind) {
    case 'share': {
      const flags = course.filter((point) => point.day === newest.day).slice(-condition.of);
      return flags.filter((point) => point.value > 0).length >= condition.met;
    }
    case 'change':
      return changed(condition, course, newest);
    case 'days': {
      const nights = course.slice(-condition.of);
      return nights.filter((point) => meets(condition.op, point.value, condition.value)).length >= condition.met;
    }
    case 'belowMedian':
      return staysLow(condition, course);
  }
}

type Change = Extract<HistoryCondition, { kind: 'change' }>;
type BelowMedian = Extract<HistoryCondition, { kind: 'belowMedian' }>;

function changed(condition: Change, course: readonly CoursePoint[], newest: CoursePoint): boolean {
  const before = course.slice(0, -1).filter((point) => daysApart(point.day, newest.day) <= condition.days).map((point) => point.value);
  if (before.length === 0) {
    return false;
  }
  const base = condition.amount > 0 ? Math.min(...before) : Math.max(...before);
  const difference = condition.unit === 'percent' ? ((newest.value - base) / base) * 100 : newest.value - base;
  return condition.amount > 0 ? difference >= condition.amount - 1e-9 : difference <= condition.amount + 1e-9;
}

function staysLow(condition: BelowMedian, course: readonly CoursePoint[]): boolean {
  const low = course.slice(-condition.met);
  const before = course.slice(0, -condition.met).slice(-condition.medianDays).map((point) => point.value);
  if (low.length < condition.met || before.length < condition.medianDays) {
    return false;
  }
  const limit = (median(before) * condition.percent) / 100;
  return low.every((point) => point.value < limit);
}

/** Middle value of a list, the mean of the two middle ones for an even count; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function daysApart(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
