export interface Notice {
  readonly at: number;
  readonly level: number;
}

export interface Burst {
  readonly notices: readonly Notice[];
  /** Whether the newest alarm is part of the summary notice. */
  readonly isFolded: boolean;
  readonly level: number;
}

/** From this level on a notice makes a sound, stays until it is closed and is never folded. */
export const loudFrom = 3;

const windowMs = 10_000;
const foldFrom = 5;

/** Adds a notice. The fifth within ten seconds and later ones are folded into one, except loud ones. */
export function addToBurst(before: readonly Notice[], newest: Notice): Burst {
  const notices = [...before.filter(({ at }) => newest.at - at < windowMs), newest];
  const isFolded = newest.level < loudFrom && notices.length >= foldFrom;
  return { notices, isFolded, level: Math.max(...notices.map(({ level }) => level)) };
}
