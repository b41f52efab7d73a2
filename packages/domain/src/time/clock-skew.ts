import { median } from '../judging/history.ts';

/** A device's clock error: the correction of its times, and the spread of its frames (ms). */
export interface ClockSkew {
  readonly medianMs: number;
  readonly spreadMs: number;
}

/** Number of a device's frames kept. */
export const keptSkews = 20;

const leastFrames = 5;
const stableMs = 30_000;
const smallMs = 120_000;

/**
 * The clock error from the skews of a device's last frames (time of receipt minus the device's own time, ms, newest
 * last): at least 5 in a row with a spread under 30 s, up to the newest; one outlier at the end is skipped. Undefined
 * while the clock is not stable.
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

/** Whether a clock error is large enough to correct times: above 2 minutes. */
export function isSkewed(skewMs: number): boolean {
  return Math.abs(skewMs) > smallMs;
}

/**
 * The correction of a frame's time, ms; undefined when it is used as sent. A frame whose own device time contradicts
 * the learned error shows that the clock was set meanwhile.
 */
export function correctionOf(learned: ClockSkew | undefined, own: number | undefined): number | undefined {
  if (!learned || !isSkewed(learned.medianMs)) {
    return undefined;
  }
  return own === undefined || Math.abs(own - learned.medianMs) < stableMs ? learned.medianMs : undefined;
}

/** Time within which the wearer of the device is uncertain, ms: that of the correction, at least 2 minutes. */
export function uncertaintyOf(learned: ClockSkew | undefined): number {
  return Math.max(smallMs, learned?.spreadMs ?? 0);
}
