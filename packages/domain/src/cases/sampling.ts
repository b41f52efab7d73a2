import { median } from '../judging/history.ts';

const minute = 60_000;
const longest = 1440;

/** What is known about how often a kind is measured. */
export interface SamplingPlan {
  /** Interval set on the device for this kind, minutes. */
  readonly intervalMinutes?: number | undefined;
  /** Set times of day, minutes since local midnight. */
  readonly timesOfDay?: readonly number[] | undefined;
  /** Instants (epoch ms) of earlier readings, for a device without a setting. */
  readonly measuredAt?: readonly number[] | undefined;
}

/**
 * Sampling interval in minutes: the one set on the device; for set times of day the longest gap between neighbours
 * (07:00, 10:00, 16:00 and 20:00 give 11 h); else the median gap of the last 20 readings, at most 24 h; 0 when unknown.
 */
export function samplingMinutes(plan: SamplingPlan): number {
  if (plan.intervalMinutes !== undefined && plan.intervalMinutes > 0) {
    return plan.intervalMinutes;
  }
  if (plan.timesOfDay && plan.timesOfDay.length > 0) {
    return longestGap(plan.timesOfDay);
  }
  const recent = (plan.measuredAt ?? []).toSorted((a, b) => a - b).slice(-20);
  const gaps = recent.slice(1).map((at, index) => (at - (recent[index] ?? at)) / minute);
  return gaps.length === 0 ? 0 : Math.min(longest, median(gaps));
}

function longestGap(timesOfDay: readonly number[]): number {
  const sorted = [...new Set(timesOfDay)].toSorted((a, b) => a - b);
  const gaps = sorted.map((time, index) => {
    const next = sorted[index + 1];
    return next === undefined ? (sorted[0] ?? 0) + longest - time : next - time;
  });
  return Math.max(...gaps);
}
