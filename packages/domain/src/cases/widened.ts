import type { CaseState, CaseStep, OpenCase } from './case-book.ts';
import { besideVoid, standsForVoid, tellsVoid } from './case-words.ts';
import { runStartOf } from '../ladder/ladder.ts';
import type { ReplayDelta, ReplayedCase } from './replay.ts';

/** A case as stored. */
export interface StoredCase {
  readonly id: number;
  readonly state: CaseState;
  /** A person claimed, contacted, closed or created it, or a course over days opened it: readings may only widen it. */
  readonly acted: boolean;
  readonly case: OpenCase;
}

/** An open case in its new shape: first notified, raised, lowered or only longer. */
export function changed(row: StoredCase, own: OpenCase, { news }: ReplayDelta): CaseStep {
  const raised = own.level > row.case.level;
  const raisedFrom = raised ? row.case.level : null;
  if (isNews(row.case, own, news)) {
    return { do: 'extend', case: own, raisedFrom, notice: 'open' };
  }
  if (own.level < row.case.level) {
    return {
      do: 'extend',
      case: own,
      raisedFrom: null,
      notice: 'none',
      run: runStartOf({ do: 'open', case: own, notice: 'none' }) ?? 'full',
    };
  }
  const told = raised && !own.late ? howTold[news] : rungOf(row.case, own);
  return { do: 'extend', case: own, raisedFrom, notice: 'none', ...told };
}

/** A reading that may alarm joined a case opened silently by older ones: starts the rung of late readings. */
const rungOf = (held: OpenCase, own: OpenCase): { readonly run?: 'late' } =>
  held.past === true && own.past !== true && own.late && own.level >= 3 ? { run: 'late' } : {};

/**
 * Notified as new: a case of late readings, and the alarm of a void device reading that present readings take over at
 * its level.
 */
function isNews(held: OpenCase, own: OpenCase, news: ReplayDelta['news']): boolean {
  const isNewAfterVoid = standsForVoid(held) && !standsForVoid(own) && own.level === held.level && news === 'live';
  return !own.late && (held.late || isNewAfterVoid);
}

/**
 *  A raise by live readings sends a notice; readings that are too old to alarm raise the level without starting the
 *  ladder.
 */
const howTold = { live: { notice: 'raise' }, late: {}, past: { run: 'silent' } } as const;

/** The words of later readings replace those of a void one; below its level the mark follows them. */
function afterVoid(held: OpenCase, replayed: OpenCase): Partial<OpenCase> {
  const { description, valueText, rangeText, ruleCode, ruleId, ruleVersion, noticeAt } = replayed;
  const words = { valueText, rangeText, ruleCode, ruleId, ruleVersion, countNum: held.countNum + 1 };
  return replayed.level < held.level
    ? { ...words, description: besideVoid(description, held.level), ofVoid: 'level' }
    : { ...words, description, ofVoid: 'nothing', noticeAt };
}

/** A case that also covers the cases of readings, at the higher level. */
export function widened(held: OpenCase, { case: replayed, clearedAt }: ReplayedCase): OpenCase {
  const raised = replayed.level > held.level;
  const isAfterVoid = standsForVoid(held) && clearedAt === null;
  const isWorse = replayed.peakSeverity > held.peakSeverity || (tellsVoid(held) && clearedAt === null);
  const { peakText, peakValue, peakSeverity } = isWorse ? replayed : held;
  const renewed = isAfterVoid ? afterVoid(held, replayed) : {};
  return {
    ...held,
    ...renewed,
    ...(raised && { ...replayed, id: held.id, state: held.state }),
    fromAt: Math.min(held.fromAt, replayed.fromAt),
    toAt: Math.max(held.toAt, clearedAt === null ? replayed.toAt : Math.min(replayed.toAt, clearedAt)),
    countNum: Math.max(renewed.countNum ?? held.countNum, replayed.countNum),
    late: held.late && replayed.late,
    peakText,
    peakValue,
    peakSeverity,
  };
}

/** Whether a case in its new shape contains more than before. */
export function isWider(held: OpenCase, own: OpenCase): boolean {
  return (
    own.fromAt < held.fromAt ||
    own.toAt > held.toAt ||
    own.countNum > held.countNum ||
    own.level > held.level ||
    own.peakSeverity > held.peakSeverity ||
    own.description !== held.description ||
    own.late !== held.late
  );
}
