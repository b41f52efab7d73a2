import { metricOf } from '../measurement/catalogue.ts';
import { isMeasurementKind, type Range } from '../measurement/metric.ts';
import type { AbnormalRule, Term } from './rule.ts';

/** An invalid place in a condition. */
export interface ConditionProblem {
  /** Path inside the rule: `condition.terms.0.value`, `condition.history.met`. */
  readonly field: string;
  readonly reason: ConditionReason;
  /** The range for a number, the term (from 1) that contradicts this one. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export type ConditionReason =
  | 'rule.form'
  | 'rule.terms-missing'
  | 'rule.unknown-metric'
  | 'rule.operator'
  | 'rule.limit'
  | 'rule.limit-range'
  | 'rule.number'
  | 'rule.ages'
  | 'rule.steps'
  | 'rule.always'
  | 'rule.never'
  | 'rule.count-order'
  | 'rule.unchanged'
  | 'rule.event'
  | 'rule.raise'
  | 'rule.text';

/** What a condition is checked by: the kind of its rule, whom the rule is for, and its level. */
export type ConditionOwner = Pick<AbnormalRule, 'kind' | 'ageGroup' | 'level' | 'condition'>;

export const operators = new Set<unknown>(['>=', '>', '<=', '<']);

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A required number within a range. */
export function numberProblem(field: string, value: unknown, { min, max }: Range): ConditionProblem[] {
  return isNumber(value) && value >= min && value <= max
    ? []
    : [{ field, reason: 'rule.number', params: { min, max } }];
}

export const physicalOf = (kind: string, metric: string): Range & { readonly unit: string } => {
  const found = isMeasurementKind(kind) ? metricOf(kind, metric) : undefined;
  return found
    ? { ...found.physical, unit: found.unit }
    : { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, unit: '' };
};

export function comparisonProblems(
  kind: string,
  { metric, op }: Pick<Term, 'metric' | 'op'>,
  path: string,
): ConditionProblem[] {
  const isKnown = isMeasurementKind(kind) && metricOf(kind, metric) !== undefined;
  return [
    ...(isKnown ? [] : [{ field: `${path}.metric`, reason: 'rule.unknown-metric' as const }]),
    ...(operators.has(op) ? [] : [{ field: `${path}.op`, reason: 'rule.operator' as const }]),
  ];
}

export function limitProblems(
  field: string,
  value: unknown,
  { min, max, unit }: ReturnType<typeof physicalOf>,
): ConditionProblem[] {
  if (!isNumber(value)) return [{ field, reason: 'rule.limit' }];
  return value >= min && value <= max ? [] : [{ field, reason: 'rule.limit-range', params: { min, max, unit } }];
}
