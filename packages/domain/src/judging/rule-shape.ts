import { metricOf } from '../measurement/catalogue.ts';
import { isMeasurementKind } from '../measurement/metric.ts';
import type { AbnormalRule, Condition, LimitValue, Term } from './rule.ts';
import { ruleTags } from './vocabulary.ts';

/** A place in a rule that cannot be used. */
export interface ShapeProblem {
  /** Path inside the rule, e.g. `condition.terms.0.value`. */
  readonly field: string;
  readonly reason: 'rule.unknown-metric' | 'rule.operator' | 'rule.limit' | 'rule.terms-missing' | 'rule.range' | 'rule.person' | 'rule.tag';
}

const operators = new Set<unknown>(['>=', '>', '<=', '<']);

/**
 * Checks a rule that came from outside (an editor, an import, a database row of unknown age) before it is saved or
 * used: known metrics and operators, numbers as limits, counts in range, the scope's own fields filled.
 */
export function checkRuleShape(rule: AbnormalRule): ShapeProblem[] {
  return [...scopeProblems(rule), ...countProblems(rule), ...termProblems(rule)];
}

function scopeProblems(rule: AbnormalRule): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  if ((rule.scopeType === 3) !== (rule.personId !== null)) {
    problems.push({ field: 'personId', reason: 'rule.person' });
  }
  const knownTag = rule.tagCode === null || Object.hasOwn(ruleTags, rule.tagCode);
  if (!knownTag || (rule.scopeType === 2 && rule.tagCode === null)) {
    problems.push({ field: 'tagCode', reason: 'rule.tag' });
  }
  return problems;
}

const countRanges = [
  ['level', 1, 4], ['confirmCount', 1, 10], ['confirmMinutes', 1, 10080], ['clearCount', 1, 10], ['clearMargin', 0, 9999],
  ['repeatMinutes', 5, 10080],
] as const;

function countProblems(rule: AbnormalRule): ShapeProblem[] {
  return countRanges.flatMap(([field, min, max]) => {
    const value: unknown = rule[field];
    return typeof value === 'number' && value >= min && value <= max ? [] : [{ field, reason: 'rule.range' as const }];
  });
}

function termProblems(rule: AbnormalRule): ShapeProblem[] {
  const { condition } = rule;
  if (!isMeasurementKind(rule.kind) || condition.history || condition.event) {
    return [];
  }
  if (!Array.isArray(condition.terms) || condition.terms.length === 0) {
    return [{ field: 'condition.terms', reason: 'rule.terms-missing' }];
  }
  return condition.terms.flatMap((term, index) => problemsOf(rule, term, `condition.terms.${index}`));
}

function problemsOf(rule: AbnormalRule, term: Term, path: string): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  const companions: readonly Pick<Term, 'metric' | 'op' | 'value'>[] = [term, ...(term.and ?? [])];
  for (const each of companions) {
    if (!isMeasurementKind(rule.kind) || !metricOf(rule.kind, each.metric)) {
      problems.push({ field: `${path}.metric`, reason: 'rule.unknown-metric' });
    }
    if (!operators.has(each.op)) {
      problems.push({ field: `${path}.op`, reason: 'rule.operator' });
    }
    if (!isLimit(each.value)) {
      problems.push({ field: `${path}.value`, reason: 'rule.limit' });
    }
  }
  return problems;
}

function isLimit(value: LimitValue): boolean {
  if (typeof value === 'number') {
    return Number.isFinite(value);
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if ('steps' in value) {
    return Array.isArray(value.steps) && value.steps.length > 0 && value.steps.every((step) => Number.isFinite(step.toAge) && Number.isFinite(step.value));
  }
  return Number.isFinite(value.base) && Number.isFinite(value.perYear) && Number.isFinite(value.perYearFemale ?? 0);
}

/** The number that an editor shows and changes, when the rule has a single plain one per metric. */
export function editableLimits(condition: Condition): readonly { readonly index: number; readonly metric: string; readonly value: number }[] {
  return condition.terms.flatMap((term, index) => (typeof term.value === 'number' ? [{ index, metric: term.metric, value: term.value }] : []));
}

/** The same condition with the limit of one term replaced; nothing else changes. */
export function withLimit(condition: Condition, index: number, value: number): Condition {
  return { ...condition, terms: condition.terms.map((term, at) => (at === index ? { ...term, value } : term)) };
}
