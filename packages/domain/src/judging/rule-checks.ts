import { isMeasurementKind } from '../measurement/metric.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { looksHigh, strictest } from './limit-text.ts';
import { platformRules } from './platform-rules.ts';
import { profileOn } from './population.ts';
import type { JudgedPerson, Profile } from './population.ts';
import { contextsOf } from './reading-context.ts';
import type { ReadingContext } from './reading-context.ts';
import { effectiveTerms, holdingRules, judgesReadings } from './resolve.ts';
import type { EffectiveTerm } from './resolve.ts';
import type { AbnormalRule, Term } from './rule.ts';
import { profilesFor } from './sample-profiles.ts';

/** What is wrong with a rule to be saved. */
export interface RuleProblem {
  readonly reason:
    | 'rule.floor-looser'
    | 'rule.floor-switched-off'
    | 'rule.floor-level'
    | 'rule.floor-confirmation'
    | 'rule.level-order';
  /** The row that contradicts it. */
  readonly against: string;
  readonly metric?: string;
}

/** Input of `checkRuleFloor`. */
export interface FloorInput {
  readonly rule: AbnormalRule;
  /** For a personal rule: the person, so that COPD or highland sets are compared with their own floor. */
  readonly person?: JudgedPerson;
  /** Local day YYYY-MM-DD, for the person's age. */
  readonly on?: string;
  readonly platform?: readonly AbnormalRule[];
}

/**
 * Whether a rule of level 3 or 4 is nowhere looser than the platform's: such limits may only be tightened, a copy may
 * not be switched off, lowered or require more readings, and the platform's own row keeps whom and what it concerns.
 * Levels 1 and 2 are free. No problem: empty.
 */
export function checkRuleFloor({ rule, person, on, platform = platformRules }: FloorInput): RuleProblem[] {
  const problems = copyProblems(rule, platform);
  if (rule.level < 3 || !rule.valid || !judgesReadings(rule) || !isMeasurementKind(rule.kind)) {
    return problems;
  }
  const profiles = person && on ? [profileOn(person, on)] : grownOrAll(profilesFor(rule));
  return [...problems, ...looserThan(rule, platform, profiles)];
}

/** A rule shared with adults is compared with theirs: the children's own limits apply anyway. */
function grownOrAll(profiles: readonly Profile[]): readonly Profile[] {
  const grown = profiles.filter((profile) => profile.age >= 18);
  return grown.length > 0 ? grown : profiles;
}

function copyProblems(rule: AbnormalRule, platform: readonly AbnormalRule[]): RuleProblem[] {
  const original = platform.find((row) => row.code === rule.code && row.level >= 3);
  if (!original || rule.scopeType > 1) {
    return [];
  }
  const against = original.code;
  const dropped = droppedMetrics(rule, original);
  const isLooser = dropped.length === 0 && rule.scopeType === 0 && isWeakened(rule, original);
  const found: readonly (readonly [boolean, RuleProblem['reason']])[] = [
    [!rule.valid || (rule.endOn !== null && original.endOn === null), 'rule.floor-switched-off'],
    [rule.level < original.level, 'rule.floor-level'],
    [isSlowed(rule, original), 'rule.floor-confirmation'],
    [isLooser, 'rule.floor-looser'],
  ];
  return [...found.filter(([isSo]) => isSo).map(([, reason]) => ({ reason, against })), ...dropped];
}

function isSlowed(rule: AbnormalRule, original: AbnormalRule): boolean {
  return rule.confirmCount > original.confirmCount || rule.confirmMinutes < original.confirmMinutes;
}

/** Whether a platform row applies to fewer people or occasions than the original, or waits longer. */
function isWeakened(rule: AbnormalRule, original: AbnormalRule): boolean {
  const kept = new Set(rule.condition.terms.map(withoutLimit));
  return (
    occasionOf(rule) !== occasionOf(original) ||
    (rule.condition.event?.minutes ?? 0) > (original.condition.event?.minutes ?? 0) ||
    original.condition.terms.some((term) => !kept.has(withoutLimit(term)))
  );
}

/** A comparison without its limit and its companions, whose strictness is judged age by age. */
function withoutLimit(term: Term): string {
  const { value: _value, and: _and, ...rest } = term;
  return sortedJson(rest);
}

function occasionOf({ condition }: AbnormalRule): string {
  const { terms: _terms, addText: _addText, event, ...rest } = condition;
  return sortedJson(event ? { ...rest, event: { ...event, minutes: 0 } } : rest);
}

