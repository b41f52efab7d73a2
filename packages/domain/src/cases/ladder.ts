import type { AlarmLevel } from '../judging/vocabulary.ts';

interface Ladder {
  /** Minutes after the alarm at which the next rung is told, while nobody has taken the case. */
  readonly rungs: readonly number[];
  /** Minutes between the repeats of the last rung; null when it is told once. */
  readonly repeat: number | null;
}

/**
 * The ladders of unattended cases: level 4 second guardian and team leader after 3 min, call centre after 5, all doctors after 10 and
 * every 10; level 3 team leader after 30 min, call centre after 60; level 2 the team leader's list after a day; level 1 none.
 */
const ladders: Readonly<Record<AlarmLevel, Ladder>> = {
  4: { rungs: [3, 5, 10], repeat: 10 },
  3: { rungs: [30, 60], repeat: null },
  2: { rungs: [1440], repeat: null },
  1: { rungs: [], repeat: null },
};

/** Minutes from rung `step` (0: the alarm itself) to the next one; null when there is none. */
export function minutesToNextRung(level: AlarmLevel, step: number): number | null {
  const { rungs, repeat } = ladders[level];
  const next = rungs[step];
  return next === undefined ? (rungs.length === 0 ? null : repeat) : next - (rungs[step - 1] ?? 0);
}
