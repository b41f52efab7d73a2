import { checkCondition, metricsOf } from './condition-checks.ts';
import type { ConditionProblem } from './condition-problem.ts';
import type { AbnormalRule, Condition } from './rule.ts';
import { ruleTags } from './vocabulary.ts';

/** An invalid place in a rule; its path inside the rule, e.g. `condition.terms.0.value`. */
export type ShapeProblem =
  | ConditionProblem
  | {
      readonly field: string;
      readonly reason: 'rule.range' | 'rule.person' | 'rule.tag' | 'rule.metric';
      readonly params?: Readonly<Record<string, string | number>>;
    };

/**
 * Checks a rule from outside (an editor, an import, an old database row) before it is saved or used: a valid condition,
 * counts in range, the scope's own fields filled.
 */
export function checkRuleShape(rule: AbnormalRule): ShapeProblem[] {
  return [...scopeProblems(rule), ...countProblems(rule), ...conditionProblems(rule)];
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
  ['level', 1, 4],
  ['confirmCount', 1, 10],
  ['confirmMinutes', 1, 10080],
  ['clearCount', 1, 10],
  ['clearMargin', 0, 9999],
  ['repeatMinutes', 5, 10080],
] as const;

function countProblems(rule: AbnormalRule): ShapeProblem[] {
  return countRanges.flatMap(([field, min, max]) => {
    const value: unknown = rule[field];
    return typeof value === 'number' && value >= min && value <= max
      ? []
      : [{ field, reason: 'rule.range' as const, params: { min, max } }];
  });
}

/** The leading figure is shown in lists and compared with its siblings, so it must be one of the condition's. */
function conditionProblems(rule: AbnormalRule): ShapeProblem[] {
  const problems = checkCondition(rule);
  return problems.length > 0 || metricsOf(rule.condition).includes(rule.metric)
    ? problems
    : [{ field: 'metric', reason: 'rule.metric' }];
}

/** The number that an editor shows and changes, when the rule has a single plain one per metric. */
export function editableLimits(
  condition: Condition,
): readonly { readonly index: number; readonly metric: string; readonly value: number }[] {
  return condition.terms.flatMap((term, index) =>
    typeof term.value === 'number' ? [{ index, metric: term.metric, value: term.value }] : [],
  );
}

/** The same condition with the limit of one term replaced; nothing else changes. */
export function withLimit(condition: Condition, index: number, value: number): Condition {
  return { ...condition, terms: condition.terms.map((term, at) => (at === index ? { ...term, value } : term)) };
}
