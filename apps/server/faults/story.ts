import type { Random } from './random.ts';

/** One event of a story: a measurement of a person's device at a time. */
export interface Telling {
  readonly token: string;
  readonly person: number;
  readonly kind: 'heart' | 'bp' | 'temperature';
  readonly values: { readonly [name: string]: number };
  readonly at: number;
}

/** The measurements of some people over some days, in measured order. */
export interface Story {
  readonly people: number;
  readonly tellings: readonly Telling[];
  /** How many have a clock far ahead. */
  readonly ahead: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

type Part = Pick<Telling, 'kind' | 'values'>;
const heart = (value: number): Part => ({ kind: 'heart', values: { heart: value } });
const bp = (high: number): Part => ({ kind: 'bp', values: { high, low: high - 50, heart: 72 } });

/**
 * Lasting and passing tachycardia, high pressure, one artefact, quiet days: in the last ninety minutes, which is in
 * time, and some days ago, which is late.
 */
function courses(random: Random): readonly (readonly Part[])[] {
  const quiet = (count: number): Part[] => Array.from({ length: count }, () => heart(random.whole(64, 84)));
  const fast = (count: number): Part[] => Array.from({ length: count }, () => heart(random.whole(126, 138)));
  return [
    [...quiet(4), ...fast(8)],
    [...quiet(3), ...fast(5), ...quiet(10)],
    [bp(112), bp(116), bp(188), bp(190), bp(186), bp(184)],
    [...quiet(5), heart(171), ...quiet(8)],
    [...quiet(3), ...fast(2), ...quiet(2), ...fast(6), ...quiet(6)],
    [
      { kind: 'temperature', values: { temperature: 36.5 } },
      { kind: 'temperature', values: { temperature: 38.9 } },
      { kind: 'temperature', values: { temperature: 39.1 } },
      ...quiet(4),
    ],
  ];
}

/** Makes a story that ends at `now` for so many people; the same for the same generator. */
export function storyOf(random: Random, now: number, people: number): Story {
  const tellings: Telling[] = [];
  const base = Math.floor(now / 1000) * 1000;
  const tell = (person: number, part: Part, at: number): void => {
    tellings.push({ ...part, person, at, token: `${person}.${tellings.length}` });
  };
  for (let person = 0; person < people; person += 1) {
    const parts = courses(random)[person % 6] ?? [];
    const begin = base - 85 * minute + person * 1000;
    for (const [at, part] of parts.entries()) tell(person, part, begin + at * 4 * minute);
    for (let back = 2; back < 10; back += 1)
      tell(person, heart(random.whole(62, 86)), base - back * day + random.whole(0, 3600) * 1000);
  }
  const ahead = Math.max(2, Math.floor(people / 2));
  for (let at = 0; at < ahead; at += 1) tell(at % people, heart(72), base + 40 * minute + at * 1000);
  return { people, ahead, tellings: tellings.toSorted((one, other) => one.at - other.at) };
}
