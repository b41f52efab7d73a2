import type { AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseState, CaseStep, OpenCase, RunStart } from './case-book.ts';

const minute = 60_000;

interface Ladder {
  /** Minutes after the alarm of the next rung, while nobody has taken the case. */
  readonly rungs: readonly number[];
  /** Minutes between repetitions of the last rung; null when it is notified once. */
  readonly repeat: number | null;
}

/**
 * The ladders of unattended cases: level 4 after 3, 5 and 10 min and then every 10; level 3 after 30 and 60 min and
 * then every 60; level 2 once after a day; level 1 never.
 */
const ladders: Readonly<Record<AlarmLevel, Ladder>> = {
  4: { rungs: [3, 5, 10], repeat: 10 },
  3: { rungs: [30, 60], repeat: 60 },
  2: { rungs: [1440], repeat: null },
  1: { rungs: [], repeat: null },
};

/** A case opened by late readings of levels 3-4 has one rung. */
const lateLadder: Ladder = { rungs: [60], repeat: null };
const noLadder: Ladder = { rungs: [], repeat: null };

const ladderOf = (level: AlarmLevel, late: boolean): Ladder =>
  late ? (level >= 3 ? lateLadder : noLadder) : ladders[level];

/**
 * Minutes from rung `step` (0: the alarm itself) to the next one; null when there is none. `late`: only late readings
 * opened the case.
 */
export function minutesToNextRung(level: AlarmLevel, step: number, late = false): number | null {
  const { rungs, repeat } = ladderOf(level, late);
  const next = rungs[step];
  return next === undefined ? (rungs.length === 0 ? null : repeat) : next - (rungs[step - 1] ?? 0);
}

/** When the present level of a case was reached and when somebody was first reached since; epoch ms. */
export interface Proof {
  readonly alarmedAt?: number | null | undefined;
  readonly firstContactAt?: number | null | undefined;
}

/**
 * Whether somebody was reached about the present level of a case: earlier contacts are no proof. Ladder and closing
 * both use this function.
 */
export function isProven({ alarmedAt, firstContactAt }: Proof): boolean {
  return firstContactAt != null && (alarmedAt == null || firstContactAt >= alarmedAt);
}

/**
 * How the ladder starts when a case opens, is reopened, rises or gets its first notice; undefined when its run
 * continues.
 */
export function runStartOf(step: CaseStep): RunStart | undefined {
  if (step.do === 'clear' || step.do === 'count') {
    return undefined;
  }
  const begins = step.do !== 'extend' || step.raisedFrom !== null || step.notice === 'open';
  return step.run ?? (begins ? startFor(step.case) : undefined);
}

function startFor({ late, past, level }: OpenCase): RunStart {
  if (!late) {
    return 'full';
  }
  return past || level < 3 ? 'silent' : 'late';
}

/** When the first rung of a new run is due, epoch ms; null for a level or a start without rungs. */
export function firstRungAt(level: AlarmLevel, start: RunStart, now: number): number | null {
  const minutes = start === 'silent' ? null : minutesToNextRung(level, 0, start === 'late');
  return minutes === null ? null : now + minutes * minute;
}

/** The data of a stored case that the ladder needs; instants are epoch ms. */
export interface LadderCase extends Proof {
  readonly level: AlarmLevel;
  readonly state: CaseState;
  readonly late: boolean;
  readonly step: number;
  readonly nextDueAt: number | null;
}

/** When the next rung of an unattended open case is due; null when there is none. */
export function climbsAt(row: LadderCase): number | null {
  return row.state <= 2 && !isProven(row) ? row.nextDueAt : null;
}

/** The next rung of a case. */
export interface Rung {
  readonly step: number;
  readonly nextDueAt: number | null;
  /** The claim lapses: levels 3-4 without proof of contact. A claim of levels 1-2 is kept. */
  readonly lapses: boolean;
}

/**
 * The rung that a case reaches at `now` (epoch ms); undefined when none is due, as after a rise with a due time of its
 * own.
 */
export function climb(row: LadderCase, now: number): Rung | undefined {
  const due = climbsAt(row);
  if (due === null || now < due) {
    return undefined;
  }
  const minutes = minutesToNextRung(row.level, row.step + 1, row.late);
  return { step: row.step + 1, nextDueAt: minutes === null ? null : now + minutes * minute, lapses: row.level >= 3 };
}
