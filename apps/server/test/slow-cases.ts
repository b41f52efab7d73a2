/**
 * A second, plain and slow implementation of docs/alarms.md for comparison. It imports nothing of the product. Times
 * are minutes of one night; every person is an adult of 18 to 64 years.
 */

export type Kind = 'bp' | 'heart' | 'spo2';
export type MedicalType = 'bpHigh' | 'heartFast' | 'spo2Low';
export type Level = 1 | 2 | 3 | 4;

/** Figures with their level by docs/rules.md. Calm ones are within the limits by the margin; doubtful ones pass. */
export const figures = {
  '118/76': { kind: 'bp', level: 0, isCalm: true },
  '133/83': { kind: 'bp', level: 0, isCalm: false },
  '145/88': { kind: 'bp', level: 1, isCalm: false },
  '165/102': { kind: 'bp', level: 2, isCalm: false },
  '188/112': { kind: 'bp', level: 3, isCalm: false },
  '205/122': { kind: 'bp', level: 4, isCalm: false },
  'P72': { kind: 'heart', level: 0, isCalm: true },
  'P98': { kind: 'heart', level: 0, isCalm: false },
  'P105': { kind: 'heart', level: 1, isCalm: false },
  'P125': { kind: 'heart', level: 2, isCalm: false },
  'P135': { kind: 'heart', level: 3, isCalm: false },
  'P155': { kind: 'heart', level: 4, isCalm: false },
  '97%': { kind: 'spo2', level: 0, isCalm: true },
  '95%': { kind: 'spo2', level: 0, isCalm: false },
  '94%': { kind: 'spo2', level: 1, isCalm: false },
  '92%': { kind: 'spo2', level: 2, isCalm: false },
  '88%': { kind: 'spo2', level: 3, isCalm: false },
  '82%': { kind: 'spo2', level: 4, isCalm: false },
  '48%': { kind: 'spo2', level: 4, isCalm: false, isDoubtful: true },
} as const satisfies Readonly<
  Record<
    string,
    { readonly kind: Kind; readonly level: Level | 0; readonly isCalm: boolean; readonly isDoubtful?: true }
  >
>;

export type Figure = keyof typeof figures;

export interface Reading {
  readonly figure: Figure;
  readonly at: number;
  readonly arrived: number;
  /** By the device on the body (`contact: off` when false). */
  readonly isWorn: boolean;
  /** By a registered cuff: one value of level 3 or 4 is enough. */
  readonly isCuff: boolean;
}

/** What staff did to a case, as far as readings care. */
export interface Act {
  readonly at: number;
  readonly type: MedicalType;
  readonly what: 'hold' | 'free' | 'close' | 'reopen';
}

/** A case as the readings make it, in measured order. */
export interface Episode {
  readonly type: MedicalType;
  level: Level;
  readonly from: number;
  /** The last abnormal reading. */
  to: number;
  end: number | undefined;
  isHeld: boolean;
  /** Closed by staff, at this minute. */
  closedAt: number | undefined;
  /** Only late readings made it so far. */
  isLate: boolean;
  /** Only readings that are 24 h old made it so far. */
  isPast: boolean;
  /** The closed one that readings opened again. */
  readonly again: Episode | undefined;
}

export const typeOf: Readonly<Record<Kind, MedicalType>> = { bp: 'bpHigh', heart: 'heartFast', spo2: 'spo2Low' };
export const kindOf = ({ figure }: Reading): Kind => figures[figure].kind;
export const levelOf = ({ figure }: Reading): Level | 0 => figures[figure].level;

/** So many readings in a row, within so many minutes, confirm a level (docs/rules.md). */
const needs: Readonly<Record<Kind, Readonly<Record<Level, readonly [count: number, minutes: number]>>>> = {
  bp: { 1: [2, 1440], 2: [2, 120], 3: [2, 15], 4: [2, 15] },
  heart: { 1: [3, 30], 2: [3, 30], 3: [3, 30], 4: [3, 30] },
  spo2: { 1: [3, 60], 2: [2, 15], 3: [2, 15], 4: [2, 10] },
};

/** The middle gap between the last twenty readings, minutes; 0 for a single one. */
export function usualGap(seen: readonly Reading[]): number {
  const times = seen.slice(-20).map(({ at }) => at);
  const gaps = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .sort((one, other) => one - other);
  if (gaps.length === 0) return 0;
  const half = Math.floor(gaps.length / 2);
  return gaps.length % 2 === 1 ? (gaps[half] ?? 0) : ((gaps[half - 1] ?? 0) + (gaps[half] ?? 0)) / 2;
}

/** The level that the newest reading of a kind confirms together with those before it. */
export function confirmedLevel(seen: readonly Reading[]): Level | 0 {
  const newest = seen.at(-1);
  if (!newest?.isWorn) return 0;
  const worn = seen.filter(({ isWorn }) => isWorn);
  const gap = usualGap(seen);
  return (
    ([4, 3, 2, 1] as const).find((level) => {
      const [count, minutes] = needOf(newest, level);
      const last = worn.slice(-count);
      const span = newest.at - (last[0]?.at ?? 0);
      return (
        last.length === count && last.every((each) => levelOf(each) >= level) && span <= Math.max(minutes, count * gap)
      );
    }) ?? 0
  );
}

