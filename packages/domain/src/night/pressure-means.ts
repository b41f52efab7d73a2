/**
 * Least number of valid readings by day and at night (2023 ESH and 2024 ESC Guidelines, ambulatory monitoring;
 * 2020中国动态血压监测指南, 结果判定).
 */
export const leastReadings = { day: 20, night: 7 } as const;

/** Means of a home or ambulatory recording from which on they are high, mmHg (中国高血压防治指南（2024年修订版）, 动态血压). */
export const meanLimits = {
  day: { high: 135, low: 85 },
  night: { high: 120, low: 70 },
  whole: { high: 130, low: 80 },
} as const;

export type RecordingPart = keyof typeof meanLimits;

export interface PressurePoint {
  /** Epoch ms. */
  readonly at: number;
  readonly high: number;
  readonly low: number;
}

/** From falling asleep to waking, epoch ms. */
export interface RecordedSleep {
  readonly from: number;
  readonly to: number;
}

export interface PressureMean {
  readonly count: number;
  /** Null below the least number of readings. */
  readonly mean: { readonly high: number; readonly low: number } | null;
  /** Whether a mean reaches its limit; null without a mean. */
  readonly isHigh: boolean | null;
}

/** 超杓型, 杓型, 非杓型, 反杓型 (2020中国动态血压监测指南, 昼夜节律). */
export const dippingClasses = ['extreme', 'dipper', 'nonDipper', 'reverse'] as const;
export type Dipping = (typeof dippingClasses)[number];

export interface NightFall {
  /** Fall of the systolic mean from day to night in per cent of the day. */
  readonly percent: number;
  readonly dipping: Dipping;
}

export interface PressureRecording {
  readonly parts: Readonly<Record<RecordingPart, PressureMean>>;
  readonly fall: NightFall | null;
}

const dayMs = 86_400_000;

/** When the recording of a sleep begins. */
export const recordingStart = ({ to }: RecordedSleep): number => to - dayMs;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function partOf(points: readonly PressurePoint[], least: number, part: RecordingPart): PressureMean {
  if (points.length < least) {
    return { count: points.length, mean: null, isHigh: null };
  }
  const mean = { high: meanOf(points.map(({ high }) => high)), low: meanOf(points.map(({ low }) => low)) };
  const limit = meanLimits[part];
  return { count: points.length, mean, isHigh: mean.high >= limit.high || mean.low >= limit.low };
}

/** The class of a fall: above 20 % extreme, from 10 % dipper, from 0 % non-dipper, else reverse. */
export function dippingOf(percent: number): Dipping {
  if (percent > 20) {
    return 'extreme';
  }
  if (percent >= 10) {
    return 'dipper';
  }
  return percent >= 0 ? 'nonDipper' : 'reverse';
}

/**
 * Means by day, at night and over 24 hours, and the nightly fall; what the readings do not allow is null. The 24-hour
 * mean and the fall need both parts.
 */
export function pressureMeans(points: readonly PressurePoint[], sleep: RecordedSleep): PressureRecording {
  const whole = points.filter(({ at }) => at >= recordingStart(sleep) && at <= sleep.to);
  const night = partOf(
    whole.filter(({ at }) => at >= sleep.from),
    leastReadings.night,
    'night',
  );
  const day = partOf(
    whole.filter(({ at }) => at < sleep.from),
    leastReadings.day,
    'day',
  );
  const isWhole = day.mean !== null && night.mean !== null;
  return {
    parts: { day, night, whole: partOf(whole, isWhole ? 0 : Infinity, 'whole') },
    fall: isWhole ? fallOf(day.mean.high, night.mean.high) : null,
  };
}

function fallOf(day: number, night: number): NightFall {
  const percent = ((day - night) / day) * 100;
  return { percent, dipping: dippingOf(percent) };
}
