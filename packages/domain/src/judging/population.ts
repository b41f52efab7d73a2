import { wholeYears } from '../identity/age.ts';
import type { AbnormalRule, LimitValue, Term } from './rule.ts';
import { ageGroups } from './vocabulary.ts';
import type { RuleTag } from './vocabulary.ts';

/** What the limits of a person depend on. */
export interface JudgedPerson {
  readonly id?: number;
  /** Local date YYYY-MM-DD; without it the person is judged as an adult of 45. */
  readonly birthday?: string | null;
  /** 1 男, 2 女; unknown takes the stricter limit where they differ. */
  readonly sex?: 1 | 2 | null;
  readonly tags?: readonly RuleTag[];
}

/** A person on one day, ready for rule questions. */
export interface Profile {
  readonly id: number | null;
  readonly age: number;
  /** The birthday is unknown. */
  readonly ageAssumed: boolean;
  readonly sex: 0 | 1 | 2;
  readonly tags: ReadonlySet<RuleTag>;
}

const assumedAge = 45;

/** The person's profile on a local day (YYYY-MM-DD). */
export function profileOn(person: JudgedPerson, on: string): Profile {
  const known = person.birthday ? wholeYears(person.birthday, on) : undefined;
  return {
    id: person.id ?? null,
    age: known ?? assumedAge,
    ageAssumed: known === undefined,
    sex: person.sex ?? 0,
    tags: new Set(person.tags ?? []),
  };
}

/** Whether a rule concerns this person: scope, age, sex, tags. Validity and end date are not checked here. */
export function concerns(rule: AbnormalRule, profile: Profile): boolean {
  if (rule.scopeType === 3 && rule.personId !== profile.id) {
    return false;
  }
  if (rule.sex !== 0 && rule.sex !== profile.sex) {
    return false;
  }
  if (!fitsTags(rule, profile)) {
    return false;
  }
  const range = agesOf(rule);
  return profile.age >= range.min && profile.age <= range.max;
}

function fitsTags(
  { tagCode, condition: { withTags = [], withoutTags = [] } }: AbnormalRule,
  { tags }: Profile,
): boolean {
  const wanted = tagCode === null ? withTags : [tagCode, ...withTags];
  return wanted.every((tag) => tags.has(tag)) && !withoutTags.some((tag) => tags.has(tag));
}

/** Whole years a rule holds for, both ends included. */
export function agesOf(rule: AbnormalRule): { readonly min: number; readonly max: number } {
  const group = ageGroups[rule.ageGroup];
  return {
    min: Math.max(group.min, rule.condition.minAge ?? 0),
    max: Math.min(group.max, rule.condition.maxAge ?? group.max),
  };
}

/** Whether one comparison of a rule concerns this person. */
export function termConcerns(term: Term, profile: Profile): boolean {
  if (term.sex !== undefined && term.sex !== profile.sex) {
    return false;
  }
  return profile.age >= (term.minAge ?? 0) && profile.age <= (term.maxAge ?? 200);
}

/** The limit in numbers for a person; undefined beyond the last age step. */
export function limitFor(value: LimitValue, profile: Profile, op: Term['op']): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  if ('steps' in value) {
    return value.steps.find((step) => profile.age <= step.toAge)?.value;
  }
  const female = value.perYearFemale ?? value.perYear;
  const lines = [value.base + value.perYear * profile.age, value.base + female * profile.age] as const;
  if (profile.sex === 1) {
    return lines[0];
  }
  if (profile.sex === 2) {
    return lines[1];
  }
  return op === '>=' || op === '>' ? Math.min(...lines) : Math.max(...lines);
}
