import type { MeasurementKind } from '../measurement/metric.ts';
import type { BodyState, Condition, Term } from './rule.ts';

/** The context of a reading, which selects its limits. */
export interface ReadingContext {
  readonly place?: 1 | 2;
  readonly state?: BodyState;
  readonly oxygen?: 0 | 1;
  readonly period?: number;
}

const periods = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const contexts: Partial<Record<MeasurementKind, readonly ReadingContext[]>> = {
  bp: [{ place: 1 }, { place: 2 }],
  heart: [{ state: 'rest' }, { state: 'active' }, { state: 'asleep' }],
  spo2: [{ oxygen: 0 }, { oxygen: 1 }],
  bloodSugar: periods.map((period) => ({ period })),
};

const anywhere: readonly ReadingContext[] = [{}];

/** All contexts of a kind, in the order of `contextIndex`. */
export function contextsOf(kind: MeasurementKind): readonly ReadingContext[] {
  return contexts[kind] ?? anywhere;
}

/** The context as sent with a reading. */
export interface Circumstances {
  /** 1 家庭 (default), 2 诊室或站点. */
  readonly place?: 1 | 2 | undefined;
  /** Stored heart state: 0 未知 (taken as rest), 1 静息, 2 活动, 3 睡眠. */
  readonly heartState?: 0 | 1 | 2 | 3 | undefined;
  /** More than 20 steps in the 5 minutes before. */
  readonly motion?: boolean | undefined;
  /** 0 吸空气 (default), 1 吸氧. */
  readonly oxygenState?: 0 | 1 | undefined;
  /** Meal relation 1-9; 9 随机 by default. */
  readonly period?: number | undefined;
}

/** Index of a reading's context in `contextsOf(kind)`. */
export function contextIndex(kind: MeasurementKind, at: Circumstances): number {
  switch (kind) {
    case 'bp':
      return at.place === 2 ? 1 : 0;
    case 'heart':
      return heartIndex(at);
    case 'spo2':
      return at.oxygenState === 1 ? 1 : 0;
    case 'bloodSugar':
      return at.period !== undefined && at.period >= 1 && at.period <= 9 ? at.period - 1 : 8;
    default:
      return 0;
  }
}

function heartIndex(at: Circumstances): number {
  if (at.heartState === 2 || at.motion === true) {
    return 1;
  }
  return at.heartState === 3 ? 2 : 0;
}

/** Whether a comparison of a rule applies in this context. */
export function inContext(condition: Condition, term: Term, at: ReadingContext): boolean {
  return (
    same(condition.place, at.place) &&
    same(condition.oxygen, at.oxygen) &&
    among(term.states, at.state) &&
    among(term.periods, at.period)
  );
}

function same<T>(wanted: T | undefined, actual: T | undefined): boolean {
  return wanted === undefined || actual === undefined || wanted === actual;
}

function among<T>(wanted: readonly T[] | undefined, actual: T | undefined): boolean {
  return wanted === undefined || actual === undefined || wanted.includes(actual);
}
