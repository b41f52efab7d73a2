import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import { bookDepth, emptyBook } from './case-book.ts';
import type { CaseBook, OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { advanceUsual, byMeasurement, hasEffect } from './take.ts';

/** A case as a run over all readings produces it, and when it ended; null while it is open. */
export interface ReplayedCase {
  readonly case: OpenCase;
  readonly clearedAt: number | null;
}

/** A case that staff closed: later readings open a new case or reopen it. */
export interface StaffClosing {
  readonly caseId: number;
  readonly abnormalType: AbnormalType;
  readonly level: AlarmLevel;
  /** Epoch ms. */
  readonly at: number;
  /** End of the observation that followed; epoch ms. */
  readonly until?: number | undefined;
}

/** Readings of a person, including those that arrived out of order. */
export interface ReplayInput {
  /** All kinds, any order. */
  readonly readings: readonly CaseReading[];
  readonly isFresh: (reading: CaseReading) => boolean;
  readonly closings: readonly StaffClosing[];
}

/** Cases that end at or after the first fresh reading: without the fresh readings, and with them. */
export interface ReplayDelta {
  readonly before: readonly ReplayedCase[];
  readonly now: readonly ReplayedCase[];
  /** Whether a fresh reading is of now, only late, or past all alarms. */
  readonly news: 'live' | 'late' | 'past';
}

/** A run over readings, as far as it went. */
export interface CaseRun {
  readonly book: CaseBook;
  readonly ended: readonly ReplayedCase[];
}

/**
 * Processes a person's readings in measured order, once without and once with those that arrived out of order: the
 * difference is their effect. A case that staff closed ends in both runs at its closing. Pure.
 */
export function replayReadings({ readings, isFresh, closings }: ReplayInput): ReplayDelta {
  const ordered = readings.toSorted(byMeasurement);
  const fresh = ordered.filter(isFresh);
  const first = fresh[0]?.at ?? Number.POSITIVE_INFINITY;
  const known = ordered.filter((reading) => !isFresh(reading));
  const acts = closings.toSorted((one, other) => one.at - other.at);
  const start = runOver(
    { book: emptyBook, ended: [] },
    ordered.filter(({ at }) => at < first),
    acts.filter(({ at }) => at < first),
  );
  const later = acts.filter(({ at }) => at >= first);
  const cases = (among: readonly CaseReading[]): readonly ReplayedCase[] =>
    casesOf(
      runOver(
        start,
        among.filter(({ at }) => at >= first),
        later,
      ),
    ).filter(({ clearedAt }) => clearedAt === null || clearedAt >= first);
  const news = fresh.some(({ late }) => !late) ? 'live' : fresh.some(({ past }) => !past) ? 'late' : 'past';
  return { before: cases(known), now: cases(ordered), news };
}

/**
 * The cases that readings produce in measured order, sorted by opening. Pure.
 *
 * @param readings all kinds of one person, any order
 * @param closings cases closed by staff
 */
export function casesOfReadings(
  readings: readonly CaseReading[],
  closings: readonly StaffClosing[] = [],
): readonly ReplayedCase[] {
  return casesOf(continueRun({ book: emptyBook, ended: [] }, readings, closings));
}

/** Adds later readings and closings to a run. Pure. */
export const continueRun = (
  run: CaseRun,
  readings: readonly CaseReading[],
  closings: readonly StaffClosing[],
): CaseRun =>
  runOver(
    run,
    readings.toSorted(byMeasurement),
    closings.toSorted((one, other) => one.at - other.at),
  );

/** @param acts in order of time */
function runOver(from: CaseRun, readings: readonly CaseReading[], acts: readonly StaffClosing[]): CaseRun {
  let { book } = from;
  const ended = [...from.ended];
  const waiting = [...acts];
  const seen = new Map([...book.recent].map(([kind, own]) => [kind, [...own]]));
  const closeUntil = (at: number): void => {
    for (let act = waiting[0]; act && act.at <= at; act = waiting[0]) {
      waiting.shift();
      const closed = closedBy(book, act);
      book = closed.book;
      ended.push(...closed.ended);
    }
  };
  for (const reading of readings) {
    closeUntil(reading.at);
    const own = seen.get(reading.kind) ?? [];
    if (own.length === 0) {
      seen.set(reading.kind, own);
    }
    if (hasEffect(book, reading)) {
      const next = advanceUsual({ ...book, recent: new Map([[reading.kind, own.slice(-bookDepth)]]) }, reading);
      book = next.book;
      ended.push(
        ...next.steps.flatMap((step) => (step.do === 'clear' ? [{ case: step.case, clearedAt: step.at }] : [])),
      );
    }
    own.push(reading);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  const recent = new Map([...seen].map(([kind, own]) => [kind, own.slice(-bookDepth)]));
  return { book: { ...book, recent }, ended };
}

function closedBy(book: CaseBook, { caseId, abnormalType, level, at, until }: StaffClosing): CaseRun {
  const own = abnormalType === 'check' ? book.check : book.open.get(abnormalType);
  const open = new Map([...book.open].filter(([type]) => type !== abnormalType));
  const hold = own && until !== undefined ? { until, case: own } : undefined;
  const closed = [{ id: caseId, abnormalType, level, closedAt: at, hold }, ...book.closed];
  return {
    book: { ...book, open, check: abnormalType === 'check' ? null : book.check, closed },
    ended: own ? [{ case: own, clearedAt: at }] : [],
  };
}

/** The cases of a run in the order of their opening. */
export function casesOf({ book, ended }: CaseRun): readonly ReplayedCase[] {
  const open = [...book.open.values(), ...(book.check ? [book.check] : [])].map((each) => ({
    case: each,
    clearedAt: null,
  }));
  return [...ended, ...open].toSorted((one, other) => one.case.openedAt - other.case.openedAt);
}
