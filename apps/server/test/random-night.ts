import { NightWard, reads, staffNames, type Happening, type Staff } from './night-ward.ts';
import { figures, type Figure, type Kind } from './slow-cases.ts';
import type { CaseType, DeskCase } from './slow-ladder.ts';

/** Nights made at random: one person a seed, all in one ward. */

export interface Step {
  readonly minute: number;
  readonly what: Happening;
}

/** What happens to one person in a night, in order of time. */
export interface Script {
  readonly name: string;
  readonly steps: readonly Step[];
}

export const nightMinutes = 150;

/** Numbers from 0 up to 1 that a seed decides. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kinds: readonly Kind[] = ['bp', 'heart', 'spo2'];
/** Now and then a value is missing. */
const gaps = [1, 1, 1, 1, 1, 1, 1, 1, 1, 3] as const;
const byKind = new Map(
  kinds.map((kind) => [
    kind,
    (Object.keys(figures) as Figure[]).filter(
      (figure) => figures[figure].kind === kind && !('isDoubtful' in figures[figure]),
    ),
  ]),
);
/** What a finger that is cold or moves shows for oxygen. */
const doubtful: Figure = '48%';
const types: Readonly<Record<Kind, CaseType>> = { bp: 'bpHigh', heart: 'heartFast', spo2: 'spo2Low' };

/** Minutes before the night of which values come late. */
const leadOf = (upset: number): number => (upset > 0 ? 120 : 0);

class Maker {
  readonly steps: Step[] = [];
  readonly #random: () => number;
  readonly #person: string;

  constructor(person: string, seed: number) {
    this.#person = person;
    this.#random = randomOf(seed);
  }

