import type { MeasurementKind } from '../measurement/metric.ts';
import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseState, OpenCase } from './case-book.ts';
import type { ReplayedCase } from './replay.ts';

/** An open case as it stands, with the kind whose readings made it and its words. */
export interface QuestionedCase {
  readonly id: number;
  readonly abnormalType: AbnormalType;
  readonly level: AlarmLevel;
  readonly state: CaseState;
  readonly fromAt: number;
  readonly toAt: number;
  /** Kind of the readings that made it; null for a case that no single reading made. */
  readonly kind: MeasurementKind | null;
  readonly description: string;
}

/** A reading that was corrected or declared void: its kind and measured time, epoch ms. */
export interface ReplacedReading {
  readonly kind: MeasurementKind;
  readonly at: number;
}

/** What a corrected or void reading means for a case. */
export type Correction =
  /** Nobody took the case and no reading supports it any more. */
  | { readonly do: 'end'; readonly id: number; readonly reason: string }
  /** Somebody took the case and no reading supports it: that one closes it, at the lowest level. */
  | { readonly do: 'mark'; readonly id: number; readonly description: string }
  /** Other readings support the case: it takes their shape and level. */
  | { readonly do: 'follow'; readonly id: number; readonly case: OpenCase };

/** Begins the description of a case whose readings were corrected. */
export const correctedMark = '读数已更正';

const reason = '读数已更正或作废，异常不再成立';

/**
 * Judges the open cases of a person again after readings were corrected or declared void. Only cases of the same kind that
 * a replaced reading lies in are touched; a closed case keeps what was done. Never raises a level: readings do that.
 *
 * @param open open cases of the person (state 0-2)
 * @param replaced the readings that no longer count
 * @param living the cases that the person's living readings make (`casesOfReadings`)
 */
export function correctCases(open: readonly QuestionedCase[], replaced: readonly ReplacedReading[], living: readonly ReplayedCase[]): Correction[] {
  return open.flatMap((row): Correction[] => {
    if (row.state > 2 || !replaced.some(({ kind, at }) => kind === row.kind && row.fromAt <= at && at <= row.toAt)) {
      return [];
    }
    const support = living.filter((each) => each.case.abnormalType === row.abnormalType && overlaps(row, each)).at(-1);
    return support ? followed(row, support) : [unsupported(row)];
  });
}

function unsupported(row: QuestionedCase): Correction {
  return row.state === 0 ? { do: 'end', id: row.id, reason } : { do: 'mark', id: row.id, description: marked(row.description) };
}

function followed(row: QuestionedCase, { case: made, clearedAt }: ReplayedCase): Correction[] {
  if (clearedAt !== null && row.state === 0) {
    return [{ do: 'end', id: row.id, reason }];
  }
  if (made.level > row.level) {
    return [];
  }
  const state = row.state as OpenCase['state'];
  const description = made.level < row.level ? marked(made.description) : made.description;
  return [{ do: 'follow', id: row.id, case: { ...made, id: row.id, state, description } }];
}

function marked(description: string): string {
  return description.startsWith(correctedMark) ? description : `${correctedMark}：${description}`;
}

function overlaps(row: QuestionedCase, { case: made, clearedAt }: ReplayedCase): boolean {
  return made.fromAt <= row.toAt && row.fromAt <= (clearedAt ?? made.toAt);
}
