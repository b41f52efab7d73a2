export interface Burst {
  /** Times of the notices of the last ten seconds, milliseconds. */
  times: readonly number[];
  /** From five on they are told in one sum. */
  isFolded: boolean;
}

const windowMs = 10_000;
const foldFrom = 5;

/** Adds one notice at `now`: five or more within ten seconds are folded into one. */
export function addToBurst(times: readonly number[], now: number): Burst {
  const recent = [...times.filter((time) => now - time < windowMs), now];
  return { times: recent, isFolded: recent.length >= foldFrom };
}
