import type { RuleTag } from '@kangmai/domain';
import type { Random } from './prng.ts';

/** How a person lives, in codes of the dictionaries. */
export interface Situation {
  readonly marriage: string;
  readonly education: string;
  readonly occupation: string;
  readonly livingState: string;
  readonly bloodType: string;
  readonly paymentType: string;
  /** 0 able … 4 fully dependent. */
  readonly careLevel: 0 | 1 | 2 | 3 | 4;
}

interface Known {
  readonly age: number;
  readonly sex: 1 | 2;
  readonly tags: readonly RuleTag[];
}

function marriageOf(random: Random, { age, sex }: Known): string {
  if (age < 30) return random.chance(0.5) ? '10' : '20';
  const widowed = Math.max(0, age - 60) * (sex === 2 ? 0.017 : 0.008);
  return random.weighted([
    ['20', 1 - widowed],
    ['30', widowed],
    ['40', 0.04],
    ['10', 0.02],
  ]);
}

function educationOf(random: Random, { age }: Known): string {
  if (age >= 75)
    return random.weighted([
      ['80', 5],
      ['70', 3],
      ['90', 2],
      ['60', 1.2],
      ['40', 0.6],
      ['20', 0.4],
    ]);
  if (age >= 55)
    return random.weighted([
      ['70', 4],
      ['60', 3],
      ['80', 2],
      ['40', 1.4],
      ['30', 1],
      ['20', 0.6],
    ]);
  return random.weighted([
    ['20', 3.5],
    ['30', 3],
    ['60', 2],
    ['70', 1.5],
    ['10', 0.6],
  ]);
}

function livingStateOf(random: Random, marriage: string, age: number): string {
  if (marriage === '20')
    return random.weighted([
      ['2', 6],
      ['3', 2],
    ]);
  if (age < 40)
    return random.weighted([
      ['1', 4],
      ['4', 3],
    ]);
  return random.weighted([
    ['1', 4],
    ['3', 5],
    ['8', age >= 80 ? 1 : 0.2],
  ]);
}

function careLevelOf(random: Random, { age, tags }: Known): Situation['careLevel'] {
  if (tags.includes('dementia'))
    return random.weighted([
      [2, 5],
      [3, 4],
      [4, 1],
    ]);
  if (tags.includes('frail'))
    return random.weighted([
      [1, 5],
      [2, 4],
      [3, 1],
    ]);
  return age >= 80 && random.chance(0.3) ? 1 : 0;
}

/** Marriage, schooling, work, household and need of care, by age and conditions. */
export function situationOf(random: Random, known: Known): Situation {
  const marriage = marriageOf(random, known);
  return {
    marriage,
    education: educationOf(random, known),
    occupation: known.age >= (known.sex === 1 ? 60 : 55) ? '8' : random.pick(['1', '2', '3', '5', '7']),
    livingState: livingStateOf(random, marriage, known.age),
    bloodType: random.weighted([
      ['3', 30],
      ['1', 28],
      ['2', 24],
      ['4', 9],
      ['5', 9],
    ]),
    paymentType:
      known.age >= 60
        ? random.weighted([
            ['1', 6],
            ['2', 4],
          ])
        : random.weighted([
            ['1', 8],
            ['2', 1],
            ['5', 1],
          ]),
    careLevel: careLevelOf(random, known),
  };
}
