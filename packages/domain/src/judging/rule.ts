import type { RuleMark } from './rule-mark.ts';
import type { AgeGroup, AlarmLevel, Direction, RuleKind, RuleTag, ScopeType } from './vocabulary.ts';

/** Comparison of a figure with a limit. */
export type Operator = '>=' | '>' | '<=' | '<';

/**
 * A limit as data: a number; a line over age (`base + perYear × age`, females by `perYearFemale` when given); or steps
 * by age (the first whose `toAge` is not exceeded).
 */
export type LimitValue =
  | number
  | { readonly base: number; readonly perYear: number; readonly perYearFemale?: number }
  | { readonly steps: readonly { readonly toAge: number; readonly value: number }[] };

/** State of the body for heart rules. */
export type BodyState = 'rest' | 'active' | 'asleep';

/** One comparison; a rule is met when any of its terms is. */
export interface Term {
  readonly metric: string;
  readonly op: Operator;
  readonly value: LimitValue;
  /** Further comparisons that must hold together with this one. */
  readonly and?: readonly { readonly metric: string; readonly op: Operator; readonly value: number }[];
  readonly minAge?: number;
  readonly maxAge?: number;
  /** 1 男, 2 女. */
  readonly sex?: 1 | 2;
  /** Heart: only in these states; without it in all. */
  readonly states?: readonly BodyState[];
  /** Glucose: only in these meal relations (1-9); without it in all. */
  readonly periods?: readonly number[];
  /** Pressure: only when a symptom was entered with the value. */
  readonly symptom?: true;
}

/** Rules that need the course of several readings; see `history.ts`. */
export type HistoryCondition =
  /** `met` of the last `of` readings of one local day show the flag. */
  | { readonly kind: 'share'; readonly metric: string; readonly met: number; readonly of: number }
  /** A metric changed by `amount` (absolute, or per cent of the older value) within `days`. */
  | {
      readonly kind: 'change';
      readonly metric: string;
      readonly amount: number;
      readonly unit: 'absolute' | 'percent';
      readonly days: number;
    }
  /** A daily figure met the comparison on `met` of the last `of` days. */
  | {
      readonly kind: 'days';
      readonly metric: string;
      readonly op: Operator;
      readonly value: number;
      readonly met: number;
      readonly of: number;
    }
  /** A daily figure lay below `percent` of the median of `medianDays` on `met` days in a row. */
  | {
      readonly kind: 'belowMedian';
      readonly metric: string;
      readonly percent: number;
      readonly medianDays: number;
      readonly met: number;
    }
  /** The mean of at least `of` readings of one recorded sleep meets the comparison. */
  | {
      readonly kind: 'nightMean';
      readonly metric: string;
      readonly op: Operator;
      readonly value: number;
      readonly of: number;
    };

/** Rules about devices and calls; fired by the follower's clock and the event itself. */
export interface EventCondition {
  readonly event: 'notWorn' | 'offline' | 'battery' | 'implausible' | 'sos' | 'fenceLeft' | 'outOfBed';
  readonly minutes?: number;
  /** What falls due in quiet hours fires at their end. */
  readonly wakingTime?: true;
  /** Only wearers of a device that measures SOS. */
  readonly sosWearer?: true;
  readonly below?: number;
  /** A further stage of the same event with its own level. */
  readonly raise?: {
    readonly level: AlarmLevel;
    readonly minutes?: number;
    readonly below?: number;
    readonly gateway?: true;
  };
}

/** When a rule is met and for whom, as stored in a row's JSON column. */
export interface Condition {
  readonly terms: readonly Term[];
  readonly minAge?: number;
  readonly maxAge?: number;
  /** Only persons who have all of these tags in addition to that of the row. */
  readonly withTags?: readonly RuleTag[];
  readonly withoutTags?: readonly RuleTag[];
  /** 1 家庭, 2 诊室或站点. */
  readonly place?: 1 | 2;
  /** 0 吸空气, 1 吸氧. */
  readonly oxygen?: 0 | 1;
  /** Platform sets only: replace the general set of this kind of case, all levels. */
  readonly replacesGeneral?: true;
  /** The confirming readings lie on different local days. */
  readonly distinctDays?: true;
  /** Printed in reports, gives no level and no case. */
  readonly reportOnly?: true;
  /** From a value on the description gets these words; the level stays. */
  readonly addText?: readonly { readonly metric: string; readonly from: number; readonly text: string }[];
  readonly history?: HistoryCondition;
  readonly event?: EventCondition;
}

/** One row of the rule table, as a database row or JSON can hold it. */
export interface AbnormalRule {
  readonly id?: number;
  readonly code: string;
  readonly name: string;
  readonly kind: RuleKind;
  /** Leading metric, for lists; the terms name theirs. */
  readonly metric: string;
  readonly direction: Direction;
  readonly scopeType: ScopeType;
  readonly ageGroup: AgeGroup;
  /** 0 不限, 1 男, 2 女. */
  readonly sex: 0 | 1 | 2;
  readonly tagCode: RuleTag | null;
  readonly personId: number | null;
  readonly condition: Condition;
  readonly level: AlarmLevel;
  readonly confirmCount: number;
  readonly confirmMinutes: number;
  readonly clearMargin: number;
  readonly clearCount: number;
  readonly repeatMinutes: number;
  readonly sourceText: string;
  readonly sourceSection: string;
  readonly mark: RuleMark;
  readonly version: number;
  /** Last local day (YYYY-MM-DD) a person's limit holds; null without end. */
  readonly endOn: string | null;
  readonly valid: boolean;
}
