import { metricOf } from '../measurement/catalogue.ts';
import { isMeasurementKind, type Range } from '../measurement/metric.ts';
import { courseMetrics, coursesOfKind, eventFormOf } from './condition-forms.ts';
import { looksHigh } from './limit-text.ts';
import type { AbnormalRule, Condition, EventCondition, HistoryCondition, LimitValue, Term } from './rule.ts';
import { ageGroups, ruleTags } from './vocabulary.ts';

/** A place in a condition that cannot be used. */
export interface ConditionProblem {
  /** Path inside the rule: `condition.terms.0.value`, `condition.history.met`. */
  readonly field: string;
  readonly reason: ConditionReason;
  /** The range that a number has to lie in, the term (from 1) that stands against this one. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export type ConditionReason =
  | 'rule.form' | 'rule.terms-missing' | 'rule.unknown-metric' | 'rule.operator' | 'rule.limit' | 'rule.limit-range' | 'rule.number' | 'rule.ages' | 'rule.steps'
  | 'rule.always' | 'rule.never' | 'rule.count-order' | 'rule.unchanged' | 'rule.event' | 'rule.raise' | 'rule.text';

/** What a condition is judged by: the kind of its rule, whom the rule is for, and its level. */
export type ConditionOwner = Pick<AbnormalRule, 'kind' | 'ageGroup' | 'level' | 'condition'>;

const oldest = 110;
const ages: Range = { min: 0, max: 150 };
const longestMinutes: Range = { min: 1, max: 43_200 };
const percents: Range = { min: 1, max: 100 };
const counts: Range = { min: 1, max: 100 };
const courseDays: Range = { min: 1, max: 365 };
// Days of steps and figures are read for the last 40.
const medianDays: Range = { min: 3, max: 30 };
const lowDays: Range = { min: 1, max: 9 };
const operators = new Set<unknown>(['>=', '>', '<=', '<']);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A number that has to be there and to lie in a range. */
function numberProblem(field: string, value: unknown, { min, max }: Range): ConditionProblem[] {
  return isNumber(value) && value >= min && value <= max ? [] : [{ field, reason: 'rule.number', params: { min, max } }];
}

/**
 * Everything that is wrong with a condition that came from outside: no term, figures and signs that nobody knows, limits
 * that are missing, that no body can reach, that cross each other, ages the wrong way round, courses and events that
 * their kind does not have. Empty when it can be judged by.
 */
export function checkCondition(rule: ConditionOwner): ConditionProblem[] {
  if (!isReadable(rule.condition) || !areTags(rule.condition.withTags) || !areTags(rule.condition.withoutTags)) return [{ field: 'condition', reason: 'rule.form' }];
  return [...mainProblems(rule), ...ageProblems('condition', rule.condition), ...addedProblems(rule)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
const isListOrNone = (value: unknown): boolean => value === undefined || isList(value);

const areTags = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every((tag) => typeof tag === 'string' && Object.hasOwn(ruleTags, tag)));

/** Whether the lists and objects of a condition are where they belong; what they hold is looked at later. */
function isReadable(condition: unknown): boolean {
  if (!isObject(condition) || !Array.isArray(condition['terms'])) return false;
  const { terms, addText, history = {}, event = {} } = condition;
  return isList(terms) && isListOrNone(addText) && isObject(history) && isObject(event) && terms.every(({ and, value }: Term) => isListOrNone(and) && (!isObject(value) || !('steps' in value) || isList(value.steps)));
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
    return [...named, ...(named.length > 0 ? [] : limitProblems(`${path}.from`, from, physicalOf(kind, metric))), ...(text ? [] : [{ field: `${path}.text`, reason: 'rule.text' as const }])];
  });
}

const physicalOf = (kind: string, metric: string): Range & { readonly unit: string } => {
  const found = isMeasurementKind(kind) ? metricOf(kind, metric) : undefined;
  return found ? { ...found.physical, unit: found.unit } : { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, unit: '' };
};

function comparisonProblems(kind: string, { metric, op }: Pick<Term, 'metric' | 'op'>, path: string): ConditionProblem[] {
  const isKnown = isMeasurementKind(kind) && metricOf(kind, metric) !== undefined;
  return [
    ...(isKnown ? [] : [{ field: `${path}.metric`, reason: 'rule.unknown-metric' as const }]),
    ...(operators.has(op) ? [] : [{ field: `${path}.op`, reason: 'rule.operator' as const }]),
  ];
}

