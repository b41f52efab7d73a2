import { median } from './history.ts';
import type { AbnormalType } from './vocabulary.ts';

const days = 14;
const spread = 2.5;

/** The side on which two days lie outside the person's own range, and its centre. */
export interface BaselineLeft {
  readonly side: 'high' | 'low';
  readonly median: number;
}

/**
 * Whether the last two daily figures leave the person's own range: further than 2.5 interquartile ranges from the
 * median of the 14 days before them, both on the same side. Gives level 1 (偏离个人基线) at most; undefined before day 16 and
 * while all 14 days are alike.
 *
 * @param daily one figure a day (resting heart, SpO2, steps, temperature) in order of days
 */
export function baselineLeft(daily: readonly number[]): BaselineLeft | undefined {
  const [yesterday, today] = daily.slice(-2);
  const before = daily
    .slice(0, -2)
    .slice(-days)
    .toSorted((a, b) => a - b);
  if (yesterday === undefined || today === undefined || before.length < days) {
    return undefined;
  }
  const middle = median(before);
  const range = median(before.slice(days / 2)) - median(before.slice(0, days / 2));
  const limit = spread * range;
  if (range <= 0) {
    return undefined;
  }
  if (yesterday - middle > limit && today - middle > limit) {
    return { side: 'high', median: middle };
  }
  return middle - yesterday > limit && middle - today > limit ? { side: 'low', median: middle } : undefined;
}

/** Whether the last two daily figures leave the person's own range; see `baselineLeft`. */
export function leavesBaseline(daily: readonly number[]): boolean {
  return baselineLeft(daily) !== undefined;
}

/** A daily figure that is checked for leaving the person's own range, and the kind of case on each side. */
export interface BaselineKind {
  readonly kind: 'heart' | 'spo2' | 'temperature' | 'walk';
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly high?: AbnormalType;
  readonly low?: AbnormalType;
}

/** Every figure with an own range. More oxygen and more steps than usual are no concern. */
export const baselineKinds: readonly BaselineKind[] = [
  { kind: 'heart', name: '静息心率', unit: '次/分', decimals: 0, high: 'heartFast', low: 'heartSlow' },
  { kind: 'spo2', name: '血氧', unit: '%', decimals: 1, low: 'spo2Low' },
  { kind: 'temperature', name: '体温', unit: '℃', decimals: 1, high: 'tempHigh', low: 'tempLow' },
  { kind: 'walk', name: '步数', unit: '步', decimals: 0, low: 'inactive' },
];

/** Mark of cases opened by the own range. */
export const baselineCode = 'BASELINE';
