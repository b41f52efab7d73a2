import type { Person } from './whose.ts';

/** Values below both are within the target, mmHg. */
export interface PressureTarget {
  readonly high: number;
  readonly low: number;
}

const strict = ['diabetes', 'ckd', 'heart_failure'];

/**
 * A person's target of home readings: 135/85; with hypertension 150/90 from 80 years; 130/80 with diabetes, kidney disease or heart failure.
 * Of several the strictest (中国高血压防治指南 2024年修订版; 中国2型糖尿病防治指南).
 */
export function pressureTarget(person: Pick<Person, 'age' | 'tags'> | undefined): PressureTarget {
  if (strict.some((tag) => person?.tags.has(tag))) return { high: 130, low: 80 };
  return person?.tags.has('hypertension') && (person.age ?? 0) >= 80 ? { high: 150, low: 90 } : { high: 135, low: 85 };
}

/** Glucose within the target, mmol/L: both ends belong to `fasting`, `other` is the first value above. */
export interface SugarTarget {
  readonly fasting: readonly [from: number, to: number];
  readonly other: number;
  /** From here down a value counts as too low. */
  readonly low: number;
}

/** With diabetes 4.4-7.0 fasting and below 10.0 otherwise, low from 3.9 (中国2型糖尿病防治指南); without: below 6.1 and 7.8, low below 2.8. */
export const sugarTarget = (person: Pick<Person, 'tags'> | undefined): SugarTarget =>
  person?.tags.has('diabetes') ? { fasting: [4.4, 7], other: 10, low: 3.9 } : { fasting: [2.8, 6], other: 7.8, low: 2.7 };

/** Steps a day when nobody set a goal: 6000, from 65 years 5000, from 80 years 3000 (中国人群身体活动指南 2021; lower goals for the old). */
export const stepGoal = (age: number | undefined): number => (age === undefined || age < 65 ? 6000 : age < 80 ? 5000 : 3000);

/** Drinking water a day, mL: men 1700, women 1500 (中国居民膳食指南 2022). */
export const waterGoal = (sex: Person['sex']): number => (sex === 'female' ? 1500 : 1700);
