import { nextBirthday } from '../identity/age.ts';
import { measurementKinds } from '../measurement/metric.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { limitText, lowerWithText, normalRanges, plain, rangeText, verbOf } from './limit-text.ts';
import type { NormalRange } from './limit-text.ts';
import { needsOf } from './margins.ts';
import type { CaseNeeds } from './margins.ts';
import { platformRules } from './platform-rules.ts';
import { profileOn } from './population.ts';
import type { JudgedPerson, Profile } from './population.ts';
import { contextsOf } from './reading-context.ts';
import type { ReadingContext } from './reading-context.ts';
import { effectiveTerms, holdingRules } from './resolve.ts';
import type { Circumstanced, EffectiveTerm } from './resolve.ts';
import type { AbnormalRule } from './rule.ts';
import { abnormalTypes, levelNames } from './vocabulary.ts';
import type { AbnormalType } from './vocabulary.ts';

/** A comparison with its texts ready. */
export interface CompiledTerm extends EffectiveTerm {
  /** `达到警告线180/110`. */
  readonly reason: string;
  /** `血压偏高（家庭界值135/85）`. */
  readonly result: string;
  /** Normal range for this finding, e.g. `90-134/60-84`; of low pressure `90-134/60-84（舒张压<60须收缩压<100）`. */
  readonly normal: string;
}

/** Where no limit of a figure can be met: above `low` and below `high`. Most readings lie there. */
export interface QuietRange {
  readonly metric: string;
  readonly low: number;
  readonly high: number;
}

/** The limits of one kind in one context. */
export interface ContextLimits {
  /** Most severe first. */
  readonly terms: readonly CompiledTerm[];
  /** One for every figure that has limits. */
  readonly quiet: readonly QuietRange[];
  readonly ranges: ReadonlyMap<string, NormalRange>;
  /** What confirms and what ends each kind of case. */
  readonly needs: ReadonlyMap<AbnormalType, CaseNeeds>;
}

/** A person's limits for every kind, good from `on` until the day before `untilOn`. */
export interface Limits {
  readonly profile: Profile;
  readonly on: string;
  /**
   * The next birthday or the first end of a personal limit, whichever comes first; null when nothing changes over time.
   */
  readonly untilOn: string | null;
  /**
   * The limits of a kind in the order of `contextsOf(kind)`, resolved when first used: most persons are measured in a
   * few kinds only. None for kinds that were not requested.
   */
  readonly ofKind: (kind: MeasurementKind) => readonly ContextLimits[];
}

/** Input of `compileLimits`. */
export interface LimitsInput {
  /** The tenant's rows: copies of the platform's, own, group and personal ones. */
  readonly rules: readonly AbnormalRule[];
  readonly person: JudgedPerson;
  /** Local day YYYY-MM-DD of the measurement: age is taken then. */
  readonly on: string;
  /** The platform's rows whose levels 3-4 always apply. */
  readonly floor?: readonly AbnormalRule[];
  /** The requested kinds; all by default. */
  readonly kinds?: readonly MeasurementKind[];
}

/**
 * Resolves the rules for one person into limits that `judge` can use at once.
 *
 * Per metric, direction and level: platform levels 3-4 always apply and can only be tightened; levels 1-2 person > tag
 * > tenant > platform, among tags the strictest; the platform's COPD and highland sets replace its general low SpO2
 * set. The result depends on nothing else, so it can be cached under `limitsKey`.
 */
export function compileLimits({
  rules,
  person,
  on,
  floor = platformRules,
  kinds: asked = measurementKinds,
}: LimitsInput): Limits {
  const profile = profileOn(person, on);
  const holding = holdingRules(rules, floor, { profile, on });
  const compiled = new Map<MeasurementKind, readonly ContextLimits[]>();
  const ofKind = (kind: MeasurementKind): readonly ContextLimits[] => {
    const known = compiled.get(kind);
    if (known) return known;
    const own = holding.filter((rule) => rule.kind === kind);
    const places = asked.includes(kind) ? contextsOf(kind) : [];
    const contexts = places.map((at) => compileContext(own, kind, { profile, at }));
    compiled.set(kind, contexts);
    return contexts;
  };
  return { profile, on, untilOn: endOf(holding, person, on), ofKind };
}

