import { isTrusted, needsNoConfirmation } from '../judging/confirmation-needs.ts';
import type { Need } from '../judging/margins.ts';
import type { AbnormalType, AlarmLevel, Level } from '../judging/vocabulary.ts';
import type { CaseReading } from './case-reading.ts';

/** The level that readings confirm, with the readings that do. */
export interface Confirmation {
  readonly level: Level;
  readonly run: readonly CaseReading[];
}

const none: Confirmation = { level: 0, run: [] };
const levels: readonly AlarmLevel[] = [4, 3, 2, 1];

/**
 * The highest level that the newest reading confirms.
 *
 * Level L is confirmed when the last n valid readings of the kind, in measured order, all reach L or more of the same
 * kind of case and lie within max(confirmMinutes, n × sampling interval). Readings with poor contact or in motion are
 * skipped below level 3. A device without registration confirms level 4 only together with others: pressure and glucose
 * with a trusted reading in the run, the rest with at least two readings; until then level 3.
 *
 * @param readings one kind of one person in measured order, the newest last
 */
export function confirmLevel(readings: readonly CaseReading[], samplingMinutes: number): Confirmation {
  const newest = readings.at(-1);
  if (!newest?.finding || newest.blocked) {
    return none;
  }
  for (const level of levels) {
    const run = runOf(readings, {
      newest,
      type: newest.finding.abnormalType,
      reached: newest.finding.reached,
      level,
      samplingMinutes,
    });
    if (run) {
      return { level: level === 4 && !mayReachCritical(newest, run) ? 3 : level, run };
    }
  }
  return none;
}

interface Sought {
  readonly newest: CaseReading;
  readonly type: AbnormalType;
  readonly reached: AlarmLevel;
  readonly level: AlarmLevel;
  readonly samplingMinutes: number;
}

/** A level without a rule of its own (raised by a symptom) uses the needs of the next lower one. */
function needFor({ newest, reached }: Sought, level: Level): Need | undefined {
  const own = level === 0 ? undefined : newest.needs?.byLevel.get(level);
  return own ?? (level === reached && level > 1 ? newest.needs?.byLevel.get((level - 1) as AlarmLevel) : undefined);
}

function runOf(readings: readonly CaseReading[], sought: Sought): readonly CaseReading[] | undefined {
  const need = sought.reached >= sought.level ? needFor(sought, sought.level) : undefined;
  if (!need) {
    return undefined;
  }
  const alone = needsNoConfirmation(sought.newest.by, sought.level);
  const wanted = requiredCount(sought, alone ? 1 : need.count);
  const streak = streakOf(readings, sought);
  const length = streak.findIndex((_, index) => countOf(streak.slice(0, index + 1), need, alone) >= wanted) + 1;
  const run = streak.slice(0, length).toReversed();
  return length > 0 && fits(run, need, wanted * sought.samplingMinutes) ? run : undefined;
}

/** Valid readings in a row that reach the level, the newest first. */
function streakOf(readings: readonly CaseReading[], { type, level }: Sought): CaseReading[] {
  const valid = readings.filter((reading) => !reading.blocked).toReversed();
  const end = valid.findIndex(({ finding }) => !finding || finding.abnormalType !== type || finding.reached < level);
  return end < 0 ? valid : valid.slice(0, end);
}

function requiredCount({ newest, level }: Sought, count: number): number {
  const pairAtLeast = level === 4 && !isTrusted(newest.by) && !needsTrusted(newest);
  return pairAtLeast ? Math.max(2, count) : count;
}

function countOf(run: readonly CaseReading[], need: Need, alone: boolean): number {
  return need.distinctDays && !alone ? new Set(run.map((reading) => reading.day)).size : run.length;
}

function fits(run: readonly CaseReading[], need: Need, intervals: number): boolean {
  const span = (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0);
  return span <= Math.max(need.minutes, intervals) * 60_000;
}

function needsTrusted(reading: CaseReading): boolean {
  return reading.kind === 'bp' || reading.kind === 'bloodSugar';
}

function mayReachCritical(newest: CaseReading, run: readonly CaseReading[]): boolean {
  if (run.some((reading) => isTrusted(reading.by))) {
    return true;
  }
  return !needsTrusted(newest) && run.length >= 2;
}