/** JSON independent of the order of keys, which a database column does not keep. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function droppedMetrics(rule: AbnormalRule, original: AbnormalRule): RuleProblem[] {
  const kept = new Set(rule.condition.terms.map((term) => term.metric));
  const dropped = new Set(original.condition.terms.map((term) => term.metric).filter((metric) => !kept.has(metric)));
  return [...dropped].map((metric) => ({ reason: 'rule.floor-looser', against: original.code, metric }));
}

function looserThan(
  rule: AbnormalRule,
  platform: readonly AbnormalRule[],
  profiles: readonly Profile[],
): RuleProblem[] {
  const found = new Map<string, RuleProblem>();
  for (const profile of profiles) {
    for (const { at, kind } of circumstances(rule)) {
      const own = termsAt([rule], kind, { profile, at });
      const floor = termsAt(platform, kind, { profile, at }).filter((term) => term.level === rule.level);
      for (const problem of looserTerms(own, floor)) {
        found.set(`${problem.against} ${problem.metric ?? ''}`, problem);
      }
    }
  }
  return [...found.values()];
}

function circumstances(rule: AbnormalRule): { readonly kind: MeasurementKind; readonly at: ReadingContext }[] {
  const { kind } = rule;
  return isMeasurementKind(kind) ? contextsOf(kind).map((at) => ({ kind, at })) : [];
}

function termsAt(
  rules: readonly AbnormalRule[],
  kind: MeasurementKind,
  who: { profile: Profile; at: ReadingContext },
): EffectiveTerm[] {
  return effectiveTerms(holdingRules(rules, [], { profile: who.profile, on: '0000-01-01' }), kind, who);
}

function looserTerms(own: readonly EffectiveTerm[], floor: readonly EffectiveTerm[]): RuleProblem[] {
  return own.flatMap((term) => {
    const peers = floor.filter(
      (each) => each.type === term.type && looksHigh(each.op) === looksHigh(term.op) && each.symptom === term.symptom,
    );
    const standing = strictest(peers).get(term.metric);
    return standing && !isAsStrict(term, standing)
      ? [{ reason: 'rule.floor-looser' as const, against: standing.rule.code, metric: term.metric }]
      : [];
  });
}

function isAsStrict(term: EffectiveTerm, standing: EffectiveTerm): boolean {
  const sameCompanions = term.and === undefined || sortedJson(term.and) === sortedJson(standing.and);
  return (
    sameCompanions &&
    (extremity(term, standing) < 0 || (term.limit === standing.limit && !(isOpen(term) && !isOpen(standing))))
  );
}

/** Negative: `a` is met earlier than `b`; positive: later; 0: at the same number. */
function extremity(a: EffectiveTerm, b: EffectiveTerm): number {
  return looksHigh(a.op) ? a.limit - b.limit : b.limit - a.limit;
}

function isOpen(term: EffectiveTerm): boolean {
  return term.op === '>' || term.op === '<';
}

/**
 * Whether the levels of one set of rules (one scope, tag or person) are ordered: of each metric a higher level has the
 * more extreme limit, for every age, sex and circumstance the rules share. No problem: empty.
 */
export function checkRuleOrder(rules: readonly AbnormalRule[]): RuleProblem[] {
  const judged = rules.filter((rule) => rule.valid && judgesReadings(rule));
  const found = new Map<string, RuleProblem>();
  for (const rule of judged) {
    for (const profile of profilesFor(rule)) {
      for (const { at, kind } of circumstances(rule)) {
        for (const problem of disorder(rule, termsAt(judged, kind, { profile, at }))) {
          found.set(`${rule.code} ${problem.against}`, problem);
        }
      }
    }
  }
  return [...found.values()];
}

function disorder(rule: AbnormalRule, terms: readonly EffectiveTerm[]): RuleProblem[] {
  const comparable = terms.filter((term) => !term.symptom && term.and === undefined);
  return [...lines(comparable, rule.level)].flatMap((term) =>
    comparable
      .filter((other) => other.level > rule.level && isPeer(term, other) && lines(comparable, other.level).has(other))
      .filter((other) => !isFurther(other, term))
      .map((other) => ({ reason: 'rule.level-order' as const, against: other.rule.code, metric: term.metric })),
  );
}

/** The comparisons that decide at a level: the strictest of each metric and direction. */
function lines(terms: readonly EffectiveTerm[], level: number): ReadonlySet<EffectiveTerm> {
  const own = terms.filter((term) => term.level === level);
  const highs = strictest(own.filter((term) => looksHigh(term.op)));
  const lows = strictest(own.filter((term) => !looksHigh(term.op)));
  return new Set([...highs.values(), ...lows.values()]);
}

function isPeer(term: EffectiveTerm, other: EffectiveTerm): boolean {
  return other.type === term.type && other.metric === term.metric && looksHigh(other.op) === looksHigh(term.op);
}

function isFurther(higher: EffectiveTerm, lower: EffectiveTerm): boolean {
  const step = extremity(higher, lower);
  return step > 0 || (step === 0 && isOpen(higher) && !isOpen(lower));
}
