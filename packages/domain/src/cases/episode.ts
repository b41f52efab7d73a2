import type { AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseBook, CaseStep, ClosedCase, Notice, OpenCase, RunStart } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { besideNewest, caseWords, freshWords, standsForVoid, tellsVoid, wordsAfterVoid } from './case-words.ts';
import type { Confirmation } from './confirm.ts';
import { countStep, heldAt } from './hold.ts';
import { isAlarming, noticeFor } from './notice.ts';

const reopenWithin = 30 * 60_000;

/** The step an abnormal reading makes for its kind of case; undefined while nothing is confirmed. */
export function abnormalStep(book: CaseBook, reading: CaseReading, confirmed: Confirmation): CaseStep | undefined {
  const { finding } = reading;
  if (!finding) {
    return undefined;
  }
  const open = book.open.get(finding.abnormalType);
  if (open) {
    return extendCase(open, reading, confirmed);
  }
  const counted = countStep(book, reading, confirmed);
  if (counted || confirmed.level === 0) {
    return counted;
  }
  return openCase(book, reading, { level: confirmed.level, run: confirmed.run });
}

function openCase(
  book: CaseBook,
  reading: CaseReading,
  confirmed: { level: AlarmLevel; run: readonly CaseReading[] },
): CaseStep | undefined {
  const { finding } = reading;
  const first = confirmed.run[0];
  if (!finding || !first) {
    return undefined;
  }
  const worst = confirmed.run.reduce((a, b) => (isWorse(b, a) ? b : a));
  const made: OpenCase = {
    id: null,
    abnormalType: finding.abnormalType,
    kind: reading.kind,
    level: confirmed.level,
    state: 0,
    fromAt: first.at,
    toAt: reading.at,
    openedAt: reading.at,
    countNum: confirmed.run.length,
    description: finding.description,
    valueText: finding.valueText,
    rangeText: finding.rangeText,
    ...peakOf(worst),
    ruleCode: finding.ruleCode,
    ruleId: finding.ruleId,
    ruleVersion: finding.ruleVersion,
    sourceId: reading.id,
    ofVoid: 'nothing',
    ...caseWords(reading, confirmed.level, confirmed.run.length),
    late: reading.late,
    past: reading.late && reading.past,
    noticeAt: reading.late ? null : reading.at,
  };
  const held = heldAt(book, made.abnormalType, reading.at);
  const before = book.closed.find((each) => isReopened(each, made, held));
  const notice = reading.late ? 'none' : 'open';
  return before
    ? { do: 'reopen', id: before.id, case: { ...made, id: before.id }, notice }
    : { do: 'open', case: made, notice, ...(held && { breaks: held.id }) };
}

/** Whether a case reopens: within 30 min of its handling, or under observation, unless the new level is higher. */
function isReopened(closed: ClosedCase, made: OpenCase, held: ClosedCase | undefined): boolean {
  const since = made.openedAt - closed.closedAt;
  const isRecent = closed === held || (since >= 0 && since <= reopenWithin);
  return closed.abnormalType === made.abnormalType && isRecent && made.level <= closed.level;
}

function extendCase(open: OpenCase, reading: CaseReading, confirmed: Confirmation): CaseStep {
  const raised = confirmed.level > open.level;
  const level = raised ? (confirmed.level as AlarmLevel) : open.level;
  const told = isNewAfterVoid(open, confirmed) ? { ...open, noticeAt: null } : open;
  const notice = noticeFor(told, { at: reading.at, late: reading.late, reached: reading.finding?.reached }, level);
  const extended: OpenCase = {
    ...open,
    level,
    fromAt: Math.min(open.fromAt, reading.at),
    toAt: Math.max(open.toAt, reading.at),
    countNum: open.countNum + 1,
    ...(isNewPeak(open, reading, confirmed) ? peakOf(reading) : {}),
    ...wordsOf(open, reading, { confirmed, level, told: open.late && notice !== 'none' }),
    ...(isTakenOver(open, confirmed) ? { kind: reading.kind } : {}),
    ...toldOf(open, reading, { notice, level }),
  };
  return {
    do: 'extend',
    case: extended,
    raisedFrom: raised ? open.level : null,
    notice,
    ...runOf(open, extended, reading),
  };
}

/**
 * Whether a case is still late, and when its last notice was sent. A case opened by readings that never alarm stays
 * silent until one that may alarm reaches its level.
 */
