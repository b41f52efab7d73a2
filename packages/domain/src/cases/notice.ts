import { repeatMinutesByLevel } from '../judging/platform-row.ts';
import type { AlarmLevel, Level } from '../judging/vocabulary.ts';
import type { Notice, OpenCase } from './case-book.ts';

const minute = 60_000;

interface Joining {
  readonly at: number;
  readonly late: boolean;
  /** Level by its figures; that of the case when left out. */
  readonly reached?: Level | undefined;
}

/** Whether a reading may send the first notice of a case: it reaches the level of the case, or 警告. */
export function isAlarming(level: AlarmLevel, { reached = level }: Pick<Joining, 'reached'>): boolean {
  return reached >= Math.min(3, level);
}

/**
 * The notice of a further abnormal reading: the first one of a run that late readings started, with the first fresh
 * alarming reading; a raise at once; a repetition when due (24 h, 4 h, 60 min, 15 min by level); none for late
 * readings.
 */
export function noticeFor(open: OpenCase, reading: Joining, level: AlarmLevel): Notice {
  if (reading.late) {
    return 'none';
  }
  if (open.noticeAt === null || open.late) {
    return isAlarming(level, reading) ? 'open' : 'none';
  }
  if (level > open.level) {
    return 'raise';
  }
  return reading.at - open.noticeAt >= repeatMinutesByLevel[level] * minute ? 'repeat' : 'none';
}

const lateAfter = { position: 10 * minute, sosSilent: 1440 * minute } as const;

/** When a reading was measured and received, epoch ms, and the hours after which it counts as late. */
interface Arrival {
  readonly measuredAt: number;
  readonly receivedAt: number;
  readonly lateHours: number;
}

/** Whether a reading arrived late: more than the given hours after its measurement, 10 min for positions. */
export function isLate(kind: string, { measuredAt, receivedAt, lateHours }: Arrival): boolean {
  return receivedAt - measuredAt > (kind === 'location' ? lateAfter.position : lateHours * 60 * minute);
}

/** Whether a late reading is too old to alarm at all: 24 h and more after its measurement. */
export function isPast(measuredAt: number, receivedAt: number): boolean {
  return receivedAt - measuredAt >= 1440 * minute;
}

/** A call for help: `late` after 10 min (its age is shown), without notice only after 24 h. */
export function sosLateness(
  measuredAt: number,
  receivedAt: number,
): { readonly late: boolean; readonly sounds: boolean } {
  const age = receivedAt - measuredAt;
  return { late: age > lateAfter.position, sounds: age <= lateAfter.sosSilent };
}
