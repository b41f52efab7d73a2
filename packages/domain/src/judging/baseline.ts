import { median } from './history.ts';

const days = 14;
const spread = 2.5;

/**
 * Whether the last two daily figures leave the person's own range: further than 2.5 interquartile ranges from the median
 * of the 14 days before them, both on the same side. Makes level 1 (偏离个人基线) at most; false before day 16 and
 * while all 14 days are alike.
 *
 * @param daily one figure a day (resting heart, SpO2, steps, temperature) in order of days
 */
export function leavesBaseline(daily: readonly number[]): boolean {
  const [yesterday, today] = daily.slice(-2);
  const before = daily.slice(0, -2).slice(-days).toSorted((a, b) => a - b);
  if (yesterday === undefined || today === undefined || before.length < days) {
    return false;
  }
  const middle = median(before);
  const range = median(before.slice(days / 2)) - median(before.slice(0, days / 2));
  const limit = spread * range;
  const high = yesterday - middle > limit && today - middle > limit;
  const low = middle - yesterday > limit && middle - today > limit;
  return range > 0 && (high || low);
}
