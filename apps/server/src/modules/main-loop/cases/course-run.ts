import {
  casesOf,
  continueRun,
  emptyBook,
  type CaseRun,
  type CaseStep,
  type ReplayedCase,
  type StaffClosing,
} from '@kangmai/domain';
import { gravest, stepsOf, type Outcome } from './history-steps.ts';

export interface Moment {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
}

function taken({ book, ended }: CaseRun, steps: readonly CaseStep[]): CaseRun {
  const open = new Map(book.open);
  const [over, broken] = [[...ended], new Set<number>()];
  for (const step of steps) {
    if (step.do === 'clear') {
      open.delete(step.case.abnormalType);
      over.push({ case: step.case, clearedAt: step.at });
    } else open.set(step.case.abnormalType, step.case);
    if (step.do === 'open' && step.breaks !== undefined) broken.add(step.breaks);
  }
  const closed = book.closed.map((each) => (broken.has(each.id) ? { ...each, hold: undefined } : each));
  return { book: { ...book, open, closed }, ended: over };
}

export function continueMoments(from: CaseRun, moments: readonly Moment[], closings: readonly StaffClosing[]): CaseRun {
  let run = from;
  let waiting = closings.toSorted((one, other) => one.at - other.at);
  for (const { at, outcomes } of moments) {
    const acts = waiting.filter((act) => act.at <= at);
    if (acts.length > 0) {
      run = continueRun(run, [], acts);
      waiting = waiting.slice(acts.length);
    }
    const steps = gravest(outcomes).flatMap((outcome) => stepsOf(outcome, run.book));
    if (steps.length > 0) run = taken(run, steps);
  }
  return continueRun(run, [], waiting);
}

/** The cases that courses give, beside what staff closed. Pure. */
export const casesOfMoments = (
  moments: readonly Moment[],
  closings: readonly StaffClosing[],
): readonly ReplayedCase[] => casesOf(continueMoments({ book: emptyBook, ended: [] }, moments, closings));
