import type { Finding } from '../judging/finding.ts';
import { kindOf } from '../measurement/catalogue.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { CaseBook, CaseStep, CheckCase, OpenCase, Waiting } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import { checkWords } from './case-words.ts';
import { confirmLevel } from './confirm.ts';
import type { Confirmation } from './confirm.ts';
import { isToldAlready } from './unanswered.ts';
import type { Unanswered } from './unanswered.ts';

const patience = 15 * 60_000;

/** The check case after a reading, with the steps to store. */
export interface CheckOutcome {
  readonly check: CheckCase | null;
  readonly steps: readonly CaseStep[];
}

/**
 * When the check case rises to level 3: 15 minutes after the first doubtful reading without a valid successor; null
 * when nothing is due; a check opened by silence does not rise. Used by the follower's clock and by the next reading.
 */
export function checkDueAt(check: CheckCase | null): number | null {
  if (!check || check.level >= 3 || check.state !== 0) {
    return null;
  }
  const open = [...check.waiting.values()]
    .filter((waiting) => !waiting.answered && waiting.silence === undefined)
    .map((waiting) => waiting.since);
  return open.length === 0 ? null : Math.min(...open) + patience;
}

/** Raises a check case that is due at `now` (epoch ms). */
export function riseCheck(check: CheckCase | null, now: number): CheckOutcome {
  const due = checkDueAt(check);
  if (!check || due === null || now < due) {
    return { check, steps: [] };
  }
  const notice = check.late ? 'none' : 'raise';
  const raised: CheckCase = { ...check, level: 3, noticeAt: check.late ? check.noticeAt : due };
  return { check: raised, steps: [{ do: 'extend', case: raised, raisedFrom: check.level, notice }] };
}

/**
 * Effect of a reading on 数据待核实: an unconfirmed doubtful one opens or extends the case; a plausible normal one, or a
 * confirmation (its medical case takes over), ends the wait of its kind, and with the last kind the case.
 */
export function advanceCheck(check: CheckCase | null, reading: CaseReading, confirmed: Confirmation): CheckOutcome {
  if (reading.doubtful && !isSettled(reading, confirmed)) {
    return check ? extendCheck(check, reading) : openCheck(reading);
  }
  const waiting = check?.waiting.get(reading.kind);
  if (!check || !waiting || reading.blocked) {
    return { check, steps: [] };
  }
  if (confirmed.level > 0) {
    return endWaiting(check, reading, 'moved');
  }
  if (!reading.finding) {
    return endWaiting(check, reading, 'normal');
  }
  return extendedCheck({ ...check, waiting: withWaiting(check, reading.kind, { ...waiting, answered: true }) });
}

/**
 * Opens 数据待核实 for an alarming value without a successor in time, or adds it to the open one; `now` in epoch ms. Does
 * nothing where an open case covers it already.
 */
export function checkSilence(
  book: Pick<CaseBook, 'open' | 'check' | 'closed'>,
  silent: Unanswered,
  now: number,
): CheckOutcome {
  const { check } = book;
  if (isToldAlready(book, silent)) {
    return { check, steps: [] };
  }
  const { reading, finding, level, isWorn } = silent;
  const waiting: Waiting = { since: reading.at, answered: false, silence: isWorn ? 'worn' : 'off' };
  if (!check) {
    const description = `${finding.description}，${isWorn ? '此后无有效数据，请核实' : '设备未佩戴，请核实'}`;
    const opened = {
      ...checkOf(reading, finding),
      level,
      openedAt: now,
      description,
      waiting: new Map([[reading.kind, waiting]]),
    };
    return { check: opened, steps: [{ do: 'open', case: opened, notice: 'open' }] };
  }
  const raised = level > check.level;
  const added: CheckCase = {
    ...check,
    level: raised ? level : check.level,
    toAt: Math.max(check.toAt, reading.at),
    countNum: check.countNum + 1,
    late: false,
    noticeAt: raised ? now : check.noticeAt,
    waiting: withWaiting(check, reading.kind, check.waiting.get(reading.kind) ?? waiting),
  };
  const step: CaseStep = {
    do: 'extend',
    case: added,
    raisedFrom: raised ? check.level : null,
    notice: raised ? 'raise' : 'none',
  };
  return { check: added, steps: [step] };
}

/**
 * Effect of readings of one kind on a check opened by silence only, when they were followed in another order than
 * measured: those after the silent value end it as they would have in order. No effect on a check of doubtful values.
 *
 * @param readings one kind of one person in measured order
 */
