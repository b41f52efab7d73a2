import type { Range } from '../measurement/metric.ts';
import { looksHigh } from './limit-text.ts';
import type { Condition, LimitValue, Term } from './rule.ts';
import { ageGroups, ruleTags } from './vocabulary.ts';
import { courseProblems, eventProblems } from './course-checks.ts';
import {
  type ConditionProblem,
  type ConditionOwner,
  isNumber,
  numberProblem,
  physicalOf,
  comparisonProblems,
  limitProblems,
} from './condition-problem.ts';

const oldest = 110;
const ages: Range = { min: 0, max: 150 };

/**
 * All problems of a condition from outside: no term, unknown figures and signs, limits that are missing, impossible for
 * a body or crossing each other, ages in reverse order, courses and events that their kind does not have. Empty when it
 * can be judged by.
 */
export function checkCondition(rule: ConditionOwner): ConditionProblem[] {
  if (!isReadable(rule.condition) || !areTags(rule.condition.withTags) || !areTags(rule.condition.withoutTags))
    return [{ field: 'condition', reason: 'rule.form' }];
  return [...mainProblems(rule), ...ageProblems('condition', rule.condition), ...addedProblems(rule)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
const isListOrNone = (value: unknown): boolean => value === undefined || isList(value);

const areTags = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.every((tag) => typeof tag === 'string' && Object.hasOwn(ruleTags, tag)));

/** Whether the lists and objects of a condition are in place; their content is checked later. */
function isReadable(condition: unknown): boolean {
  if (!isObject(condition) || !Array.isArray(condition['terms'])) return false;
  const { terms, addText, history = {}, event = {} } = condition;
  return (
    isList(terms) &&
    isListOrNone(addText) &&
    isObject(history) &&
    isObject(event) &&
    terms.every(
      ({ and, value }: Term) => isListOrNone(and) && (!isObject(value) || !('steps' in value) || isList(value.steps)),
    )
  );
}

function mainProblems(rule: ConditionOwner): ConditionProblem[] {
  const { terms, history, event } = rule.condition;
  if (event) return eventProblems(rule, event);
  if (history) return courseProblems(rule, history);
  if (terms.length === 0) return [{ field: 'condition.terms', reason: 'rule.terms-missing' }];
  return [...terms.flatMap((term, index) => termProblems(rule, term, `condition.terms.${index}`)), ...crossings(terms)];
}

interface Aged {
  readonly minAge?: number;
  readonly maxAge?: number;
}

function ageProblems(path: string, { minAge, maxAge }: Aged): ConditionProblem[] {
  const problems = [
    ...(minAge === undefined ? [] : numberProblem(`${path}.minAge`, minAge, ages)),
    ...(maxAge === undefined ? [] : numberProblem(`${path}.maxAge`, maxAge, ages)),
  ];
  const isReversed = isNumber(minAge) && isNumber(maxAge) && minAge > maxAge;
  return isReversed ? [...problems, { field: `${path}.maxAge`, reason: 'rule.ages' }] : problems;
}

function addedProblems({ kind, condition: { addText = [] } }: ConditionOwner): ConditionProblem[] {
  return addText.flatMap(({ metric, from, text }, index) => {
    const path = `condition.addText.${index}`;
    const named = comparisonProblems(kind, { metric, op: '>=' }, path);
    return [
      ...named,
      ...(named.length > 0 ? [] : limitProblems(`${path}.from`, from, physicalOf(kind, metric))),
      ...(text ? [] : [{ field: `${path}.text`, reason: 'rule.text' as const }]),
    ];
  });
}

function termProblems(rule: ConditionOwner, term: Term, path: string): ConditionProblem[] {
  const { kind } = rule;
  const companions = (term.and ?? []).flatMap((each, index) => {
    const at = `${path}.and.${index}`;
    return [
      ...comparisonProblems(kind, each, at),
      ...limitProblems(`${at}.value`, each.value, physicalOf(kind, each.metric)),
      ...contradiction(term, each, at),
    ];
  });
  return [
    ...comparisonProblems(kind, term, path),
    ...valueProblems(rule, term, `${path}.value`),
    ...ageProblems(path, term),
    ...companions,
  ];
}

function valueProblems(rule: ConditionOwner, term: Term, path: string): ConditionProblem[] {
  const physical = physicalOf(rule.kind, term.metric);
  const { value } = term;
  if (typeof value !== 'object' || value === null) return limitProblems(path, value, physical);
  if ('steps' in value) return stepProblems(value.steps, physical, path);
  const { base, perYear, perYearFemale = 0 } = value;
  const missing = Object.entries({
    [path]: base,
    [`${path}.perYear`]: perYear,
    [`${path}.perYearFemale`]: perYearFemale,
  }).filter(([, part]) => !isNumber(part));
  if (missing.length > 0) return missing.map(([field]) => ({ field, reason: 'rule.limit' }));
  return lineEnds(rule, term, value)
    .flatMap((end) => limitProblems(path, end, physical))
    .slice(0, 1);
}

type Line = Extract<LimitValue, { base: number }>;

/** The values of a line over age for the youngest and the oldest it can concern. */
function lineEnds(
  { ageGroup, condition }: ConditionOwner,
  term: Term,
  { base, perYear, perYearFemale = perYear }: Line,
): readonly number[] {
  const group = Object.hasOwn(ageGroups, ageGroup) ? ageGroups[ageGroup] : ageGroups.all;
  const from = Math.max(group.min, condition.minAge ?? 0, term.minAge ?? 0);
  const to = Math.min(group.max, condition.maxAge ?? oldest, term.maxAge ?? oldest, oldest);
  return [perYear, perYearFemale].flatMap((slope) => [base + slope * from, base + slope * to]);
}

function stepProblems(
  steps: Extract<LimitValue, { steps: object }>['steps'],
  physical: ReturnType<typeof physicalOf>,
  path: string,
): ConditionProblem[] {
  if (!Array.isArray(steps) || steps.length === 0) return [{ field: path, reason: 'rule.limit' }];
  return steps.flatMap((step, index) => {
    const at = `${path}.steps.${index}`;
    const before = steps[index - 1];
    const age = numberProblem(`${at}.toAge`, step.toAge, ages);
    const order =
      age.length === 0 && before !== undefined && step.toAge <= before.toAge
        ? [{ field: `${at}.toAge`, reason: 'rule.steps' as const }]
        : [];
    return [...age, ...order, ...limitProblems(`${at}.value`, step.value, physical)];
  });
}

type Comparison = Pick<Term, 'metric' | 'op' | 'value'>;

/**
 * The lower and the upper end between two comparisons of one figure in opposite directions; undefined for any other
 * two.
 */
function opposed(
  one: Comparison,
  other: Comparison,
): { readonly from: Comparison & { value: number }; readonly to: Comparison & { value: number } } | undefined {
  if (
    one.metric !== other.metric ||
    !isNumber(one.value) ||
    !isNumber(other.value) ||
    looksHigh(one.op) === looksHigh(other.op)
  )
    return undefined;
  const [a, b] = [
    { ...one, value: one.value },
    { ...other, value: other.value },
  ];
  return looksHigh(one.op) ? { from: a, to: b } : { from: b, to: a };
}

/** A figure cannot lie above a limit and below a smaller one at once. */
function contradiction(term: Term, companion: Comparison, path: string): ConditionProblem[] {
  const ends = opposed(term, companion);
  if (!ends) return [];
  const { from, to } = ends;
  const isMeeting = from.op === '>=' && to.op === '<=';
  return from.value < to.value || (from.value === to.value && isMeeting)
    ? []
    : [{ field: `${path}.value`, reason: 'rule.never' }];
}

/** Terms one of which every reading meets: below an upper limit or above a smaller lower one. */
function crossings(terms: readonly Term[]): ConditionProblem[] {
  return terms.flatMap((term, index) => {
    const against = terms.slice(0, index).findIndex((earlier) => isCrossing(term, earlier));
    return against === -1
      ? []
      : [{ field: `condition.terms.${index}.value`, reason: 'rule.always' as const, params: { n: against + 1 } }];
  });
}

function isCrossing(one: Term, other: Term): boolean {
  const ends = one.and || other.and ? undefined : opposed(one, other);
  return ends !== undefined && ends.from.value <= ends.to.value && concernTheSame(one, other);
}

const share = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean =>
  !one || !other || one.some((each) => other.includes(each));

const agesMeet = (one: Aged, other: Aged): boolean =>
  (one.minAge ?? 0) <= (other.maxAge ?? oldest) && (other.minAge ?? 0) <= (one.maxAge ?? oldest);

function concernTheSame(one: Term, other: Term): boolean {
  const sexes = one.sex === undefined || other.sex === undefined || one.sex === other.sex;
  return (
    agesMeet(one, other) &&
    sexes &&
    one.symptom === other.symptom &&
    share(one.states, other.states) &&
    share(one.periods, other.periods)
  );
}

/** The figures of a condition: of its terms, of its course, or its event. */
export function metricsOf({ terms, history, event }: Condition): readonly string[] {
  return [
    ...new Set([
      ...terms.map(({ metric }) => metric),
      ...(history ? [history.metric] : []),
      ...(event ? [event.event] : []),
    ]),
  ];
}
