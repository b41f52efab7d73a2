import { repeatMinutesByLevel } from '../judging/platform-row.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import type { Notice, OpenCase } from './case-book.ts';

const minute = 60_000;

/** What a further abnormal reading tells: a raise at once, a repeat when due (24 h, 4 h, 60 min, 15 min by level), late ones nothing. */
export function noticeFor(open: OpenCase, reading: { readonly at: number; readonly late: boolean }, level: AlarmLevel): Notice {
  if (reading.late) {
    return 'none';
  }
  if (open.noticeAt === null) {
    return 'open';
  }
  if (level > open.level) {
    return 'raise';
  }
  return reading.at - open.noticeAt >= repeatMinutesByLevel[level] * minute ? 'repeat' : 'none';
}

const lateAfter = { reading: 120 * minute, position: 10 * minute, sosSilent: 1440 * minute } as const;

/** Whether a reading arrived late: over 2 h after its measurement, 10 min for positions. */
export function isLate(kind: string, measuredAt: number, receivedAt: number): boolean {
  return receivedAt - measuredAt > (kind === 'location' ? lateAfter.position : lateAfter.reading);
}

/** A call for help: `late` after 10 min (its age is shown), silent only after 24 h. */
export function sosLateness(measuredAt: number, receivedAt: number): { readonly late: boolean; readonly sounds: boolean } {
  const age = receivedAt - measuredAt;
  return { late: age > lateAfter.position, sounds: age <= lateAfter.sosSilent };
}
