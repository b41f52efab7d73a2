import { confirmedLevel, isDoubtful, isLate, levelOf, usualGap, type Reading } from './slow-cases.ts';

/** A value of level 3 or 4 by a device that waits for a second one. */
export interface Question {
  readonly reading: Reading;
  due: number;
}

/** The value at the end of a kind that still waits for an answer. */
export function questionOf(seen: readonly Reading[]): Question | undefined {
  const isAlarming = (each: Reading | undefined): each is Reading =>
    each !== undefined && levelOf(each) >= 3 && !isLate(each) && !isDoubtful(each);
  const wait = Math.min(60, Math.max(15, 1.5 * usualGap(seen)));
  const last = seen.findLastIndex(({ isWorn }) => isWorn);
  const worn = seen[last];
  if (isAlarming(worn))
    return confirmedLevel(seen.slice(0, last + 1)) >= (levelOf(worn) === 4 ? 3 : 2)
      ? undefined
      : { reading: worn, due: worn.at + wait };
  const off = seen.slice(last + 1).find(isAlarming);
  return off && { reading: off, due: off.at + wait };
}