export function answerSilence(
  check: CheckCase | null,
  readings: readonly CaseReading[],
  samplingMinutes: number,
): CheckOutcome {
  const since = silentSince(check, readings[0]);
  for (const [index, reading] of readings.entries()) {
    if (check && since !== undefined && reading.at > since) {
      const next = advanceCheck(check, reading, confirmLevel(readings.slice(0, index + 1), samplingMinutes));
      if (next.check?.waiting.has(reading.kind) !== true) {
        return next;
      }
    }
  }
  return { check, steps: [] };
}

/** Since when a check opened by silence alone waits for a kind. */
function silentSince(check: CheckCase | null, reading: CaseReading | undefined): number | undefined {
  const isSilence = check !== null && [...check.waiting.values()].every(({ silence }) => silence !== undefined);
  return isSilence && reading ? check.waiting.get(reading.kind)?.since : undefined;
}

/** The case continues with changed waits: stored, so that the clock sees them. */
function extendedCheck(check: CheckCase): CheckOutcome {
  return { check, steps: [{ do: 'extend', case: check, raisedFrom: null, notice: 'none' }] };
}

/** The medical case carries the value at its own level. */
function isSettled({ finding }: CaseReading, confirmed: Confirmation): boolean {
  return finding !== undefined && confirmed.level >= finding.level;
}

function openCheck(reading: CaseReading): CheckOutcome {
  const check = checkOf(reading, reading.finding);
  return { check, steps: [{ do: 'open', case: check, notice: reading.late ? 'none' : 'open' }] };
}

function checkOf(reading: CaseReading, finding: Finding | undefined): CheckCase {
  return {
    id: null,
    abnormalType: 'check',
    kind: reading.kind,
    level: 2,
    state: 0,
    fromAt: reading.at,
    toAt: reading.at,
    openedAt: reading.at,
    countNum: 1,
    description: describe(reading),
    ...figuresOf(finding),
    ruleCode: 'EVT-CHECK',
    ruleId: null,
    ruleVersion: 1,
    sourceId: reading.id,
    ofVoid: 'nothing',
    late: reading.late,
    past: reading.late && reading.past,
    noticeAt: reading.late ? null : reading.at,
    waiting: new Map([[reading.kind, { since: reading.at, answered: false }]]),
  };
}

function figuresOf(
  finding: Finding | undefined,
): Pick<OpenCase, 'valueText' | 'rangeText' | 'peakText' | 'peakValue' | 'peakSeverity'> {
  if (!finding) {
    return { valueText: '', rangeText: '', peakText: '', peakValue: null, peakSeverity: 0 };
  }
  const { valueText, rangeText, value, severity } = finding;
  return { valueText, rangeText, peakText: valueText, peakValue: value, peakSeverity: severity };
}

/** The wait that a doubtful value extends. After an answer or a silence there is none: the value starts a new wait. */
function goingOn({ waiting }: CheckCase, { kind }: CaseReading): Waiting | undefined {
  const held = waiting.get(kind);
  return held && !held.answered && held.silence === undefined ? held : undefined;
}

function extendCheck(check: CheckCase, reading: CaseReading): CheckOutcome {
  const isFirstFresh = check.late && !reading.late;
  const unanswered: Waiting = { since: reading.at, answered: false };
  const late = check.late && reading.late;
  const extended: CheckCase = {
    ...check,
    ...(isFirstFresh && { description: describe(reading), ...figuresOf(reading.finding) }),
    toAt: Math.max(check.toAt, reading.at),
    countNum: check.countNum + 1,
    late,
    past: late && check.past === true && reading.past,
    noticeAt: isFirstFresh ? reading.at : check.noticeAt,
    waiting: withWaiting(check, reading.kind, isFirstFresh ? unanswered : (goingOn(check, reading) ?? unanswered)),
  };
  return {
    check: extended,
    steps: [{ do: 'extend', case: extended, raisedFrom: null, notice: isFirstFresh ? 'open' : 'none' }],
  };
}

function endWaiting(check: CheckCase, reading: CaseReading, reason: 'normal' | 'moved'): CheckOutcome {
  const left = new Map([...check.waiting].filter(([kind]) => kind !== reading.kind));
  if (left.size > 0 || check.state !== 0) {
    return extendedCheck({ ...check, waiting: left });
  }
  const ended: CheckCase = { ...check, waiting: left };
  return { check: null, steps: [{ do: 'clear', case: ended, at: reading.at, reason }] };
}

function withWaiting(check: CheckCase, kind: MeasurementKind, waiting: Waiting): ReadonlyMap<MeasurementKind, Waiting> {
  return new Map([...check.waiting, [kind, waiting]]);
}

function describe(reading: CaseReading): string {
  return checkWords(reading, kindOf(reading.kind).zh);
}