  make(): readonly Step[] {
    const own = kinds.filter(() => this.#one(0.6));
    const isOld = this.#one(0.25);
    const upset = isOld || this.#one(0.4) ? 20 + this.#below(nightMinutes - 20) : 0;
    for (const kind of own.length === 0 ? kinds.slice(2) : own) {
      this.#measure(kind, upset);
      if (isOld) this.#remember(kind, upset);
    }
    for (let nth = this.#one(0.5) ? 1 + this.#below(3) : 0; nth > 0; nth -= 1) this.#call(upset);
    const concerned = [...own.map((kind) => types[kind]), 'check', 'sos', 'fall'] as const;
    for (let nth = this.#below(10); nth > 0; nth -= 1)
      this.#attend(this.#pick(concerned), upset + 1 + this.#below(nightMinutes - upset));
    return this.steps.toSorted((one, other) => one.minute - other.minute || rankOf(one) - rankOf(other));
  }

  #one(chance: number): boolean {
    return this.#random() < chance;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  /** Adds values, mostly the previous or its neighbour. Until `upset` some arrive late, unordered, or all at once. */
  #measure(kind: Kind, upset: number): void {
    const values = byKind.get(kind) ?? [];
    const gap = this.#pick([5, 7, 10, 15, 20, 30]);
    const isBlock = this.#one(0.5);
    let [place, isOff] = [this.#one(0.5) ? 0 : this.#below(values.length), false];
    for (let at = this.#below(gap) + 1 - leadOf(upset); at < nightMinutes; at += this.#pick(gaps) * gap) {
      place = this.#near(place, values.length);
      if (this.#one(0.08)) isOff = !isOff;
      const minute = at >= upset ? at : this.#arrival(at, { upset, isBlock });
      const figure = at > upset && this.#isOdd(kind) ? doubtful : (values[place] as Figure);
      // At 0 everybody's watch tells a pulse.
      if (at !== 0)
        this.steps.push({
          minute,
          what: reads(this.#person, figure, { ago: minute - at, isWorn: kind === 'bp' || !isOff }),
        });
    }
  }

  #isOdd(kind: Kind): boolean {
    return kind === 'spo2' && this.#one(0.08);
  }

  /** Values of a day ago and more, which a device kept until now. */
  #remember(kind: Kind, upset: number): void {
    const values = byKind.get(kind) ?? [];
    const [gap, minute] = [this.#pick([5, 10, 20]), 1 + this.#below(upset)];
    let place = this.#below(values.length);
    for (let nth = 1 + this.#below(6); nth > 0; nth -= 1) {
      place = this.#near(place, values.length);
      this.steps.push({
        minute,
        what: reads(this.#person, values[place] as Figure, { ago: 1440 + this.#below(3) + nth * gap }),
      });
    }
  }

  #near(place: number, count: number): number {
    const next = this.#one(0.15) ? this.#below(count) : place + this.#pick([-1, 0, 0, 0, 1]);
    return Math.max(0, Math.min(count - 1, next));
  }

  /** When a reading arrives that others may overtake. */
  #arrival(at: number, { upset, isBlock }: { readonly upset: number; readonly isBlock: boolean }): number {
    if (isBlock) return upset;
    const minute = this.#one(0.7) ? at : at + this.#below(180);
    return Math.max(1, Math.min(upset, minute));
  }

  #call(upset: number): void {
    const [minute, isSecond] = [upset + 1 + this.#below(nightMinutes - upset), this.#one(0.3)];
    const isFall = this.#one(0.3);
    const again = { person: this.#person, isSecond: this.#one(0.2) ? !isSecond : isSecond };
    this.steps.push({ minute, what: { do: isFall ? 'falls' : 'presses', person: this.#person, isSecond } });
    if (isFall && this.#one(0.5)) this.steps.push({ minute, what: { do: 'cancels', ...again } });
    for (let later = minute; !isFall && this.#one(0.6);)
      this.steps.push({ minute: (later += this.#below(8)), what: { do: 'presses', ...again } });
    if (this.#one(0.8)) this.#attend(isFall ? 'fall' : 'sos', minute + this.#below(5));
  }

  /** Staff comes to a case and does some things about it, minutes apart. */
  #attend(type: CaseType, from: number): void {
    let minute = from;
    let staff = this.#pick<Staff>(staffNames);
    for (let nth = 1 + this.#below(6); nth > 0; nth -= 1) {
      const told = { person: this.#person, type, staff };
      const what = this.#pick(['claims', 'claims', 'reaches', 'reaches', 'closes', 'releases'] as const);
      this.steps.push({
        minute,
        what: what === 'reaches' ? { ...told, do: what, outcome: 1 + this.#below(6) } : { ...told, do: what },
      });
      minute += this.#below(6);
      if (this.#one(0.2)) staff = this.#pick<Staff>(staffNames);
    }
  }
}

/** Within a minute readings come first, then calls for help, then what staff does. */
const rankOf = ({ what }: Step): number => (what.do === 'reads' ? 0 : 'type' in what ? 2 : 1);

/** The night that a seed makes. */
export const scriptOf = (seed: number): Script => ({
  name: `seed-${seed}`,
  steps: new Maker(`seed-${seed}`, seed).make(),
});

const named = ({ what, ...step }: Step, person: string): Step => ({ ...step, what: { ...what, person } });

/** How the product's desk differs from the rules for the first time. */
export interface Difference {
  readonly minute: number;
  readonly text: string;
}

/** What nights lived side by side came to. */
export interface Lived {
  /** The first difference of each script whose cases differ, and of the desk's order. */
  readonly found: ReadonlyMap<string, Difference>;
  /** All cases that the rules made. */
  readonly cases: readonly DeskCase[];
}

/** Plays the nights of all scripts at once until a minute, and compares each person's cases after every minute. */
export async function liveNights(scripts: readonly Script[], until = nightMinutes): Promise<Lived> {
  const night = await NightWard.open('2031-03-10', '22:30');
  try {
    for (const { name } of scripts) await night.admit(name);
    await night.begin();
    const found = new Map<string, Difference>();
    const wrong = (person: string, text: string): void => {
      if (!found.has(person))
        found.set(person, { minute: night.desk.now, text: `${night.clock(night.desk.now)} ${text}` });
    };
    for (let minute = 1; minute < until; minute += 1) {
      const happenings = scripts
        .filter(({ name }) => !found.has(name))
        .flatMap(({ steps }) => steps.filter((step) => step.minute === minute));
      const ordered = happenings.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ what }) => what);
      await night.live(minute, ordered, wrong);
      for (const [person, text] of await night.differences()) wrong(person, text);
    }
    return { found, cases: night.desk.cases };
  } finally {
    await night.ward.close();
  }
}

/** Drops steps to find the shortest script that still differs until a minute. Each try adds a person to a night. */
export async function shortest({ name, steps }: Script, until: number): Promise<Script> {
  let left = steps.filter(({ minute }) => minute < until);
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0;) {
    const tries = Array.from({ length: Math.ceil(left.length / size) }, (_, nth) =>
      left.filter((_step, at) => at < nth * size || at >= (nth + 1) * size),
    );
    const scripts = tries.map((each, nth) => ({
      name: `try-${nth}`,
      steps: each.map((step) => named(step, `try-${nth}`)),
    }));
    const { found } = await liveNights(scripts, until);
    const shorter = tries.find((_, nth) => found.has(`try-${nth}`));
    if (shorter) left = shorter;
    else if (size === 1) break;
    else size = Math.ceil(size / 2);
  }
  return { name, steps: left };
}

/** A step as one reads it in a report. */
export function stepWords({ minute, what }: Step): string {
  const { do: act, person: _person, ...rest } = what;
  return `${minute} ${act} ${Object.entries(rest)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ')}`;
}
