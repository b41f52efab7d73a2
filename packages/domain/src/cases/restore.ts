import type { Limits } from '../judging/compile-limits.ts';
import { judge } from '../judging/judge.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { bookDepth } from './case-book.ts';
import type { CaseBook, CheckCase, ClosedCase, OpenCase, Waiting } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';

/** The stored data of one person. */
export interface StoredBook {
  /** The newest readings (20 a kind are enough), any order. */
  readonly readings: readonly CaseReading[];
  /** Open cases, the check case among them. */
  readonly open: readonly OpenCase[];
  /** Cases that staff closed in the last 30 minutes. */
  readonly closed: readonly ClosedCase[];
}

/** Builds a person's book from stored data; it continues as if it had never been stored. */
export function restoreBook({ readings, open, closed }: StoredBook): CaseBook {
  const recent = new Map<MeasurementKind, readonly CaseReading[]>();
  for (const kind of new Set(readings.map((reading) => reading.kind))) {
    const own = readings.filter((reading) => reading.kind === kind).toSorted((a, b) => a.at - b.at);
    recent.set(kind, own.slice(-bookDepth));
  }
  const check = open.find((each) => each.abnormalType === 'check');
  const medical = open.filter((each) => each.abnormalType !== 'check');
  return {
    recent,
    closed,
    open: new Map(medical.map((each) => [each.abnormalType, each])),
    check: check ? restoreCheck(check, recent) : null,
  };
}

function restoreCheck(open: OpenCase, recent: ReadonlyMap<MeasurementKind, readonly CaseReading[]>): CheckCase {
  const waiting = new Map<MeasurementKind, Waiting>();
  for (const [kind, readings] of recent) {
    const state = waitingOf(readings.filter((reading) => reading.at >= open.fromAt));
    if (state) {
      waiting.set(kind, state);
    }
  }
  return { ...open, abnormalType: 'check', waiting };
}

function waitingOf(readings: readonly CaseReading[]): Waiting | undefined {
  let waiting: Waiting | undefined;
  for (const reading of readings) {
    if (reading.doubtful) {
      waiting ??= { since: reading.at, answered: false };
    } else if (waiting && !reading.blocked) {
      waiting = reading.finding ? { ...waiting, answered: true } : undefined;
    }
  }
  return waiting;
}

/** A stored worst value. */
export interface StoredPeak {
  readonly kind: MeasurementKind;
  /** Leading metric of the rule. */
  readonly metric: string;
  /** `205/122`, `171`. */
  readonly peakText: string;
}

/** Figure and severity of a stored worst value, to compare with the next reading; null and 0 when the text is empty. */
export function restorePeak(
  { kind, metric, peakText }: StoredPeak,
  limits: Limits,
): Pick<OpenCase, 'peakValue' | 'peakSeverity'> {
  const [first, second] = peakText.split('/').map((part) => (part === '' ? undefined : Number(part)));
  const values: ReadingValues = kind === 'bp' ? { high: first, low: second } : { [metric]: first };
  const finding = judge({ kind, values, trusted: true }, limits).findings[0];
  return { peakValue: values[metric] ?? null, peakSeverity: finding?.severity ?? 0 };
}
