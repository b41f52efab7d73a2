import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseBook, CaseState, CaseStep, OpenCase } from './case-book.ts';

/** A case as it stands in the table, for comparison with a replay. */
export interface StoredCase {
  readonly id: number;
  readonly abnormalType: AbnormalType;
  readonly level: AlarmLevel;
  readonly state: CaseState;
  readonly fromAt: number;
  readonly toAt: number;
  readonly countNum: number;
}

/** What a replay says about one case: its last shape, and when it ended by itself. */
export interface ReplayedCase {
  readonly case: OpenCase;
  readonly clearedAt: number | null;
}

/** A change that brings the table in line with a replay. */
export type CaseRepair =
  /** A case that nobody had: stored as late, without notices; `clearedAt` set means state 5. */
  | { readonly do: 'insert'; readonly case: OpenCase; readonly clearedAt: number | null }
  /** An existing case that covers more: figures only, never its state. */
  | { readonly do: 'widen'; readonly id: number; readonly case: OpenCase };

/** The cases that a sequence of steps made, in order of opening. */
export function replayedCases(steps: readonly CaseStep[], book: CaseBook): ReplayedCase[] {
  const ended: ReplayedCase[] = [];
  for (const step of steps) {
    if (step.do === 'clear') {
      ended.push({ case: step.case, clearedAt: step.at });
    }
  }
  const open = [...book.open.values(), ...(book.check ? [book.check] : [])].map((each) => ({ case: each, clearedAt: null }));
  return [...ended, ...open].toSorted((a, b) => a.case.openedAt - b.case.openedAt);
}

/**
 * Compares stored cases with a replay that took late readings in. A replayed case that overlaps a stored one of its kind
 * widens it (earlier begin, later end, more readings, higher level), whatever its state; one that overlaps none is new
 * and late. A second case while one of its kind is open is never made. Nothing is withdrawn: what was told stays told.
 */
export function reconcile(stored: readonly StoredCase[], replayed: readonly ReplayedCase[]): CaseRepair[] {
  const repairs: CaseRepair[] = [];
  const taken = new Set<number>();
  for (const each of replayed) {
    const match = stored.find((row) => !taken.has(row.id) && row.abnormalType === each.case.abnormalType && overlaps(row, each));
    if (match) {
      taken.add(match.id);
      if (differs(match, each.case)) {
        repairs.push({ do: 'widen', id: match.id, case: widened(match, each.case) });
      }
    } else if (each.clearedAt !== null || !stored.some((row) => isOpen(row) && row.abnormalType === each.case.abnormalType)) {
      repairs.push({ do: 'insert', case: { ...each.case, late: true, noticeAt: null }, clearedAt: each.clearedAt });
    }
  }
  return repairs;
}

function isOpen(row: StoredCase): boolean {
  return row.state <= 2;
}

function overlaps(row: StoredCase, { case: replayed, clearedAt }: ReplayedCase): boolean {
  const end = clearedAt ?? replayed.toAt;
  return replayed.fromAt <= row.toAt && row.fromAt <= end;
}

function differs(row: StoredCase, replayed: OpenCase): boolean {
  const same = row.fromAt <= replayed.fromAt && row.toAt >= replayed.toAt;
  return !same || replayed.countNum > row.countNum || replayed.level > row.level;
}

function widened(row: StoredCase, replayed: OpenCase): OpenCase {
  return {
    ...replayed, id: row.id,
    fromAt: Math.min(row.fromAt, replayed.fromAt), toAt: Math.max(row.toAt, replayed.toAt),
    countNum: Math.max(row.countNum, replayed.countNum), level: row.level > replayed.level ? row.level : replayed.level,
  };
}
