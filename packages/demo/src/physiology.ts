import type { RuleTag } from '@kangmai/domain';
import { mixSeed, Random } from './prng.ts';
import type { Point } from './places.ts';

/** A body's own levels, around which every day varies. */
export interface Physiology {
  readonly seed: number;
  readonly tags: ReadonlySet<RuleTag>;
  /** mmHg in the late morning. */
  readonly systolic: number;
  readonly diastolic: number;
  /** Beats a minute at rest. */
  readonly pulse: number;
  /** Percent. */
  readonly oxygen: number;
  /** mmol/L before breakfast, and how much a meal adds. */
  readonly fastingGlucose: number;
  readonly mealRise: number;
  readonly temperature: number;
  readonly stepsPerDay: number;
  readonly sleepMinutes: number;
  readonly weight: number;
  readonly fatRate: number;
  /** Minutes of the local day. */
  readonly wakeAt: number;
  readonly bedAt: number;
  /** Probability of taking the day's medicine, and of making a planned measurement. */
  readonly takesMedicine: number;
  readonly keepsMeasuring: number;
  /** Phase of slow changes over weeks, 0 to 1. */
  readonly phase: number;
  readonly home: Point;
}

export interface BodyOf {
  readonly seed: number;
  readonly sex: 1 | 2;
  readonly age: number;
  readonly weight: number;
  readonly tags: readonly RuleTag[];
  readonly home: Point;
}

function circulation(
  random: Random,
  tags: ReadonlySet<RuleTag>,
  { age, sex }: BodyOf,
): Pick<Physiology, 'systolic' | 'diastolic' | 'pulse'> {
  const stiffness = Math.max(0, age - 50) * 0.22;
  const systolic = tags.has('hypertension')
    ? random.normal(130 + stiffness * 0.5, 6.5)
    : random.normal(113 + stiffness, 6);
  const ratio = random.normal(age > 65 ? 0.575 : 0.625, 0.03);
  return {
    systolic: Math.min(152, Math.max(100, systolic)),
    diastolic: Math.min(92, Math.max(60, systolic * ratio)),
    pulse: Math.min(
      84,
      Math.max(
        60,
        random.normal(sex === 1 ? 69 : 72, 4.5) + (tags.has('heart_failure') ? 5 : 0) + (tags.has('copd') ? 4 : 0),
      ),
    ),
  };
}

function habits(
  random: Random,
  tags: ReadonlySet<RuleTag>,
  age: number,
): Pick<Physiology, 'stepsPerDay' | 'sleepMinutes' | 'wakeAt' | 'bedAt' | 'takesMedicine' | 'keepsMeasuring'> {
  const slowed = (tags.has('frail') ? 0.45 : 1) * (tags.has('copd') ? 0.75 : 1) * (tags.has('dementia') ? 0.7 : 1);
  return {
    stepsPerDay: Math.max(600, random.normal(8200 - Math.max(0, age - 45) * 90, 1900) * slowed),
    sleepMinutes: Math.max(290, random.normal(440 - Math.max(0, age - 50) * 1.4, 35)),
    wakeAt: Math.round(random.normal(age >= 60 ? 365 : 405, 25)),
    bedAt: Math.round(random.normal(age >= 60 ? 1315 : 1375, 30)),
    takesMedicine: Math.min(0.99, Math.max(0.45, random.normal(tags.has('dementia') ? 0.78 : 0.88, 0.1))),
    keepsMeasuring: Math.min(0.98, Math.max(0.4, random.normal(0.82, 0.13))),
  };
}

/** The body that determines a person's readings; always the same for the same person. */
export function physiologyOf(person: BodyOf): Physiology {
  const random = new Random(mixSeed(person.seed, 21));
  const tags = new Set(person.tags);
  const isDiabetic = tags.has('diabetes');
  return {
    seed: person.seed,
    tags,
    home: person.home,
    weight: person.weight,
    phase: random.next(),
    ...circulation(random, tags, person),
    oxygen: tags.has('copd')
      ? random.normal(91.5, 1)
      : Math.min(98.6, random.normal(97.3 - Math.max(0, person.age - 65) * 0.02, 0.5)),
    fastingGlucose: isDiabetic ? Math.max(5.6, random.normal(6.8, 0.6)) : Math.min(5.8, random.normal(5.1, 0.28)),
    mealRise: isDiabetic ? random.between(1.8, 3.2) : random.between(0.8, 1.6),
    temperature: random.normal(36.4, 0.1),
    fatRate: Math.min(44, Math.max(12, random.normal(person.sex === 1 ? 22 : 30, 4))),
    ...habits(random, tags, person.age),
  };
}
