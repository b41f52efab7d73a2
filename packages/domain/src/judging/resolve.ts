import { concerns, limitFor, termConcerns } from './population.ts';
import type { Profile } from './population.ts';
import { inContext } from './reading-context.ts';
import type { ReadingContext } from './reading-context.ts';
import type { AbnormalRule, Operator, Term } from './rule.ts';
import { abnormalTypeOf, highestLevelOf } from './vocabulary.ts';
import type { AbnormalType, AlarmLevel, RuleKind } from './vocabulary.ts';

/** A comparison that applies to one person in a context, its limit in numbers. */
export interface EffectiveTerm {
  readonly rule: AbnormalRule;
  readonly type: AbnormalType;
  readonly level: AlarmLevel;
  readonly metric: string;
  readonly op: Operator;
  readonly limit: number;
  readonly and: Term['and'];
  readonly symptom: boolean;
}

/** A person in a context. */
export interface Circumstanced {
  readonly profile: Profile;
  readonly at: ReadingContext;
}

/** Whether the rule is a comparison of a single reading that gives a level. */
export function judgesReadings(rule: AbnormalRule): boolean {
  const { condition } = rule;
  return condition.terms.length > 0 && !condition.reportOnly && !condition.history && !condition.event;
}

/**
 * Rules that apply to the person on a local day (YYYY-MM-DD), plus the platform's levels 3-4 that nobody can switch
 * off.
 */
export function holdingRules(
  rules: readonly AbnormalRule[],
  floor: readonly AbnormalRule[],
  who: { readonly profile: Profile; readonly on: string },
): AbnormalRule[] {
  const live = rules.filter((rule) => rule.valid && (rule.endOn === null || who.on <= rule.endOn));
  const standing = floor.filter((rule) => rule.level >= 3 && rule.valid);
  return [...live, ...standing].filter((rule) => judgesReadings(rule) && concerns(rule, who.profile));
}

/** The comparisons of a kind that apply to a person in a context, most severe first. */
export function effectiveTerms(holding: readonly AbnormalRule[], kind: RuleKind, who: Circumstanced): EffectiveTerm[] {
  const candidates = holding.filter((rule) => rule.kind === kind).flatMap((rule) => candidatesOf(rule, who));
  const unreplaced = withoutReplaced(candidates);
  const chosen = bucketsOf(unreplaced).flatMap((bucket) =>
    bucket[0] && bucket[0].level >= 3 ? bucket : strongestScope(bucket),
  );
  return distinct(chosen).toSorted((a, b) => b.level - a.level);
}

function bucketsOf(terms: readonly EffectiveTerm[]): EffectiveTerm[][] {
  const buckets = new Map<string, EffectiveTerm[]>();
  for (const term of terms) {
    const key = `${term.type} ${term.metric} ${term.level}`;
    const bucket = buckets.get(key);
    if (bucket) {
      bucket.push(term);
    } else {
      buckets.set(key, [term]);
    }
  }
  return [...buckets.values()];
}

function candidatesOf(rule: AbnormalRule, { profile, at }: Circumstanced): EffectiveTerm[] {
  const found: EffectiveTerm[] = [];
  const cap = highestLevelOf(rule.kind);
  for (const term of rule.condition.terms) {
    const limit =
      termConcerns(term, profile) && inContext(rule.condition, term, at)
        ? limitFor(term.value, profile, term.op)
        : undefined;
    if (limit !== undefined) {
      found.push({
        rule,
        limit,
        type: abnormalTypeOf(rule.kind, rule.direction, term.metric),
        level: rule.level > cap ? cap : rule.level,
        metric: term.metric,
        op: term.op,
        and: term.and,
        symptom: term.symptom ?? false,
      });
    }
  }
  return found;
}

function isGeneral(rule: AbnormalRule): boolean {
  return rule.scopeType <= 1 && rule.tagCode === null;
}

/** Drops the general set of a kind of case where a platform set replaces it (COPD, highland). */
function withoutReplaced(candidates: readonly EffectiveTerm[]): EffectiveTerm[] {
  const replaced = new Set(
    candidates
      .filter((term) => term.rule.scopeType === 0 && term.rule.condition.replacesGeneral)
      .map((term) => term.type),
  );
  return candidates.filter((term) => !replaced.has(term.type) || !isGeneral(term.rule));
}

/**
 * Levels 1-2 of one metric: a person's row precedes a group's, that the tenant's, that the platform's. The platform's
 * own tag rows only tighten, so they apply beside a tenant's row until somebody sets limits for that tag or the person.
 */
function strongestScope(bucket: readonly EffectiveTerm[]): EffectiveTerm[] {
  const own = bucket.filter((term) => term.rule.scopeType === 3);
  if (own.length > 0) {
    return own;
  }
  const group = bucket.filter((term) => term.rule.scopeType === 2);
  const settledTags = new Set(group.map((term) => term.rule.tagCode));
  const platformTags = bucket.filter(
    (term) => term.rule.scopeType < 2 && term.rule.tagCode !== null && !settledTags.has(term.rule.tagCode),
  );
  if (group.length > 0) {
    return [...group, ...platformTags];
  }
  const general = bucket.filter((term) => isGeneral(term.rule));
  const tenant = general.filter((term) => term.rule.scopeType === 1);
  return [...(tenant.length > 0 ? tenant : general), ...platformTags];
}

function distinct(terms: readonly EffectiveTerm[]): EffectiveTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => {
    const companions = term.and ? JSON.stringify(term.and) : '';
    const key = `${term.type} ${term.level} ${term.metric} ${term.op} ${term.limit} ${term.symptom} ${companions}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}