/**
 * Key under which limits may be shared: persons of the same age, sex and tags without rows of their own have equal
 * limits. Add the version of the tenant's rules to it.
 */
export function limitsKey(person: JudgedPerson, on: string, hasOwnRules: boolean): string {
  const profile = profileOn(person, on);
  const tags = [...profile.tags].toSorted().join('+');
  return `${hasOwnRules ? `p${profile.id ?? ''}` : ''}|${profile.ageAssumed ? 'x' : profile.age}|${profile.sex}|${tags}`;
}

function compileContext(holding: readonly AbnormalRule[], kind: MeasurementKind, who: Circumstanced): ContextLimits {
  const terms = effectiveTerms(holding, kind, who);
  const ranges = normalRanges(kind, terms);
  return {
    ranges,
    quiet: quietRanges(terms),
    needs: needsOf(terms),
    terms: terms.map((term) => ({
      ...term,
      reason: reasonOf(kind, term, terms),
      result: resultOf(kind, term, { terms, at: who.at }),
      normal: kind === 'bp' ? pressureRange(ranges, term.type) : rangeText(ranges.get(term.metric)),
    })),
  };
}

function quietRanges(terms: readonly EffectiveTerm[]): readonly QuietRange[] {
  const limitsOf = (metric: string, sign: string): number[] =>
    terms.filter((term) => term.metric === metric && term.op.startsWith(sign)).map(({ limit }) => limit);
  return [...new Set(terms.map(({ metric }) => metric))].map((metric) => ({
    metric,
    low: Math.max(Number.NEGATIVE_INFINITY, ...limitsOf(metric, '<')),
    high: Math.min(Number.POSITIVE_INFINITY, ...limitsOf(metric, '>')),
  }));
}

function peersOf(term: EffectiveTerm, terms: readonly EffectiveTerm[]): EffectiveTerm[] {
  return terms.filter((each) => each.type === term.type && each.level === term.level && each.symptom === term.symptom);
}

function reasonOf(kind: MeasurementKind, term: EffectiveTerm, terms: readonly EffectiveTerm[]): string {
  const limit = limitText(kind, term, peersOf(term, terms));
  return `${term.symptom ? '伴症状，' : ''}${verbOf(term.op)}${levelNames[term.level]}线${limit}`;
}

function resultOf(
  kind: MeasurementKind,
  term: EffectiveTerm,
  among: { readonly terms: readonly EffectiveTerm[]; readonly at: ReadingContext },
): string {
  const limit = limitText(kind, term, peersOf(term, among.terms));
  const line =
    term.type === 'bpHigh' && term.level === 1
      ? `${among.at.place === 2 ? '诊室' : '家庭'}界值`
      : `${levelNames[term.level]}线`;
  return `${abnormalTypes[term.type]}（${line}${limit}）`;
}

/** `90-134/60-84`; for low pressure with the additional condition of a low diastolic. */
function pressureRange(ranges: ReadonlyMap<string, NormalRange>, type: AbnormalType): string {
  const low = ranges.get('low');
  const texts = [rangeText(ranges.get('high')), rangeText(low)].filter((text) => text !== '');
  const beside = type === 'bpLow' && low?.lower !== undefined ? lowerWithText('bp', low) : '';
  return `${texts.join('/')}${beside === '' ? '' : `（舒张压<${plain(low?.lower ?? 0)}须${beside}）`}`;
}

function endOf(holding: readonly AbnormalRule[], person: JudgedPerson, on: string): string | null {
  const ends = holding.flatMap((rule) => (rule.endOn === null ? [] : [dayAfter(rule.endOn)]));
  const birthday = person.birthday ? nextBirthday(person.birthday, on) : undefined;
  return [...ends, ...(birthday ? [birthday] : [])].toSorted()[0] ?? null;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The comparisons of one kind of case in a context, least severe first. */
export function termsOf(limits: ContextLimits, type: AbnormalType): readonly CompiledTerm[] {
  return limits.terms.filter((term) => term.type === type).toSorted((a, b) => a.level - b.level);
}
