import { median } from '../judging/history.ts';

/** How far a device's clock is off: to be added to its times, and how far its frames disagree (ms). */
export interface ClockSkew {
  readonly medianMs: number;
  readonly spreadMs: number;
}

/** So many frames of a device are kept. */
export const keptSkews = 20;

const leastFrames = 5;
const stableMs = 30_000;
const smallMs = 120_000;

/**
 * What the skews of a device's last frames (time of receipt less the device's own now, ms, newest last) say: at least 5
 * in a row with a spread under 30 s, up to the newest; one odd frame at the end is passed over. Undefined while the clock
 * is not stable.
 */
export function learnSkew(skews: readonly number[]): ClockSkew | undefined {
  return runOf(skews) ?? runOf(skews.slice(0, -1));
}

function runOf(skews: readonly number[]): ClockSkew | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const run: number[] = [];
  for (const skew of skews.toReversed()) {
    low = Math.min(low, skew);
    high = Math.max(high, skew);
    if (high - low >= stableMs) {
      break;
    }
    run.push(skew);
  }
  return run.length < leastFrames
    ? undefined
    : { medianMs: Math.round(median(run)), spreadMs: Math.max(...run) - Math.min(...run) };
}

/** Whether a clock is so far off that its times are corrected: above 2 minutes. */
export function isSkewed(skewMs: number): boolean {
  return Math.abs(skewMs) > smallMs;
}

/**
 * What is added to the time of a frame, ms; undefined when it is taken as it is. A frame that tells its own now and
 * contradicts what was learned shows that the clock was set meanwhile.
 */
export function correctionOf(learned: ClockSkew | undefined, own: number | undefined): number | undefined {
  if (!learned || !isSkewed(learned.medianMs)) {
    return undefined;
  }
  return own === undefined || Math.abs(own - learned.medianMs) < stableMs ? learned.medianMs : undefined;
}

/** Time within which nobody can say who wore the device, ms: that of the correction, at least 2 minutes. */
export function uncertaintyOf(learned: ClockSkew | undefined): number {
  return Math.max(smallMs, learned?.spreadMs ?? 0);
}
