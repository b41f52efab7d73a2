import { residentCheckCharacter, wholeYears } from '@kangmai/domain';
import type { RuleTag } from '@kangmai/domain';
import { conditionsOf } from './conditions.ts';
import { guardiansOf } from './guardians.ts';
import type { Guardian } from './guardians.ts';
import { givenName, surname } from './names.ts';
import type { Homeland } from './names.ts';
import { addressIn, farBirthplaces, pointIn } from './places.ts';
import type { City, Point } from './places.ts';
import { mixSeed, Random, scattered } from './prng.ts';
import { situationOf } from './situation.ts';
import type { Situation } from './situation.ts';

/** A made-up person. Codes are those of the dictionaries. */
export interface Person extends Situation {
  /** Determines all of the person's readings. */
  readonly seed: number;
  readonly name: string;
  /** 1 male, 2 female. */
  readonly sex: 1 | 2;
  /** Local day YYYY-MM-DD. */
  readonly birthday: string;
  readonly age: number;
  /** Resident identity number with a right check character. */
  readonly idNumber: string;
  readonly phone: string;
  readonly nation: string;
  readonly regionCode: string;
  readonly address: string;
  readonly home: Point;
  readonly tags: readonly RuleTag[];
  /** Centimetres. */
  readonly height: number;
  /** Kilograms. */
  readonly weight: number;
  readonly guardians: readonly Guardian[];
}

/** What the people are generated from; `today` is the local day YYYY-MM-DD for ages. */
export interface PeopleOptions {
  readonly seed: number;
  readonly today: string;
}

// Prefixes that the ministry has not allocated, so a message sent by mistake reaches nobody.
const phonePrefixes = [154, 160, 161, 163, 164, 168, 169, 179] as const;
const numbersPerPrefix = 100_000_000;

const ageBands: readonly (readonly [band: readonly [number, number], weight: number])[] = [
  [[18, 39], 7],
  [[40, 59], 18],
  [[60, 69], 29],
  [[70, 79], 28],
  [[80, 89], 15],
  [[90, 99], 3],
];

/** Returns one new person per call; identity numbers and phone numbers of one source never repeat. */
export function peopleSource({ seed, today }: PeopleOptions): (city: City) => Person {
  const phoneAt = scattered(phonePrefixes.length * numbersPerPrefix, mixSeed(seed, 1));
  const usedIds = new Set<string>();
  let phones = 0;
  let made = 0;
  const nextPhone = (): string => {
    const place = phoneAt(phones);
    phones += 1;
    return `${phonePrefixes[place % phonePrefixes.length]}${String(Math.floor(place / phonePrefixes.length)).padStart(8, '0')}`;
  };
  return (city) => {
    made += 1;
    const personSeed = mixSeed(seed, 2, made);
    return makePerson(new Random(personSeed), { city, today, personSeed, nextPhone, usedIds });
  };
}

interface Making {
  readonly city: City;
  readonly today: string;
  readonly personSeed: number;
  readonly nextPhone: () => string;
  readonly usedIds: Set<string>;
}

function makePerson(random: Random, making: Making): Person {
  const { city, today } = making;
  const sex = random.chance(0.46) ? 1 : 2;
  const birthday = birthdayOf(random, today);
  const age = wholeYears(birthday, today) ?? 0;
  const [birthplace, homeland] = birthplaceOf(random, city);
  const family = surname(random, homeland);
  const tags = conditionsOf(random, age);
  const home = random.pick(city.districts);
  const height = Math.round(random.normal(sex === 1 ? 170 : 158, 5.5) - Math.max(0, age - 50) * 0.09);
  const bodyMass = Math.min(34, Math.max(17.5, random.normal(tags.includes('diabetes') ? 25.8 : 23.6, 2.8)));
  return {
    seed: making.personSeed,
    name: `${family}${givenName(random, { sex, year: Number(birthday.slice(0, 4)) })}`,
    sex,
    birthday,
    age,
    tags,
    height,
    idNumber: idNumberOf(random, { birthplace, birthday, sex, used: making.usedIds }),
    phone: making.nextPhone(),
    nation: nationOf(random, city),
    regionCode: home.code,
    address: addressIn(random, city, home),
    home: pointIn(random, home),
    weight: Math.round((bodyMass * height * height) / 1000) / 10,
    guardians: guardiansOf(random, {
      family,
      sex,
      age,
      birthYear: Number(birthday.slice(0, 4)),
      homeland,
      nextPhone: making.nextPhone,
    }),
    ...situationOf(random, { age, sex, tags }),
  };
}

function birthdayOf(random: Random, today: string): string {
  const [youngest, oldest] = random.weighted(ageBands);
  const days = Math.floor((random.int(youngest, oldest) + random.next()) * 365.2425);
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

function birthplaceOf(random: Random, city: City): readonly [code: string, homeland: Homeland] {
  return random.chance(0.82) ? [random.pick(city.birthplaces), city.homeland] : random.pick(farBirthplaces);
}

function nationOf(random: Random, city: City): string {
  const share = city.minorities.reduce((total, [, percent]) => total + percent, 0);
  return random.weighted([...city.minorities, ['01', 100 - share] as const]);
}

interface IdParts {
  readonly birthplace: string;
  readonly birthday: string;
  readonly sex: 1 | 2;
  readonly used: Set<string>;
}

function idNumberOf(random: Random, { birthplace, birthday, sex, used }: IdParts): string {
  for (;;) {
    const order = random.int(0, 499) * 2 + (sex === 1 ? 1 : 0);
    const first17 = `${birthplace}${birthday.replaceAll('-', '')}${String(order).padStart(3, '0')}`;
    if (!used.has(first17)) {
      used.add(first17);
      return `${first17}${residentCheckCharacter(first17) ?? ''}`;
    }
  }
}
