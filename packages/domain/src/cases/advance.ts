import type { AbnormalType } from '../judging/vocabulary.ts';
import { bookDepth, emptyBook } from './case-book.ts';
import type { Advance, CaseBook, CaseStep, OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { advanceCheck, riseCheck } from './check-case.ts';
import { combinationSteps } from './combination.ts';
import { confirmLevel } from './confirm.ts';
import { abnormalStep, clearSteps } from './episode.ts';
import { closedAfter } from './hold.ts';

/**
 * Adds one more reading of a person to the book, in measured order, and returns the changes: confirmation, opening,
 * extending, raising, clearing, the check case and combinations. Pure: the same readings give the same steps.
 *
 * @param samplingMinutes sampling interval of the reading's source and kind (`samplingMinutes`)
 */
export function advance(book: CaseBook, reading: CaseReading, samplingMinutes: number): Advance {
  const readings = [...(book.recent.get(reading.kind) ?? []), reading].slice(-bookDepth);
  const recent = new Map([...book.recent, [reading.kind, readings]]);
  const risen = riseCheck(book.check, reading.at - 1);
  const confirmed = confirmLevel(readings, samplingMinutes);
  const abnormal = abnormalStep(book, reading, confirmed);
  const medical = abnormal ? [abnormal] : clearSteps(book, readings);
  const checked = advanceCheck(risen.check, reading, confirmed);
  const open = withSteps(book.open, medical);
  const combined = abnormal ? combinationSteps(open, reading) : [];
  return {
    book: {
      ...book,
      recent,
      open: withSteps(open, combined),
      check: checked.check,
      closed: closedAfter(book.closed, abnormal),
    },
    steps: [...risen.steps, ...medical, ...checked.steps, ...combined],
  };
}

/** Adds a whole sequence in measured order; `interval` gives the sampling minutes of each reading. */
export function advanceAll(
  readings: readonly CaseReading[],
  interval: (reading: CaseReading) => number,
  from: CaseBook = emptyBook,
): Advance {
  let book = from;
  const steps: CaseStep[] = [];
  for (const reading of readings) {
    const next = advance(book, reading, interval(reading));
    book = next.book;
    steps.push(...next.steps);
  }
  return { book, steps };
}

function withSteps(
  open: ReadonlyMap<AbnormalType, OpenCase>,
  steps: readonly CaseStep[],
): ReadonlyMap<AbnormalType, OpenCase> {
  if (steps.length === 0) {
    return open;
  }
  const next = new Map(open);
  for (const step of steps) {
    if (step.do === 'count') {
      continue;
    }
    if (step.do === 'clear') {
      next.delete(step.case.abnormalType);
    } else {
      next.set(step.case.abnormalType, step.case);
    }
  }
  return next;
}
