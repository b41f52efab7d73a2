/** Failed tries of an account allowed within 24 hours, from all places together. */
export const mostADay = 50;

/** Tries of a known place once the day's tries are used up. */
const mostSpare = 5;

export interface LockLimits {
  readonly isLocking: boolean;
  readonly most: number;
  readonly seconds: number;
}

export interface FailedTry {
  readonly place: string;
  readonly isSpare: boolean;
  readonly isForgiven: boolean;
  /** The last of a series, which locked its place. */
  readonly isLock: boolean;
  readonly lockSeconds: number;
  /** Remaining seconds for which it counts for the day; 0 when a day old. */
  readonly daySeconds: number;
}

export interface Place {
  readonly key: string;
  /** The account signed in there recently. */
  readonly isKnown: boolean;
}

export type Verdict =
  | { readonly isOpen: false; readonly retrySeconds: number }
  | { readonly isOpen: true; readonly isSpare: boolean; readonly isLock: boolean; readonly fillsDay: boolean };

const least = (seconds: readonly number[]): number => Math.max(1, Math.ceil(Math.min(...seconds)));

/** Failures of a place since its last lock or sign-in. */
function seriesOf(tries: readonly FailedTry[]): number {
  const series = tries.slice(tries.findLastIndex(({ isLock }) => isLock) + 1);
  return series.filter(({ isForgiven, daySeconds }) => !isForgiven && daySeconds > 0).length;
}

export function judgeTry(tries: readonly FailedTry[], place: Place, limits: LockLimits): Verdict {
  const own = tries.filter(({ place: key }) => key === place.key);
  const lockSeconds = Math.max(0, ...own.map((one) => one.lockSeconds));
  if (limits.isLocking && lockSeconds > 0) return { isOpen: false, retrySeconds: Math.ceil(lockSeconds) };
  const today = tries.filter(({ isSpare, daySeconds }) => !isSpare && daySeconds > 0);
  const isSpare = today.length >= mostADay;
  const spare = own.filter((one) => one.isSpare && one.daySeconds > 0);
  if (isSpare && !place.isKnown) return { isOpen: false, retrySeconds: least(today.map((one) => one.daySeconds)) };
  if (isSpare && spare.length >= mostSpare)
    return { isOpen: false, retrySeconds: least(spare.map((one) => one.daySeconds)) };
  return {
    isOpen: true,
    isSpare,
    isLock: limits.isLocking && seriesOf(own) + 1 >= limits.most,
    fillsDay: today.length + 1 === mostADay,
  };
}
