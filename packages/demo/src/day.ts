import type { Physiology } from './physiology.ts';
import { mixSeed, Random } from './prng.ts';

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

// The demo is in China, which keeps UTC+8 all year.
const zoneMs = 8 * 3_600_000;

/** Number of the local day of an instant, counted from 1 January 1970. */
export function dayNumberOf(instant: number): number {
  return Math.floor((instant + zoneMs) / dayMs);
}

/** The instant at which a local day begins. */
export function startOfDay(dayNumber: number): number {
  return dayNumber * dayMs - zoneMs;
}

/** Abnormal conditions of a day. */
export type Trouble = 'pressure' | 'pulse' | 'oxygen' | 'glucose' | 'hypoglycaemia' | 'fever';

/** A part of a day with raised or lowered values; `mild` stays below 警告, `grave` reaches it. */
export interface Episode {
  readonly trouble: Trouble;
  readonly isGrave: boolean;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
}

/** Deviations of a person's day from the usual. */
export interface Day {
  readonly number: number;
  readonly startAt: number;
  readonly isWeekend: boolean;
  readonly wakeAt: number;
  readonly bedAt: number;
  readonly pressureShift: number;
  readonly pulseShift: number;
  readonly glucoseShift: number;
  readonly stepsFactor: number;
  readonly goesOut: boolean;
  /** The watch is not worn: minutes of the day, or all of it. */
  readonly offFrom: number;
  readonly offTo: number;
  readonly episode: Episode | undefined;
}

const mildPerDay = 0.03;
const gravePerDay = 0.0006;

function troublesOf({ tags }: Physiology): readonly (readonly [Trouble, number])[] {
  return [
    ['pressure', tags.has('hypertension') ? 5 : 0.6],
    ['pulse', tags.has('heart_failure') || tags.has('copd') ? 3 : 1.2],
    ['oxygen', tags.has('copd') ? 3 : 0.4],
    ['glucose', tags.has('diabetes') ? 4 : 0.1],
    ['hypoglycaemia', tags.has('diabetes') ? 1 : 0],
    ['fever', 0.7],
  ];
}

function episodeOf(random: Random, body: Physiology): Episode | undefined {
  const roll = random.next();
  if (roll >= mildPerDay + gravePerDay) return undefined;
  const isGrave = roll < gravePerDay;
  const wanted = random.weighted(troublesOf(body));
  // Low blood sugar is grave at once: its first limit is a warning.
  const trouble = !isGrave && wanted === 'hypoglycaemia' ? 'glucose' : wanted;
  const from = random.int(420, 1080);
  return { trouble, isGrave, from, to: Math.min(1430, from + (isGrave ? random.int(40, 120) : random.int(180, 900))) };
}

function offWrist(random: Random): readonly [from: number, to: number] {
  if (random.chance(0.025)) return [0, 1440];
  const from = random.int(1140, 1260);
  return random.chance(0.55) ? [from, from + random.int(45, 110)] : [0, 0];
}

/** How far a day's levels differ from the usual; `table` is 1 on days of richer meals. */
function shiftsOf(
  random: Random,
  body: Physiology,
  { swing, table }: { swing: number; table: number },
): Pick<Day, 'pressureShift' | 'pulseShift' | 'glucoseShift'> {
  const hasMissedDose = !random.chance(body.takesMedicine);
  return {
    pressureShift:
      swing * 3 +
      random.normal(0, 3) +
      (hasMissedDose && body.tags.has('hypertension') ? random.between(5, 13) : 0) +
      table * 1.5,
    pulseShift: swing * 1.2 + random.normal(0, 1.8),
    glucoseShift:
      random.normal(0, 0.25) +
      (hasMissedDose && body.tags.has('diabetes') ? random.between(0.6, 2.2) : 0) +
      table * 0.25,
  };
}

/** A given day of a body. It depends on body and day only, so any range of days gives the same readings. */
export function dayOf(body: Physiology, dayNumber: number): Day {
  const random = new Random(mixSeed(body.seed, 31, dayNumber));
  const weekday = (((dayNumber + 4) % 7) + 7) % 7;
  const isWeekend = weekday === 0 || weekday === 6;
  const swing = Math.sin(2 * Math.PI * (dayNumber / 53 + body.phase));
  const [offFrom, offTo] = offWrist(random);
  return {
    number: dayNumber,
    startAt: startOfDay(dayNumber),
    isWeekend,
    offFrom,
    offTo,
    wakeAt: body.wakeAt + (isWeekend ? 14 : 0) + random.normal(0, 12),
    bedAt: Math.min(1435, body.bedAt + (isWeekend ? 10 : 0) + random.normal(0, 15)),
    ...shiftsOf(random, body, { swing, table: isWeekend ? 1 : 0 }),
    stepsFactor: Math.exp(random.normal(0, 0.22)) * (isWeekend ? 0.92 : 1),
    goesOut: random.chance(0.75),
    episode: episodeOf(random, body),
  };
}

/** Whether the watch is on the wrist at that minute. */
export function isWorn(day: Day, minute: number): boolean {
  return minute < day.offFrom || minute >= day.offTo;
}

/** The day's trouble at that minute, if of that kind. */
export function troubleAt(day: Day, minute: number, trouble: Trouble): Episode | undefined {
  const { episode } = day;
  return episode?.trouble === trouble && minute >= episode.from && minute < episode.to ? episode : undefined;
}