/** What confirms a level: of a registered cuff one value of level 3 or 4 is enough. */
const needOf = (newest: Reading, level: Level): readonly [count: number, minutes: number] =>
  newest.isCuff && level >= 3 ? [1, 0] : needs[kindOf(newest)][level];

export const isLate = ({ at, arrived }: Reading): boolean => arrived - at > 120;
export const isPast = ({ at, arrived }: Reading): boolean => arrived - at >= 1440;
/** A value that has to be measured again; off the body it is no value at all. */
export const isDoubtful = ({ figure, isWorn }: Reading): boolean => isWorn && 'isDoubtful' in figures[figure];

class Course {
  readonly episodes: Episode[] = [];
  readonly #seen: Reading[] = [];

  open(type: MedicalType): Episode | undefined {
    return this.episodes.findLast((each) => each.type === type && each.end === undefined);
  }

  take(reading: Reading): void {
    this.#seen.push(reading);
    if (!reading.isWorn) return;
    const own = this.#seen.filter((each) => kindOf(each) === kindOf(reading));
    if (levelOf(reading) === 0) this.#calm(reading, own);
    else if (this.#alarm(reading, confirmedLevel(own))) this.#combine(reading);
  }

  act({ at, type, what }: Act): void {
    const closed = this.episodes.findLast((each) => each.type === type);
    const open = this.open(type);
    if (what === 'reopen' && closed) Object.assign(closed, { end: undefined, closedAt: undefined, isHeld: true });
    else if (open && what === 'close') Object.assign(open, { end: at, closedAt: at });
    else if (open) open.isHeld = what === 'hold';
  }

  /** Returns whether an open case covers the reading. */
  #alarm(reading: Reading, level: Level | 0): boolean {
    const type = typeOf[kindOf(reading)];
    const open = this.open(type);
    if (open) {
      const isReached = levelOf(reading) >= Math.min(3, Math.max(open.level, level));
      open.to = Math.max(open.to, reading.at);
      if (level > open.level) open.level = level as Level;
      if (isReached && !isLate(reading)) open.isLate = false;
      if (isReached && !isPast(reading)) open.isPast = false;
      return true;
    }
    if (level !== 0) this.#begin(reading, level);
    return level !== 0;
  }

  /** Within half an hour of a closing, a case of no higher level continues the closed one. */
  #begin(reading: Reading, level: Level): void {
    const type = typeOf[kindOf(reading)];
    const run = this.#seen
      .filter((each) => kindOf(each) === kindOf(reading) && each.isWorn)
      .slice(-needOf(reading, level)[0]);
    const closed = this.episodes.findLast(
      (each) => each.type === type && each.closedAt !== undefined && reading.at - each.closedAt <= 30,
    );
    this.episodes.push({
      type,
      level,
      from: run[0]?.at ?? reading.at,
      to: reading.at,
      end: undefined,
      isHeld: false,
      closedAt: undefined,
      isLate: isLate(reading),
      isPast: isPast(reading),
      again: closed && level <= closed.level ? closed : undefined,
    });
  }

  /** Two normal readings in a row, inside the limits by the margin, end a case of level 1 or 2 that nobody holds. */
  #calm(reading: Reading, own: readonly Reading[]): void {
    const open = this.open(typeOf[kindOf(reading)]);
    if (!open || open.level > 2 || open.isHeld) return;
    const last = own.filter(({ isWorn }) => isWorn).slice(-2);
    if (last.length === 2 && last.every(({ figure, at }) => figures[figure].isCalm && at > open.to))
      open.end = reading.at;
  }

  /** Low oxygen of level 2 beside a fast heart of level 2, within a quarter of an hour, is critical. */
  #combine(reading: Reading): void {
    const [oxygen, heart] = [this.open('spo2Low'), this.open('heartFast')];
    if (!oxygen || !heart || oxygen.level < 2 || heart.level < 2 || oxygen.level === 4) return;
    if (Math.abs(oxygen.to - heart.to) > 15) return;
    oxygen.level = 4;
    if (!isLate(reading)) oxygen.isLate = false;
    if (!isPast(reading)) oxygen.isPast = false;
  }
}

const kinds: readonly Kind[] = ['bp', 'heart', 'spo2'];

/** The cases that all readings and acts together make. Readings of one minute go by kind, then by level. */
export function episodesOf(readings: readonly Reading[], acts: readonly Act[]): readonly Episode[] {
  const course = new Course();
  const ordered = [...readings].sort(
    (one, other) =>
      one.at - other.at || kinds.indexOf(kindOf(one)) - kinds.indexOf(kindOf(other)) || levelOf(one) - levelOf(other),
  );
  const waiting = [...acts];
  for (const reading of ordered) {
    while (waiting[0] && waiting[0].at < reading.at) course.act(waiting.shift() as Act);
    course.take(reading);
  }
  for (const act of waiting) course.act(act);
  return course.episodes;
}