function toldOf(
  open: OpenCase,
  reading: CaseReading,
  { notice, level }: { readonly notice: Notice; readonly level: AlarmLevel },
): Pick<OpenCase, 'late' | 'past' | 'noticeAt'> {
  const late = open.late && notice === 'none';
  const isSilent = reading.past || !isAlarming(level, { reached: reading.finding?.reached });
  return {
    late,
    past: late && open.past === true && isSilent,
    noticeAt: notice === 'none' ? open.noticeAt : reading.at,
  };
}

/** A reading that never alarms raises without a rung; a late one adds its rung to a case opened by older ones. */
function runOf(open: OpenCase, extended: OpenCase, reading: CaseReading): { readonly run?: RunStart } {
  if (!open.late && reading.past && extended.level > open.level) {
    return { run: 'silent' };
  }
  return open.past && extended.late && !extended.past && extended.level >= 3 ? { run: 'late' } : {};
}

interface Worded {
  readonly confirmed: Confirmation;
  readonly level: AlarmLevel;
  /** The first notice of the case is sent with this reading. */
  readonly told: boolean;
}

function wordsOf(open: OpenCase, reading: CaseReading, { confirmed, level, told }: Worded): Partial<OpenCase> {
  if (standsForVoid(open) && isValued(reading, confirmed)) {
    return wordsAfterVoid(reading, { level, confirmed: confirmed.level, count: confirmed.run.length });
  }
  if (level > open.level || (isTakenOver(open, confirmed) && confirmed.level === level)) {
    return caseWords(reading, level, confirmed.run.length);
  }
  return told ? freshWords(open, reading, level) : { description: besideNewest(open.description, reading, level) };
}

/** A case opened by a course over days belongs to the readings once they confirm one: from then on they may end it. */
function isTakenOver(open: OpenCase, confirmed: Confirmation): boolean {
  return open.kind === null && open.ruleCode !== '' && confirmed.level > 0;
}

/** The alarm of a void device reading becomes that of a later reading and is notified as new. */
function isNewAfterVoid(open: OpenCase, confirmed: Confirmation): boolean {
  return standsForVoid(open) && confirmed.level === open.level;
}

/** A doubtful value counts only once its level is confirmed. */
function isValued({ finding, doubtful }: CaseReading, confirmed: Confirmation): boolean {
  return finding !== undefined && (!doubtful || confirmed.level >= finding.level);
}

/** Any later reading replaces the worst value of a void one. */
function isNewPeak(open: OpenCase, reading: CaseReading, confirmed: Confirmation): boolean {
  const isWorst = (reading.finding?.severity ?? 0) > open.peakSeverity;
  return (isWorst || tellsVoid(open)) && isValued(reading, confirmed);
}

function isWorse(a: CaseReading, b: CaseReading): boolean {
  return (a.finding?.severity ?? 0) > (b.finding?.severity ?? 0);
}

function peakOf(reading: CaseReading): Pick<OpenCase, 'peakText' | 'peakValue' | 'peakSeverity'> {
  const { finding } = reading;
  return {
    peakText: finding?.valueText ?? '',
    peakValue: finding?.value ?? null,
    peakSeverity: finding?.severity ?? 0,
  };
}

/** Whether normal readings of a kind may end a case. */
export const mayClear = (open: OpenCase, kind: CaseReading['kind']): boolean =>
  open.kind === kind && open.level <= 2 && open.state === 0;

/**
 * Steps of a normal reading: an untouched case of level 1-2 ends after enough readings in a row inside its limits by
 * their margin. Levels 3-4 never end automatically.
 *
 * @param readings the kind's readings in measured order, the newest last
 */
export function clearSteps(book: CaseBook, readings: readonly CaseReading[]): CaseStep[] {
  const newest = readings.at(-1);
  if (!newest) {
    return [];
  }
  return [...book.open.values()].flatMap((open): CaseStep[] => {
    const wanted = mayClear(open, newest.kind) ? newest.calms.get(open.abnormalType) : undefined;
    return wanted !== undefined && calmRun(open, readings) >= wanted
      ? [{ do: 'clear', case: open, at: newest.at, reason: 'normal' }]
      : [];
  });
}

function calmRun(open: OpenCase, readings: readonly CaseReading[]): number {
  let run = 0;
  for (const reading of readings.toReversed()) {
    if (reading.blocked) {
      continue;
    }
    if (reading.at <= open.toAt || !reading.calms.has(open.abnormalType)) {
      break;
    }
    run += 1;
  }
  return run;
}
