import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { CaseReading } from './case-reading.ts';

/** Stored state of a case: 0 未处理, 1 已认领, 2 处理中, 3 已处理, 4 误报, 5 自动恢复. */
export type CaseState = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * The part of a case that comes from a device reading which staff declared void: nothing; its level alone, when milder
 * readings have since set words and worst value; or all of it.
 */
export type VoidPart = 'nothing' | 'level' | 'all';

/** A case that is open (state 0-2); instants are epoch ms. */
export interface OpenCase {
  /** Row id; null until it is stored. */
  readonly id: number | null;
  readonly abnormalType: AbnormalType;
  readonly kind: MeasurementKind | null;
  readonly level: AlarmLevel;
  readonly state: 0 | 1 | 2;
  /** First abnormal reading of the confirming run. */
  readonly fromAt: number;
  /** Newest abnormal reading. */
  readonly toAt: number;
  /** Reading that confirmed and so opened the case. */
  readonly openedAt: number;
  readonly countNum: number;
  readonly description: string;
  readonly valueText: string;
  readonly rangeText: string;
  readonly peakText: string;
  /** Figure of the leading metric at the peak; null when unknown. */
  readonly peakValue: number | null;
  readonly peakSeverity: number;
  readonly ruleCode: string;
  readonly ruleId: number | null;
  readonly ruleVersion: number;
  readonly sourceId: number | null;
  readonly ofVoid: VoidPart;
  /** Opened by late readings only: listed, no notices. */
  readonly late: boolean;
  /** Opened only by readings that never alarm: over 24 h old, imported, judged again. */
  readonly past?: boolean | undefined;
  /** Measured time of the last notice; null when none was sent. */
  readonly noticeAt: number | null;
}

/** A kind that waits for a plausible reading. */
export interface Waiting {
  readonly since: number;
  /** A valid reading followed, but it was abnormal and unconfirmed. */
  readonly answered: boolean;
  /**
   * Opened by silence after a plausible value (`off`: the device was not worn): its level does not rise automatically.
   */
  readonly silence?: 'worn' | 'off';
}

/** The open case 数据待核实 of a person with the kinds it waits for. */
export interface CheckCase extends OpenCase {
  readonly abnormalType: 'check';
  readonly waiting: ReadonlyMap<MeasurementKind, Waiting>;
}

/** A case that staff closed (state 3 or 4), which may be reopened. */
export interface ClosedCase {
  readonly id: number;
  readonly abnormalType: AbnormalType;
  readonly level: AlarmLevel;
  readonly closedAt: number;
  readonly hold?: Hold | undefined;
}

/** A handled case under observation: its readings are counted without notice. */
export interface Hold {
  /** Epoch ms. */
  readonly until: number;
  /** The case with what was counted since. */
  readonly case: OpenCase;
}

/** A case that ended automatically a short while ago: an older reading may still change it. */
export interface EndedCase {
  readonly abnormalType: AbnormalType;
  readonly kind: MeasurementKind | null;
  readonly toAt: number;
}

/** Everything that the next reading of a person is compared with. */
export interface CaseBook {
  /** Per kind the newest readings in measured order, at most 20. */
  readonly recent: ReadonlyMap<MeasurementKind, readonly CaseReading[]>;
  readonly open: ReadonlyMap<AbnormalType, OpenCase>;
  readonly check: CheckCase | null;
  readonly closed: readonly ClosedCase[];
  readonly ended?: readonly EndedCase[];
}

/** How a run of the ladder starts: at its first rung, with the one rung of late readings, or without rungs. */
export type RunStart = 'full' | 'late' | 'silent';

/** The notice that a step requires: of a new case, a raised level, a repetition, or none. */
export type Notice = 'open' | 'raise' | 'repeat' | 'none';

/** A change to be stored. */
export type CaseStep =
  | {
      readonly do: 'open';
      readonly case: OpenCase;
      readonly notice: Notice;
      readonly run?: RunStart;
      /** Id of the handled case whose observation ends with it. */
      readonly breaks?: number | undefined;
    }
  /** A reading counted on a case under observation. */
  | { readonly do: 'count'; readonly case: OpenCase; readonly notice: 'none' }
  /** A handled case of the same kind continues with the new readings: state 0 again. */
  | {
      readonly do: 'reopen';
      readonly id: number;
      readonly case: OpenCase;
      readonly notice: Notice;
      readonly run?: RunStart;
    }
  | {
      readonly do: 'extend';
      readonly case: OpenCase;
      readonly raisedFrom: AlarmLevel | null;
      readonly notice: Notice;
      readonly run?: RunStart;
    }
  /** State 5. `moved`: a check case whose readings now belong to a medical case. */
  | { readonly do: 'clear'; readonly case: OpenCase; readonly at: number; readonly reason: 'normal' | 'moved' };

/** Book and steps after one reading. */
export interface Advance {
  readonly book: CaseBook;
  readonly steps: readonly CaseStep[];
}

/** A book of a person without cases and readings. */
export const emptyBook: CaseBook = { recent: new Map(), open: new Map(), check: null, closed: [] };

/** How many readings of a kind a book keeps. */
export const bookDepth = 20;
