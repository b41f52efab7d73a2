import type { Finding } from '../judging/finding.ts';
import type { CaseBook } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { confirmLevel } from './confirm.ts';
import { heldAt, isCovered } from './hold.ts';

const minute = 60_000;
const shortestWait = 15;
const longestWait = 60;
const intervals = 1.5;

/** An alarming value of a device without a valid later value of its kind. */
export interface Unanswered {
  readonly reading: CaseReading;
  readonly finding: Finding;
  /** Level of the check case that silence opens. */
  readonly level: 2 | 3;
  /** False when the device was not worn (contact off): level 2, notified once until it is worn again. */
  readonly isWorn: boolean;
  /** Epoch ms; a valid value measured after the reading and stored by then answers it. */
  readonly dueAt: number;
}

/** Minutes to wait for an answer: 15, or 1.5 sampling intervals, at most 60. */
export function answerMinutes(samplingMinutes: number): number {
  return Math.min(longestWait, Math.max(shortestWait, intervals * samplingMinutes));
}

/**
 * The value at the end of a kind's readings that silence turns into 数据待核实. A device measured it, its figures reach
 * level 3 or 4 (before the cap for devices without registration), and its run confirms less. A check of level 3 for
 * figures of level 4, of level 2 otherwise. Late and doubtful values make none: doubtful ones open their check at once.
 *
 * @param readings one kind of one person in measured order, the newest last
 */
export function unanswered(readings: readonly CaseReading[], samplingMinutes: number): Unanswered | undefined {
  const last = readings.findLastIndex(({ blocked }) => !blocked);
  const worn = last < 0 ? undefined : alarming(readings[last]);
  const dueOf = ({ at }: CaseReading): number => at + answerMinutes(samplingMinutes) * minute;
  if (worn) {
    const level = worn.finding.reached === 4 ? 3 : 2;
    const confirmed = confirmLevel(readings.slice(0, last + 1), samplingMinutes);
    return confirmed.level >= level ? undefined : { ...worn, level, isWorn: true, dueAt: dueOf(worn.reading) };
  }
  for (const each of readings.slice(last + 1)) {
    const found = each.judgement.quality === 5 ? alarming(each) : undefined;
    if (found) {
      return { ...found, level: 2, isWorn: false, dueAt: dueOf(each) };
    }
  }
  return undefined;
}

function alarming(reading: CaseReading | undefined): Pick<Unanswered, 'reading' | 'finding'> | undefined {
  const finding = reading?.judgement.findings[0];
  const counts = reading !== undefined && reading.by.instrument !== 'manual' && !reading.late && !reading.doubtful;
  return counts && finding && finding.reached >= 3 ? { reading, finding } : undefined;
}

/** Whether a case, open or under observation, covers the value at the level of the check. */
export function isToldAlready(
  { open, check, closed }: Pick<CaseBook, 'open' | 'check' | 'closed'>,
  { reading, finding, level }: Unanswered,
): boolean {
  const medical = open.get(finding.abnormalType);
  const held = heldAt({ closed }, finding.abnormalType, reading.at);
  return (
    (held !== undefined && isCovered(held, finding)) ||
    (medical !== undefined && medical.level >= level) ||
    (check?.waiting.has(reading.kind) === true && check.level >= level)
  );
}
