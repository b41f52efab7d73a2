import type { RuleTag } from '@kangmai/domain';
import type { Random } from './prng.ts';

interface Spread {
  readonly tag: RuleTag;
  /** Share of people below 45, 45-59, 60-69, 70-79 and from 80 years. */
  readonly shares: readonly [number, number, number, number, number];
  /** Factor of its probability with another condition. */
  readonly with?: Partial<Record<RuleTag, number>>;
}

// Rounded from published prevalences in Chinese adults; people in a health programme are sicker than average.
const spreads: readonly Spread[] = [
  { tag: 'hypertension', shares: [0.12, 0.4, 0.58, 0.66, 0.7] },
  { tag: 'diabetes', shares: [0.05, 0.16, 0.24, 0.26, 0.24], with: { hypertension: 1.25 } },
  { tag: 'copd', shares: [0.01, 0.05, 0.1, 0.13, 0.14] },
  { tag: 'ckd', shares: [0.01, 0.03, 0.06, 0.09, 0.12], with: { diabetes: 1.8, hypertension: 1.2 } },
  { tag: 'heart_failure', shares: [0, 0.01, 0.03, 0.06, 0.1], with: { hypertension: 1.3 } },
  { tag: 'dementia', shares: [0, 0, 0.02, 0.06, 0.17] },
  { tag: 'frail', shares: [0, 0, 0.04, 0.1, 0.24] },
];

function bandOf(age: number): 0 | 1 | 2 | 3 | 4 {
  if (age < 45) return 0;
  if (age < 60) return 1;
  if (age < 70) return 2;
  return age < 80 ? 3 : 4;
}

/** Conditions of a person by age, as the tags that rules know. */
export function conditionsOf(random: Random, age: number): readonly RuleTag[] {
  const band = bandOf(age);
  const tags: RuleTag[] = [];
  for (const spread of spreads) {
    const factor = tags.reduce((product, tag) => product * (spread.with?.[tag] ?? 1), 1);
    if (random.chance(spread.shares[band] * factor)) tags.push(spread.tag);
  }
  return tags;
}