function limitProblems(field: string, value: unknown, { min, max, unit }: ReturnType<typeof physicalOf>): ConditionProblem[] {
  if (!isNumber(value)) return [{ field, reason: 'rule.limit' }];
  return value >= min && value <= max ? [] : [{ field, reason: 'rule.limit-range', params: { min, max, unit } }];
}

function termProblems(rule: ConditionOwner, term: Term, path: string): ConditionProblem[] {
  const { kind } = rule;
  const companions = (term.and ?? []).flatMap((each, index) => {
    const at = `${path}.and.${index}`;
    return [...comparisonProblems(kind, each, at), ...limitProblems(`${at}.value`, each.value, physicalOf(kind, each.metric)), ...contradiction(term, each, at)];
  });
  return [...comparisonProblems(kind, term, path), ...valueProblems(rule, term, `${path}.value`), ...ageProblems(path, term), ...companions];
}

function valueProblems(rule: ConditionOwner, term: Term, path: string): ConditionProblem[] {
  const physical = physicalOf(rule.kind, term.metric);
  const { value } = term;
  if (typeof value !== 'object' || value === null) return limitProblems(path, value, physical);
  if ('steps' in value) return stepProblems(value.steps, physical, path);
  const { base, perYear, perYearFemale = 0 } = value;
  const missing = Object.entries({ [path]: base, [`${path}.perYear`]: perYear, [`${path}.perYearFemale`]: perYearFemale }).filter(([, part]) => !isNumber(part));
  if (missing.length > 0) return missing.map(([field]) => ({ field, reason: 'rule.limit' }));
  return lineEnds(rule, term, value).flatMap((end) => limitProblems(path, end, physical)).slice(0, 1);
}

type Line = Extract<LimitValue, { base: number }>;

/** What a line over age comes to at the youngest and the oldest whom it can concern. */
function lineEnds({ ageGroup, condition }: ConditionOwner, term: Term, { base, perYear, perYearFemale = perYear }: Line): readonly number[] {
  const group = Object.hasOwn(ageGroups, ageGroup) ? ageGroups[ageGroup] : ageGroups.all;
  const from = Math.max(group.min, condition.minAge ?? 0, term.minAge ?? 0);
  const to = Math.min(group.max, condition.maxAge ?? oldest, term.maxAge ?? oldest, oldest);
  return [perYear, perYearFemale].flatMap((slope) => [base + slope * from, base + slope * to]);
}

function stepProblems(steps: Extract<LimitValue, { steps: object }>['steps'], physical: ReturnType<typeof physicalOf>, path: string): ConditionProblem[] {
  if (!Array.isArray(steps) || steps.length === 0) return [{ field: path, reason: 'rule.limit' }];
  return steps.flatMap((step, index) => {
    const at = `${path}.steps.${index}`;
    const before = steps[index - 1];
    const age = numberProblem(`${at}.toAge`, step.toAge, ages);
    const order = age.length === 0 && before !== undefined && step.toAge <= before.toAge ? [{ field: `${at}.toAge`, reason: 'rule.steps' as const }] : [];
    return [...age, ...order, ...limitProblems(`${at}.value`, step.value, physical)];
  });
}

type Comparison = Pick<Term, 'metric' | 'op' | 'value'>;

/** The lower and the upper end between two comparisons of one figure that look opposite ways; undefined for any other two. */
function opposed(one: Comparison, other: Comparison): { readonly from: Comparison & { value: number }; readonly to: Comparison & { value: number } } | undefined {
  if (one.metric !== other.metric || !isNumber(one.value) || !isNumber(other.value) || looksHigh(one.op) === looksHigh(other.op)) return undefined;
  const [a, b] = [{ ...one, value: one.value }, { ...other, value: other.value }];
  return looksHigh(one.op) ? { from: a, to: b } : { from: b, to: a };
}

/** A figure cannot lie above a limit and below a smaller one at once. */
function contradiction(term: Term, companion: Comparison, path: string): ConditionProblem[] {
  const ends = opposed(term, companion);
  if (!ends) return [];
  const { from, to } = ends;
  const isMeeting = from.op === '>=' && to.op === '<=';
  return from.value < to.value || (from.value === to.value && isMeeting) ? [] : [{ field: `${path}.value`, reason: 'rule.never' }];
}

/** Terms one of which every reading meets: below an upper limit or above a smaller lower one. */
function crossings(terms: readonly Term[]): ConditionProblem[] {
  return terms.flatMap((term, index) => {
    const against = terms.slice(0, index).findIndex((earlier) => isCrossing(term, earlier));
    return against === -1 ? [] : [{ field: `condition.terms.${index}.value`, reason: 'rule.always' as const, params: { n: against + 1 } }];
  });
}

