import { dayNumberOf, dayOf } from './day.ts';
import { physiologyOf } from './physiology.ts';
import type { BodyOf, Physiology } from './physiology.ts';
import { mixSeed, Random } from './prng.ts';
import { demoKinds, samplers } from './samplers.ts';
import type { DemoKind, DemoReading } from './samplers.ts';

/** How many readings of each kind a device makes a day. */
export type Cadence = Partial<Record<DemoKind, number>>;

/** What determines the readings of one person on one device. */
export interface Wearer {
  readonly body: Physiology;
  readonly cadence: Cadence;
  /** A watch is worn all day; a meter is used for measurements only. */
  readonly isWorn: boolean;
}

/** A stretch of time in milliseconds since 1970, its end not in it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Readings a day of a device that reports as often as its type does, by type code. */
export const fullCadences: Readonly<Record<string, Cadence>> = {
  watch: { heart: 144, spo2: 48, temperature: 48, walk: 24, sleep: 1, bp: 4, location: 120 },
  ['bp_monitor']: { bp: 2 },
  glucometer: { bloodSugar: 2 },
  oximeter: { spo2: 2 },
  thermometer: { temperature: 1 },
  ['body_scale']: { bodyFat: 1 },
};

/** The same, thinned so that months of many people load quickly. */
export const thinCadences: Readonly<Record<string, Cadence>> = {
  watch: { heart: 4, spo2: 1, temperature: 1, walk: 1, sleep: 1, location: 1 },
  ['bp_monitor']: { bp: 1.4 },
  glucometer: { bloodSugar: 0.9 },
  oximeter: { spo2: 1 },
  thermometer: { temperature: 0.4 },
  ['body_scale']: { bodyFat: 0.35 },
};

/** A person with a device of that type, reporting at that cadence. */
export function wearerOf(person: BodyOf, { typeCode, cadence }: { typeCode: string; cadence?: Cadence }): Wearer {
  return { body: physiologyOf(person), cadence: cadence ?? fullCadences[typeCode] ?? {}, isWorn: typeCode === 'watch' };
}

/** All readings of a local day in order of time, determined by person, cadence and day. */
export function readingsOfDay({ body, cadence, isWorn }: Wearer, dayNumber: number): readonly DemoReading[] {
  const found: DemoReading[] = [];
  const add = (reading: DemoReading): void => void found.push(reading);
  const random = new Random(0);
  const moment = { body, day: dayOf(body, dayNumber), random };
  for (let index = 0; index < demoKinds.length; index += 1) {
    const kind = demoKinds[index];
    const perDay = kind && cadence[kind];
    if (!kind || !perDay) continue;
    random.reseed(mixSeed(body.seed, 41 + index, dayNumber));
    samplers[kind](moment, { perDay, isWorn, add });
  }
  return found.sort((one, other) => one.measuredAt - other.measuredAt);
}

/** Readings of a wearer within a span, in order of time. Adjacent spans join without gaps or repetitions. */
export function* readings(wearer: Wearer, span: Span): Generator<DemoReading> {
  const last = dayNumberOf(span.to - 1);
  for (let day = dayNumberOf(span.from); day <= last; day += 1) {
    for (const reading of readingsOfDay(wearer, day)) {
      if (reading.measuredAt >= span.from && reading.measuredAt < span.to) yield reading;
    }
  }
}
