import { troubleAt } from './day.ts';
import type { Day } from './day.ts';
import type { Physiology } from './physiology.ts';
import type { Random } from './prng.ts';

/** A body at a minute of a day. */
export interface Moment {
  readonly body: Physiology;
  readonly day: Day;
  readonly random: Random;
}

/** 1 at rest, 2 moving, 3 asleep; the wire's `heartState`. */
export type BodyState = 1 | 2 | 3;

function clamp(value: number, min: number, max: number): number {
  return value < min ? min : value > max ? max : value;
}

/** A daily wave from -1 to 1 with its maximum at that minute of the day. */
function wave(minute: number, top: number): number {
  return Math.cos((2 * Math.PI * (minute - top)) / 1440);
}

/** A bump of height 1 around a minute. */
function hill(minute: number, top: number, width: number): number {
  const distance = (minute - top) / width;
  return Math.exp(-distance * distance);
}

/** Whether the person is in bed. */
export function isAsleep({ day }: Moment, minute: number): boolean {
  return minute < day.wakeAt || minute >= day.bedAt;
}

/** The activity: walking is more likely in the morning and before supper. */
export function stateAt(moment: Moment, minute: number): BodyState {
  if (isAsleep(moment, minute)) return 3;
  const busy =
    (hill(minute, 560, 90) * 0.3 + hill(minute, 1010, 80) * 0.24 + 0.04) *
    Math.min(1.2, moment.body.stepsPerDay / 6000);
  return moment.random.chance(busy) ? 2 : 1;
}

/** Systolic and diastolic pressure with pulse: high after rising, a lower maximum in the evening, low at night. */
export function pressureAt(moment: Moment, minute: number): { high: number; low: number; heart: number } {
  const { body, day, random } = moment;
  const grave = troubleAt(day, minute, 'pressure');
  if (grave?.isGrave)
    return {
      high: Math.round(random.normal(189, 4)),
      low: Math.round(random.normal(113, 2)),
      heart: Math.round(random.normal(92, 5)),
    };
  const asleep = isAsleep(moment, minute);
  const daily = asleep ? -13 : hill(minute, day.wakeAt + 75, 80) * 6 + hill(minute, 1130, 90) * 3;
  const extra = grave ? 15 : 0;
  const high = body.systolic + daily + day.pressureShift + extra + random.normal(0, 4);
  const low = body.diastolic + daily * 0.5 + day.pressureShift * 0.5 + extra * 0.55 + random.normal(0, 3);
  const roundedHigh = Math.round(clamp(high, 94, 174));
  return {
    high: roundedHigh,
    low: Math.round(clamp(low, 60, Math.min(104, roundedHigh - 24))),
    heart: heartAt(moment, minute, asleep ? 3 : 1),
  };
}

/** Heart rate in that state. */
export function heartAt({ body, day, random }: Moment, minute: number, state: BodyState): number {
  const trouble = troubleAt(day, minute, 'pulse');
  if (trouble?.isGrave) return Math.round(random.normal(138, 3));
  const resting = body.pulse + wave(minute, 900) * 3 + day.pulseShift + (troubleAt(day, minute, 'fever') ? 9 : 0);
  if (state === 3) return Math.round(clamp(resting - 7 + random.normal(0, 2.4), 50, 92));
  if (state === 2) return Math.round(clamp(resting + 22 + random.normal(0, 8), 70, 130));
  return Math.round(clamp(resting + (trouble ? 38 : 0) + random.normal(0, 3.5), 56, 118));
}

/** Oxygen saturation, a little lower asleep. */
export function oxygenAt(moment: Moment, minute: number): number {
  const { body, day, random } = moment;
  const hasCopd = body.tags.has('copd');
  const trouble = troubleAt(day, minute, 'oxygen');
  if (trouble?.isGrave) return Math.round(hasCopd ? random.between(83.6, 85.4) : random.between(85.6, 89.4));
  const level =
    body.oxygen - (isAsleep(moment, minute) ? 0.6 : 0) - (trouble ? (hasCopd ? 4 : 3.2) : 0) + random.normal(0, 0.6);
  return Math.round(hasCopd ? clamp(level, 86, 96) : clamp(level, 92, 100));
}

/** Body temperature in ℃ to one digit: lowest before dawn, highest in the late afternoon. */
export function temperatureAt({ body, day, random }: Moment, minute: number): number {
  const fever = troubleAt(day, minute, 'fever');
  if (fever?.isGrave) return Math.round(random.normal(39.4, 0.15) * 10) / 10;
  const level = body.temperature + wave(minute, 1020) * 0.25 + random.normal(0, 0.1);
  return Math.round((fever ? level + 1.2 : clamp(level, 35.8, 37.2)) * 10) / 10;
}

/** Glucose in mmol/L: `meal` 0 before breakfast, 1 two hours after a meal, between them at other times. */
export function glucoseAt({ body, day, random }: Moment, minute: number, meal: number): number {
  const low = troubleAt(day, minute, 'hypoglycaemia');
  if (low) return Math.round(random.between(2.7, 3.6) * 10) / 10;
  const high = troubleAt(day, minute, 'glucose');
  if (high?.isGrave) return Math.round(random.between(14.2, 17.4) * 10) / 10;
  const level =
    body.fastingGlucose + body.mealRise * meal + day.glucoseShift + (high ? 2.6 : 0) + random.normal(0, 0.3);
  return Math.round(clamp(level, 4.2, body.tags.has('diabetes') ? 13.6 : 9.8) * 10) / 10;
}

/** Steps of a whole day. */
export function stepsOfDay({ body, day }: Moment): number {
  return Math.round(body.stepsPerDay * day.stepsFactor * (day.goesOut ? 1.08 : 0.75));
}

/** Share of the day's steps walked by that minute, 0 to 1, never decreasing. */
export function walkedBy({ day }: Moment, minute: number): number {
  const awake = clamp((minute - day.wakeAt) / (day.bedAt - day.wakeAt), 0, 1);
  const morning = 1 / (1 + Math.exp(-(minute - 560) / 45));
  const evening = 1 / (1 + Math.exp(-(minute - 1010) / 45));
  return awake === 0 ? 0 : clamp(awake * 0.3 + morning * 0.4 + evening * 0.3, 0, 1);
}
