import { kindOf, metricOf, roundTo } from '../measurement/catalogue.ts';
import { isMeasurementKind } from '../measurement/metric.ts';
import { meets } from './judge.ts';
import type { AbnormalRule, HistoryCondition } from './rule.ts';

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
 * - `nightMean`: the readings of one recorded sleep.
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
    case 'nightMean':
      return isNightJudged(condition, course) && meets(condition.op, meanOf(course), condition.value);
  }
}

const meanOf = (course: readonly CoursePoint[]): number =>
  course.reduce((sum, { value }) => sum + value, 0) / course.length;

/** Whether a night has enough readings to be judged either way; other courses always have. */
export const isNightJudged = (condition: HistoryCondition, course: readonly CoursePoint[]): boolean =>
  condition.kind !== 'nightMean' || course.length >= condition.of;

/** The figure of a course: the mean of a night, else its newest value. */
export const courseValue = (condition: HistoryCondition, course: readonly CoursePoint[]): number | undefined =>
  condition.kind === 'nightMean' && course.length > 0 ? roundTo(meanOf(course), 1) : course.at(-1)?.value;

type Change = Extract<HistoryCondition, { kind: 'change' }>;
type BelowMedian = Extract<HistoryCondition, { kind: 'belowMedian' }>;

function changed(condition: Change, course: readonly CoursePoint[], newest: CoursePoint): boolean {
  const before = valuesBefore(condition, course, newest);
  if (before.length === 0) {
    return false;
  }
  const base = condition.amount > 0 ? Math.min(...before) : Math.max(...before);
  const difference = condition.unit === 'percent' ? ((newest.value - base) / base) * 100 : newest.value - base;
  return condition.amount > 0 ? difference >= condition.amount - 1e-9 : difference <= condition.amount + 1e-9;
}

function valuesBefore({ days }: Change, course: readonly CoursePoint[], newest: CoursePoint): number[] {
  return course
    .slice(0, -1)
    .filter((point) => daysApart(point.day, newest.day) <= days)
    .map((point) => point.value);
}

function staysLow(condition: BelowMedian, course: readonly CoursePoint[]): boolean {
  const low = course.slice(-condition.met);
  const before = course
    .slice(0, -condition.met)
    .slice(-condition.medianDays)
    .map((point) => point.value);
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

/** A point of a course with its instant, for the confirmation of rules that want to be met more than once. */
export interface TimedPoint extends CoursePoint {
  /** Epoch ms. */
  readonly at: number;
}

/** Whether a course's newest point and as many before it as the rule requires meet the rule, within its time. */
export function historyConfirmed(
  rule: Pick<AbnormalRule, 'condition' | 'confirmCount' | 'confirmMinutes'>,
  course: readonly TimedPoint[],
): boolean {
  const { history } = rule.condition;
  const run = course.slice(-rule.confirmCount);
  const newest = run.at(-1);
  const first = run[0];
  if (!history || !newest || !first || run.length < rule.confirmCount) {
    return false;
  }
  const fits = rule.confirmCount === 1 || newest.at - first.at <= rule.confirmMinutes * 60_000;
  return fits && run.every((_, index) => historyMet(history, course.slice(0, course.length - index)));
}

/** How many local days before the newest point a rule looks back. */
export function daysLookedAt({
  condition: { history },
  confirmMinutes,
}: Pick<AbnormalRule, 'condition' | 'confirmMinutes'>): number {
  switch (history?.kind) {
    case 'share':
    case 'nightMean':
    case undefined:
      return 1;
    case 'change':
      return history.days + Math.ceil(confirmMinutes / 1440) + 1;
    case 'days':
      return history.of * 2;
    case 'belowMedian':
      return (history.medianDays + history.met) * 2;
  }
}

const alarmLines = { 1: '提示', 2: '关注', 3: '警告', 4: '危急' } as const;

/** A course in words: `体重3天内增加 2.3 kg，达到警告线 2 kg`. Empty for a rule without history. */
export function describeCourse(
  rule: Pick<AbnormalRule, 'condition' | 'level' | 'kind'>,
  course: readonly CoursePoint[],
): string {
  const { history } = rule.condition;
  const newest = course.at(-1);
  if (!history || !newest || !isMeasurementKind(rule.kind)) {
    return '';
  }
  const metric = metricOf(rule.kind, history.metric);
  const figure = { name: metric?.zh ?? kindOf(rule.kind).zh, unit: metric?.unit ?? '' };
  const further = rule.condition.addText?.find((each) => each.metric === history.metric && newest.value >= each.from);
  return `${courseText(history, course, figure)}，达到${alarmLines[rule.level]}线${further ? `，${further.text}` : ''}`;
}

function courseText(
  history: HistoryCondition,
  course: readonly CoursePoint[],
  { name, unit }: { readonly name: string; readonly unit: string },
): string {
  const days = course.slice(-(history.kind === 'days' || history.kind === 'share' ? history.of : 1));
  switch (history.kind) {
    case 'share':
      return `静息读数 ${days.length} 次中 ${days.filter((point) => point.value > 0).length} 次心律不齐`;
    case 'change':
      return `${name}${history.days}天内${history.amount > 0 ? '增加' : '下降'} ${changeText(history, course, unit)}`;
    case 'days':
      return `${name}近 ${days.length} 次中 ${days.filter((point) => meets(history.op, point.value, history.value)).length} 次${history.op.startsWith('<') ? '低于' : '不低于'} ${plain(history.value)} ${unit}`.trimEnd();
    case 'nightMean':
      return `夜间${name}均值 ${plain(meanOf(course))} ${unit}（${course.length} 次，界值 ${plain(history.value)}）`;
    case 'belowMedian':
      return `连续${history.met}天${name}不足平时的 ${history.percent}%`;
  }
}

function changeText(history: Change, course: readonly CoursePoint[], unit: string): string {
  const newest = course.at(-1);
  const before = newest === undefined ? [] : valuesBefore(history, course, newest);
  const base = history.amount > 0 ? Math.min(...before) : Math.max(...before);
  const difference = Math.abs((newest?.value ?? base) - base);
  return history.unit === 'percent' ? `${plain((difference / base) * 100)}%` : `${plain(difference)} ${unit}`;
}

function plain(value: number): string {
  return String(Math.round(value * 10) / 10);
}
