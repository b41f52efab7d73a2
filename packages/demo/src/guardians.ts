import { givenName, surname } from './names.ts';
import type { Homeland } from './names.ts';
import type { Random } from './prng.ts';

/** A contact of a person. */
export interface Guardian {
  readonly name: string;
  /** Code of the dictionary `relation`. */
  readonly relation: '1' | '2' | '3' | '8' | '21';
  readonly phone: string;
  readonly isGuardian: boolean;
  /** Order in which they are called, from 1. */
  readonly order: number;
}

interface Family {
  readonly family: string;
  readonly sex: 1 | 2;
  readonly age: number;
  readonly birthYear: number;
  readonly homeland: Homeland;
  readonly nextPhone: () => string;
}

function relationsOf(random: Random, age: number): readonly Guardian['relation'][] {
  if (age < 45) return random.chance(0.6) ? ['1'] : ['8'];
  const child = random.chance(0.5) ? '2' : '3';
  const first: readonly Guardian['relation'][] = random.chance(age < 75 ? 0.6 : 0.25) ? ['1', child] : [child];
  return age >= 80 && random.chance(0.3) ? [...first, '21'] : first;
}

function nameOf(
  random: Random,
  relation: Guardian['relation'],
  { family, partner, sex, birthYear, homeland }: Family & { partner: string },
): string {
  switch (relation) {
    case '1':
      return `${partner}${givenName(random, { sex: sex === 1 ? 2 : 1, year: birthYear + 1 })}`;
    case '2':
    case '3':
      return `${sex === 1 ? family : partner}${givenName(random, { sex: relation === '2' ? 1 : 2, year: birthYear + 27 })}`;
    case '8':
    case '21':
      return `${surname(random, homeland)}${givenName(random, { sex: 2, year: 1972 })}`;
  }
}

/** One to three contacts: spouse and a child of the old, a carer of the very old. */
export function guardiansOf(random: Random, family: Family): readonly Guardian[] {
  const partner = surname(random, family.homeland);
  return relationsOf(random, family.age).map((relation, index) => ({
    name: nameOf(random, relation, { ...family, partner }),
    relation,
    phone: family.nextPhone(),
    isGuardian: index === 0,
    order: index + 1,
  }));
}
