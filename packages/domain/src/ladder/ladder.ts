import type { CaseState, CaseStep, OpenCase, RunStart } from '../cases/case-book.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import { isRepetition, latePolicy, minutesToNextRung, noPolicy, rungs, type AlarmPolicy } from './policy.ts';

const minute = 60_000;

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

/** The ladder of a case by its policy. A case opened by late readings has one rung, at levels 3-4 alone. */
export function ladderOf(policy: AlarmPolicy, { level, late }: Pick<LadderCase, 'level' | 'late'>): AlarmPolicy {
  if (!late) {
    return policy;
  }
  return level >= 3 ? latePolicy : noPolicy;
}

/** When the first rung of a new run is due, epoch ms; null for a ladder or a start without rungs. */
export function firstRungAt(policy: AlarmPolicy, start: RunStart, now: number): number | null {
  const minutes = start === 'silent' ? null : minutesToNextRung(start === 'late' ? latePolicy : policy, 0);
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

/** A rung that is taken early leaves the minutes of later rungs as they are. */
function rungAfter(row: LadderCase, policy: AlarmPolicy, from: number): Rung {
  const minutes = minutesToNextRung(policy, row.step + 1);
  return { step: row.step + 1, nextDueAt: minutes === null ? null : from + minutes * minute, lapses: row.level >= 3 };
}

/**
 * The rung that a case reaches at `now` (epoch ms); undefined when none is due, as after a rise with a due time of its
 * own.
 */
export function next(row: LadderCase, policy: AlarmPolicy, now: number): Rung | undefined {
  const due = climbsAt(row);
  return due === null || now < due ? undefined : rungAfter(row, ladderOf(policy, row), now);
}

/**
 * The next rung before its time: nobody receives the present one, or no screen has shown it. Repetitions of the last
 * rung keep their time.
 */
export function nextEarly(row: LadderCase, policy: AlarmPolicy, now: number): Rung | undefined {
  const due = climbsAt(row);
  const ladder = ladderOf(policy, row);
  return due === null || isRepetition(ladder, row.step + 1) ? undefined : rungAfter(row, ladder, Math.max(due, now));
}

/**
 * When the next rung of a case is due that its holder releases at `now` (epoch ms): when it would be without the claim,
 * at once where that has passed. Repetitions of the last rung are due at once.
 */
export function dueAfterRelease(row: LadderCase, policy: AlarmPolicy, now: number): number | null {
  const due = climbsAt(row);
  if (due === null || row.late || row.alarmedAt == null) return row.nextDueAt;
  const rung = rungs(policy).find(({ step }) => step === row.step + 1);
  const usual = rung === undefined ? now : row.alarmedAt + rung.afterMinutes * minute;
  return Math.min(due, Math.max(usual, now));
}

/**
 * When a live case is due that old readings raised without a notice, epoch ms. At levels 3 and 4 it has the rung of
 * late readings, unless one is due already: earlier contacts prove nothing about the new level.
 */
export function dueAfterSilentRise(row: Pick<LadderCase, 'level' | 'late' | 'nextDueAt'>, now: number): number | null {
  if (row.nextDueAt !== null || row.late || row.level < 3) return row.nextDueAt;
  return firstRungAt(noPolicy, 'late', now);
}

const unseenMs: Partial<Record<AlarmLevel, number>> = { 4: 20_000, 3: 120_000 };

/** How long a notice on screens may stay unseen before the next rung is taken; null below level 3. */
export function unseenLimit(level: AlarmLevel): number | null {
  return unseenMs[level] ?? null;
}
