import type { AbnormalType, AlarmLevel, Level } from '../judging/vocabulary.ts';
import type { CaseBook, CaseStep, ClosedCase, Hold, OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { caseWords } from './case-words.ts';
import type { Confirmation } from './confirm.ts';

const hour = 3_600_000;

/** Hours for which a handled case may be observed. */
export const holdHours: Readonly<Record<AlarmLevel, number>> = { 1: 24, 2: 24, 3: 8, 4: 2 };

/** Checks the end of an observation; undefined when it is valid. Instants are epoch ms. */
export function holdFault(
  until: number,
  { level, now }: { readonly level: AlarmLevel; readonly now: number },
): 'past' | 'tooLong' | undefined {
  if (until <= now) {
    return 'past';
  }
  return until - now > holdHours[level] * hour ? 'tooLong' : undefined;
}

type Held = ClosedCase & { readonly hold: Hold };

/** The case under observation to which an instant belongs. */
export function heldAt({ closed }: Pick<CaseBook, 'closed'>, type: AbnormalType, at: number): Held | undefined {
  return closed.find(
    (each): each is Held =>
      each.abnormalType === type && each.hold !== undefined && at >= each.hold.case.fromAt && at < each.hold.until,
  );
}

/** Whether a value is neither of a higher level nor worse than the worst one handled. */
export function isCovered(
  { level, hold }: Held,
  found: { readonly level: Level; readonly severity: number } | undefined,
): boolean {
  return found === undefined || (found.level <= level && found.severity <= hold.case.peakSeverity);
}

/** Counts a reading on the case under observation; undefined when there is none, or the reading ends it. */
export function countStep(book: CaseBook, reading: CaseReading, confirmed: Confirmation): CaseStep | undefined {
  const { finding, at } = reading;
  const held = finding && heldAt(book, finding.abnormalType, at);
  if (
    !held ||
    confirmed.level > held.level ||
    ![reading, ...confirmed.run].every((each) => isCovered(held, each.finding))
  ) {
    return undefined;
  }
  const own = held.hold.case;
  return {
    do: 'count',
    notice: 'none',
    case: { ...own, toAt: Math.max(own.toAt, at), countNum: own.countNum + 1 },
  };
}

/** Closed cases after a step: with what was counted, or without the observation that the step ends. */
export function closedAfter(closed: CaseBook['closed'], step: CaseStep | undefined): CaseBook['closed'] {
  if (!step || step.do === 'extend' || step.do === 'clear') {
    return closed;
  }
  return closed.map((each) => {
    if (each.hold === undefined || each.abnormalType !== step.case.abnormalType) {
      return each;
    }
    return { ...each, hold: step.do === 'count' ? { ...each.hold, case: step.case } : undefined };
  });
}

/** Begins the words of a case whose observation ended without a reading. */
export const unseenMark = '观察期内无新读数';

/**
 * The case that opens again when its observation ends: after an abnormal last reading with its level and words, and at
 * the level that was handled when nothing was measured. Undefined when the last reading is fine.
 *
 * @param last the newest valid reading of the kind since the handling
 */
export function afterHold(
  { level, hold: { case: own } }: Held,
  { last, now }: { readonly last: CaseReading | undefined; readonly now: number },
): OpenCase | undefined {
  const again: OpenCase = { ...own, state: 0, openedAt: now, noticeAt: now, late: false, past: false };
  if (!last) {
    const words = own.description.startsWith(unseenMark) ? own.description : `${unseenMark}，此前${own.description}`;
    return { ...again, level, description: words };
  }
  const { finding } = last;
  if (finding?.abnormalType !== own.abnormalType) {
    return undefined;
  }
  const reached = Math.min(finding.level, level) as AlarmLevel;
  return { ...again, level: reached, ...caseWords(last, reached, 1), sourceId: last.id };
}
