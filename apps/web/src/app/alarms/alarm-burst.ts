/** A notice of new abnormal data. */
export interface Notice {
  /** Epoch ms. */
  readonly at: number;
  /** 1 to 4. */
  readonly level: number;
}

export interface Burst {
  /** The notices of the last ten seconds. */
  readonly notices: readonly Notice[];
  /** Whether the newest alarm is shown in the summary notice. */
  readonly isFolded: boolean;
  /** The highest level among them. */
  readonly level: number;
}

/** From this level on a notice sounds, stays until it is read, and stands for itself. */
export const loudFrom = 3;

const windowMs = 10_000;
const foldFrom = 5;

/** Adds one notice: the fifth within ten seconds and those after it are folded into one, but never a loud one. */
export function addToBurst(before: readonly Notice[], newest: Notice): Burst {
  const notices = [...before.filter(({ at }) => newest.at - at < windowMs), newest];
  const isFolded = newest.level < loudFrom && notices.length >= foldFrom;
  return { notices, isFolded, level: Math.max(...notices.map(({ level }) => level)) };
}
