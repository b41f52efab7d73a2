import { roundTo } from './catalogue.ts';

/** Period of a pressure reading: 1 清晨 06-10, 2 白天 10-18, 3 晚间 18-24, 4 夜间 00-06, by the local hour 0-23. */
export function pressurePeriod(localHour: number): 1 | 2 | 3 | 4 {
  if (localHour < 6) {
    return 4;
  }
  if (localHour < 10) {
    return 1;
  }
  return localHour < 18 ? 2 : 3;
}

/** Systolic minus diastolic, mmHg. */
export function pulsePressure(high: number, low: number): number {
  return high - low;
}

/** Body mass index, kg/m², one digit; undefined without a height. */
export function bodyMassIndex(weightKg: number, heightCm: number | undefined): number | undefined {
  if (heightCm === undefined || heightCm <= 0) {
    return undefined;
  }
  const metres = heightCm / 100;
  return roundTo(weightKg / (metres * metres), 1);
}

/** Waist divided by hip, two digits; undefined when one is missing. */
export function waistHipRatio(waist: number | undefined, hip: number | undefined): number | undefined {
  return waist === undefined || hip === undefined || hip <= 0 ? undefined : roundTo(waist / hip, 2);
}

/** Lipid figures of one blood sample, mmol/L. */
export interface LipidPanel {
  readonly tc?: number | undefined;
  readonly tg?: number | undefined;
  readonly hdl?: number | undefined;
  readonly ldl?: number | undefined;
}

/** What follows from a lipid panel; `ldlComputed` marks 计算值. */
export interface DerivedLipids {
  readonly nonHdl?: number;
  readonly ldl?: number;
  readonly ldlComputed: boolean;
}

/**
 * non-HDL = TC − HDL; a missing LDL is TC − HDL − TG / 2.2 (Friedewald in mmol/L), valid only with TG below 4.5.
 */
export function deriveLipids(panel: LipidPanel): DerivedLipids {
  const { tc, tg, hdl, ldl } = panel;
  const nonHdl = tc === undefined || hdl === undefined ? undefined : roundTo(tc - hdl, 2);
  if (ldl !== undefined) {
    return { ...(nonHdl === undefined ? {} : { nonHdl }), ldl, ldlComputed: false };
  }
  if (nonHdl === undefined || tg === undefined || tg >= 4.5) {
    return { ...(nonHdl === undefined ? {} : { nonHdl }), ldlComputed: false };
  }
  const computed = roundTo(nonHdl - tg / 2.2, 2);
  return computed > 0 ? { nonHdl, ldl: computed, ldlComputed: true } : { nonHdl, ldlComputed: false };
}

/** Usual meal times as minutes of the local day. */
export interface MealTimes {
  readonly breakfast: number;
  readonly lunch: number;
  readonly dinner: number;
}

/** 07:00, 12:00 and 18:00. */
export const defaultMealTimes: MealTimes = { breakfast: 420, lunch: 720, dinner: 1080 };

/** Meal relation of a glucose value: 1 空腹 … 9 随机. */
export type GlucosePeriod = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

const sittingDown = 15;
const nightEnds = 300;

/**
 * Infers the meal relation of a device value from the person's meal times (shown as 推断).
 *
 * Night until 05:00; fasting until breakfast; two hours after a meal is 1 h to 3 h after it; before a meal is the two
 * hours up to it, and 15 minutes past its time, because people measure when sitting down; bedtime from 3 h after
 * dinner. Anything else is 随机, which has the widest limits.
 *
 * @param minuteOfDay minutes since local midnight, 0-1439
 */
export function glucosePeriod(minuteOfDay: number, meals: MealTimes = defaultMealTimes): GlucosePeriod {
  if (minuteOfDay < nightEnds) {
    return 8;
  }
  if (minuteOfDay <= meals.breakfast + sittingDown) {
    return 1;
  }
  const around: readonly [number, GlucosePeriod, GlucosePeriod][] = [
    [meals.dinner, 5, 6],
    [meals.lunch, 3, 4],
    [meals.breakfast, 1, 2],
  ];
  for (const [meal, before, after] of around) {
    if (minuteOfDay >= meal + 60 && minuteOfDay <= meal + 180) {
      return after;
    }
    if (minuteOfDay >= meal - 120 && minuteOfDay <= meal + sittingDown) {
      return before;
    }
  }
  return minuteOfDay > meals.dinner + 180 ? 7 : 9;
}
