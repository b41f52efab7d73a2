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

/** From this level on a notice makes a sound and stays until it is closed. */
export const loudFrom = 3;

const windowMs = 10_000;
const foldFrom = 5;
export const foldLoudFrom = 10;

function folds(notices: readonly Notice[], { level }: Notice): boolean {
  if (level < loudFrom) return notices.length >= foldFrom;
  return level === loudFrom && notices.filter((each) => each.level === loudFrom).length >= foldLoudFrom;
}

/**
 * Adds a notice. Within ten seconds the fifth and later quiet ones are folded into one, and the tenth and later ones of
 * level 3 into another. Level 4 always stands by itself.
 */
export function addToBurst(before: readonly Notice[], newest: Notice): Burst {
  const notices = [...before.filter(({ at }) => newest.at - at < windowMs), newest];
  return { notices, isFolded: folds(notices, newest), level: Math.max(...notices.map(({ level }) => level)) };
}

export interface Standing {
  readonly key: string;
  readonly level: number;
}

const mostStanding = 10;

/** The loud notices with a new one. Of more than ten the oldest of the lowest level gives way to it. */
export function addStanding(
  before: readonly Standing[],
  newest: Standing,
): { readonly stay: readonly Standing[]; readonly gone: Standing | undefined } {
  const all = [...before.filter(({ key }) => key !== newest.key), newest];
  const lowest = Math.min(...all.map(({ level }) => level));
  const gone = all.length > mostStanding ? all.find(({ level }) => level === lowest) : undefined;
  return { stay: all.filter((each) => each !== gone), gone };
}
