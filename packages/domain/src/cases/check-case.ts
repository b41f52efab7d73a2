import type { MeasurementKind } from '../measurement/metric.ts';
import { kindOf } from '../measurement/catalogue.ts';
import type { CaseStep, CheckCase, OpenCase, Waiting } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';
import type { Confirmation } from './confirm.ts';

const patience = 15 * 60_000;

/** The check case after a reading, with the steps to store. */
export interface CheckOutcome {
  readonly check: CheckCase | null;
  readonly steps: readonly CaseStep[];
}

/**
 * When the check case rises to level 3: 15 minutes after the first doubtful reading that no valid one followed; null
 * when nothing is due. The follower's clock and the next reading both act on it.
 */
export function checkDueAt(check: CheckCase | null): number | null {
  if (!check || check.level >= 3 || check.state !== 0) {
    return null;
  }
  const open = [...check.waiting.values()].filter((waiting) => !waiting.answered).map((waiting) => waiting.since);
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
 * What a reading means for 数据待核实: a doubtful one that nothing confirms opens or extends the case; a plausible normal
 * one, or a confirmation (the medical case takes it over), ends the waiting of its kind, and with the last kind the case.
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
  return kept({ ...check, waiting: withWaiting(check, reading.kind, { ...waiting, answered: true }) });
}

/** The case goes on, with what it waits for changed: stored, so that the clock knows of it. */
function kept(check: CheckCase): CheckOutcome {
  return { check, steps: [{ do: 'extend', case: check, raisedFrom: null, notice: 'none' }] };
}

/** The medical case carries the value at its own level. */
function isSettled({ finding }: CaseReading, confirmed: Confirmation): boolean {
  return finding !== undefined && confirmed.level >= finding.level;
}

function openCheck(reading: CaseReading): CheckOutcome {
  const check: CheckCase = {
    id: null, abnormalType: 'check', kind: reading.kind, level: 2, state: 0,
    fromAt: reading.at, toAt: reading.at, openedAt: reading.at, countNum: 1,
    description: describe(reading), ...figuresOf(reading),
    ruleCode: 'EVT-CHECK', ruleId: null, ruleVersion: 1, sourceId: reading.id,
    late: reading.late, noticeAt: reading.late ? null : reading.at,
    waiting: new Map([[reading.kind, { since: reading.at, answered: false }]]),
  };
  return { check, steps: [{ do: 'open', case: check, notice: reading.late ? 'none' : 'open' }] };
}

function figuresOf({ finding }: CaseReading): Pick<OpenCase, 'valueText' | 'rangeText' | 'peakText' | 'peakValue' | 'peakSeverity'> {
  if (!finding) {
    return { valueText: '', rangeText: '', peakText: '', peakValue: null, peakSeverity: 0 };
  }
  const { valueText, rangeText, value, severity } = finding;
  return { valueText, rangeText, peakText: valueText, peakValue: value, peakSeverity: severity };
}

function extendCheck(check: CheckCase, reading: CaseReading): CheckOutcome {
  const waiting = check.waiting.get(reading.kind) ?? { since: reading.at, answered: false };
  const extended: CheckCase = {
    ...check, toAt: Math.max(check.toAt, reading.at), countNum: check.countNum + 1, late: check.late && reading.late,
    waiting: withWaiting(check, reading.kind, waiting),
  };
  return { check: extended, steps: [{ do: 'extend', case: extended, raisedFrom: null, notice: 'none' }] };
}

function endWaiting(check: CheckCase, reading: CaseReading, reason: 'normal' | 'moved'): CheckOutcome {
  const left = new Map([...check.waiting].filter(([kind]) => kind !== reading.kind));
  if (left.size > 0 || check.state !== 0) {
    return kept({ ...check, waiting: left });
  }
  const ended: CheckCase = { ...check, waiting: left };
  return { check: null, steps: [{ do: 'clear', case: ended, at: reading.at, reason }] };
}

function withWaiting(check: CheckCase, kind: MeasurementKind, waiting: Waiting): ReadonlyMap<MeasurementKind, Waiting> {
  return new Map([...check.waiting, [kind, waiting]]);
}

function describe(reading: CaseReading): string {
  const { zh } = kindOf(reading.kind);
  return reading.finding ? `${reading.finding.description.replace('，请复测', '')}，数值少见，请复测` : `${zh}数值少见，请复测`;
}
