import { agesOf } from './population.ts';
import type { Profile } from './population.ts';
import type { AbnormalRule } from './rule.ts';
import type { RuleTag } from './vocabulary.ts';

const oldest = 100;

/** One profile for every whole year and both sexes that a rule can concern, with the tags it names. */
export function profilesFor(rule: AbnormalRule): Profile[] {
  const range = agesOf(rule);
  const tags: ReadonlySet<RuleTag> = new Set([
    ...(rule.tagCode === null ? [] : [rule.tagCode]),
    ...(rule.condition.withTags ?? []),
  ]);
  const sexes = rule.sex === 0 ? ([1, 2] as const) : ([rule.sex] as const);
  const found: Profile[] = [];
  for (let age = range.min; age <= Math.min(range.max, oldest); age += 1) {
    for (const sex of sexes) {
      found.push({ id: rule.personId, age, ageAssumed: false, sex, tags });
    }
  }
  return found;
}