function isCrossing(one: Term, other: Term): boolean {
  const ends = one.and || other.and ? undefined : opposed(one, other);
  return ends !== undefined && ends.from.value <= ends.to.value && concernTheSame(one, other);
}

const share = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean => !one || !other || one.some((each) => other.includes(each));

const agesMeet = (one: Aged, other: Aged): boolean => (one.minAge ?? 0) <= (other.maxAge ?? oldest) && (other.minAge ?? 0) <= (one.maxAge ?? oldest);

function concernTheSame(one: Term, other: Term): boolean {
  const sexes = one.sex === undefined || other.sex === undefined || one.sex === other.sex;
  return agesMeet(one, other) && sexes && one.symptom === other.symptom && share(one.states, other.states) && share(one.periods, other.periods);
}

function courseProblems({ kind }: ConditionOwner, history: HistoryCondition): ConditionProblem[] {
  const path = 'condition.history';
  if (!coursesOfKind(kind).includes(history.kind)) return [{ field: `${path}.kind`, reason: 'rule.form' }];
  const named = courseMetrics(kind, history.kind).includes(history.metric) ? [] : [{ field: `${path}.metric`, reason: 'rule.unknown-metric' as const }];
  return [...named, ...courseNumbers(kind, history, path)];
}

function metOf({ met, of }: { readonly met: number; readonly of: number }, path: string): ConditionProblem[] {
  const problems = [...numberProblem(`${path}.of`, of, counts), ...numberProblem(`${path}.met`, met, counts)];
  return problems.length === 0 && met > of ? [{ field: `${path}.met`, reason: 'rule.count-order' }] : problems;
}

function courseNumbers(kind: string, history: HistoryCondition, path: string): ConditionProblem[] {
  switch (history.kind) {
    case 'share':
      return metOf(history, path);
    case 'change': {
      const amount = isNumber(history.amount) ? (history.amount === 0 ? [{ field: `${path}.amount`, reason: 'rule.unchanged' as const }] : []) : [{ field: `${path}.amount`, reason: 'rule.limit' as const }];
      return [...amount, ...numberProblem(`${path}.days`, history.days, courseDays)];
    }
    case 'days':
      return [...(operators.has(history.op) ? [] : [{ field: `${path}.op`, reason: 'rule.operator' as const }]), ...limitProblems(`${path}.value`, history.value, physicalOf(kind, history.metric)), ...metOf(history, path)];
    case 'belowMedian':
      return [...numberProblem(`${path}.percent`, history.percent, percents), ...numberProblem(`${path}.medianDays`, history.medianDays, medianDays), ...numberProblem(`${path}.met`, history.met, lowDays)];
  }
}

const partRange = { minutes: longestMinutes, below: percents } as const;

function eventProblems({ kind, level }: ConditionOwner, { event, raise, ...own }: EventCondition): ConditionProblem[] {
  const form = eventFormOf(kind);
  const path = 'condition.event';
  if (form?.event !== event) return [{ field: `${path}.event`, reason: 'rule.event' }];
  const problems = form.needs ? numberProblem(`${path}.${form.needs}`, own[form.needs], partRange[form.needs]) : [];
  return raise ? [...problems, ...raiseProblems({ level, raise, own }, form.raise?.needs)] : problems;
}

interface Raised {
  readonly level: number;
  readonly raise: NonNullable<EventCondition['raise']>;
  readonly own: Pick<EventCondition, 'below'>;
}

function raiseProblems({ level, raise, own }: Raised, needs: 'minutes' | 'below' | undefined): ConditionProblem[] {
  const path = 'condition.event.raise';
  if (!needs) return [{ field: path, reason: 'rule.form' }];
  const problems = numberProblem(`${path}.${needs}`, raise[needs], partRange[needs]);
  const isLater = needs === 'below' && isNumber(raise.below) && isNumber(own.below) && raise.below >= own.below;
  return [
    ...problems, ...(isLater ? [{ field: `${path}.below`, reason: 'rule.number' as const, params: { min: 1, max: (own.below ?? 0) - 1 } }] : []),
    ...(raise.level > level && raise.level <= 4 ? [] : [{ field: `${path}.level`, reason: 'rule.raise' as const }]),
  ];
}

/** The figures that a condition is about: those of its terms, of its course, or its event. */
export function metricsOf({ terms, history, event }: Condition): readonly string[] {
  return [...new Set([...terms.map(({ metric }) => metric), ...(history ? [history.metric] : []), ...(event ? [event.event] : [])])];
}
