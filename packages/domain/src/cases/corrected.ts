import type { MeasurementKind } from '../measurement/metric.ts';
import { levelNames } from '../judging/vocabulary.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseState, CheckCase, OpenCase, Waiting } from './case-book.ts';
import { lasting, tellsVoid, voidMark } from './case-words.ts';
import { riseCheck } from './check-case.ts';
import { combinationRules } from './combination.ts';
import type { ReplayedCase } from './replay.ts';

/** An open case as stored. */
export type QuestionedCase = Omit<OpenCase, 'id' | 'state'> & {
  readonly id: number;
  readonly state: CaseState;
  /** Kinds that a check case waits for; absent for other cases. */
  readonly waiting?: ReadonlyMap<MeasurementKind, Waiting>;
  /** A course over days gave its present level: single readings do not lower it. */
  readonly byCourse?: boolean;
  /** Staff already declared one of its device readings void: it remains a device alarm. */
  readonly hasDeviceVoid?: boolean;
  /**
   * A valid device reading of the case supports its level, which a correction of another reading neither lowers nor
   * ends.
   */
  readonly isOfDevice?: boolean;
  /** Level before the corrected reading was followed, where that one had already lowered the case. */
  readonly formerLevel?: AlarmLevel | undefined;
};

/** A reading that was corrected or declared void: its kind and measured time, epoch ms. */
export interface ReplacedReading {
  readonly kind: MeasurementKind;
  readonly at: number;
  /** Staff declared a device reading void: its alarms of level 3 and 4 stay until staff close them. */
  readonly isDeviceVoid?: boolean;
}

/** Effect of a corrected or void reading on a case. */
export type Correction =
  /** Nobody took the case and no reading supports it any more. */
  | { readonly do: 'end'; readonly id: number; readonly reason: string }
  /** Somebody took the case and no reading supports it: that person closes it, at the lowest level. */
  | { readonly do: 'mark'; readonly id: number; readonly description: string }
  /** A device alarm whose value staff declared void: level, ladder and proof stay, the description says so. */
  | { readonly do: 'note'; readonly id: number; readonly description: string }
  /** Other readings support the case: it takes their shape and level. */
  | { readonly do: 'follow'; readonly id: number; readonly case: OpenCase | CheckCase };

/** Begins the description of a case whose readings were corrected. */
export const correctedMark = '读数已更正';

const reason = '读数已更正或作废，异常不再成立';
const minute = 60_000;
const alarming = 3;

/** Input of a judgement after a correction. */
export interface CorrectionInput {
  /** Open cases of the person (state 0-2). */
  readonly open: readonly QuestionedCase[];
  /** The readings that no longer count. */
  readonly replaced: readonly ReplacedReading[];
  /** The cases that the person's valid readings produce (`casesOfReadings`). */
  readonly living: readonly ReplayedCase[];
  /** Epoch ms; a check case rises by the clock. */
  readonly now: number;
}

/**
 * Judges the open cases of a person again after readings were corrected or declared void. Affected are cases of the
 * same kind that contain a replaced reading, check cases that wait for its kind, and cases that a combination with its
 * kind raised; closed cases do not change. Never raises a level: readings do that.
 */
export function correctCases({ open, replaced, living, now }: CorrectionInput): Correction[] {
  return open.flatMap((row): Correction[] => {
    const touching = row.state > 2 ? [] : replaced.filter((each) => touches(row, each));
    if (touching.length === 0) {
      return [];
    }
    const [made] =
      row.abnormalType === 'check' ? correctedCheck(row, touching, { living, now }) : correctedCase(row, living);
    return made ? upheld(row, touching, made) : [];
  });
}

const isWithin = ({ fromAt, toAt }: QuestionedCase, at: number, span = 0): boolean =>
  fromAt - span <= at && at <= toAt + span;

function touches(row: QuestionedCase, { kind, at }: ReplacedReading): boolean {
  const isOwn = kind === row.kind || row.waiting?.has(kind) === true;
  if (isOwn) {
    return isWithin(row, at);
  }
  const rule = combinationRules.find(({ code }) => code === row.ruleCode);
  return rule !== undefined && isWithin(row, at, rule.withinMinutes * minute);
}

function correctedCase(row: QuestionedCase, living: readonly ReplayedCase[]): Correction[] {
  const support = living.filter((each) => each.case.abnormalType === row.abnormalType && overlaps(row, each)).at(-1);
  if (row.byCourse === true) {
    return [];
  }
  return support ? correctionBy(row, support) : [unsupported(row)];
}

/**
 * The check case of the valid readings, combined with what silence opened: no reading shows that, so it stays unless
 * the silent value itself was replaced.
 */
function correctedCheck(
  row: QuestionedCase,
  replaced: readonly ReplacedReading[],
  { living, now }: Pick<CorrectionInput, 'living' | 'now'>,
): Correction[] {
  const risen = livingCheck(living, now);
  const silent = silentOf(row, replaced);
  if (risen === null && silent.size === 0) {
    return [unsupported(row)];
  }
  const {
    waiting: _waiting,
    byCourse: _byCourse,
    formerLevel: _formerLevel,
    hasDeviceVoid: _hasDeviceVoid,
    isOfDevice: _isOfDevice,
    ...stored
  } = row;
  const shape = risen ?? { ...stored, description: marked(row.description) };
  const falls = silent.size === 0 && shape.level < row.level;
  const own = {
    id: row.id,
    state: row.state as OpenCase['state'],
    level: falls ? shape.level : row.level,
    description: falls ? marked(shape.description) : shape.description,
  };
  return [
    {
      do: 'follow',
      id: row.id,
      case: { ...shape, ...own, abnormalType: 'check', waiting: new Map([...silent, ...(risen?.waiting ?? [])]) },
    },
  ];
}

/** The check case that valid readings keep open, raised as by the clock. */
function livingCheck(living: readonly ReplayedCase[], now: number): CheckCase | null {
  const made = living.find((each) => each.case.abnormalType === 'check' && each.clearedAt === null);
  return made ? riseCheck(made.case as CheckCase, now).check : null;
}

/** The kinds that fell silent after a value that is still valid. */
function silentOf(
  { waiting = new Map<MeasurementKind, Waiting>() }: QuestionedCase,
  replaced: readonly ReplacedReading[],
): ReadonlyMap<MeasurementKind, Waiting> {
  const isReplaced = (kind: MeasurementKind, since: number): boolean =>
    replaced.some((each) => each.kind === kind && each.at === since);
  return new Map(
    [...waiting].filter(([kind, { since, silence }]) => silence !== undefined && !isReplaced(kind, since)),
  );
}

function unsupported(row: QuestionedCase): Correction {
  return row.state === 0
    ? { do: 'end', id: row.id, reason }
    : { do: 'mark', id: row.id, description: marked(row.description) };
}

function correctionBy(row: QuestionedCase, { case: made, clearedAt }: ReplayedCase): Correction[] {
  if (clearedAt !== null && row.state === 0) {
    return [{ do: 'end', id: row.id, reason }];
  }
  if (made.level > row.level) {
    return [];
  }
  const state = row.state as OpenCase['state'];
  const description = made.level < (row.formerLevel ?? row.level) ? marked(made.description) : made.description;
  return [{ do: 'follow', id: row.id, case: { ...made, id: row.id, state, description } }];
}

/**
 * A device alarm is not a typing mistake: the person who declares its value void closes it by the rules of its level.
 */
function upheld(row: QuestionedCase, replaced: readonly ReplacedReading[], made: Correction): Correction[] {
  const falls = made.do !== 'follow' || made.case.level < row.level;
  if (!falls || row.level < alarming) {
    return [made];
  }
  if (row.isOfDevice === true) {
    return made.do === 'follow' ? [{ ...made, case: atFormerLevel(row, made.case) }] : [];
  }
  const isNewVoid = replaced.some(({ isDeviceVoid }) => isDeviceVoid === true);
  return isNewVoid || row.hasDeviceVoid === true ? [voidNote(row, isNewVoid)] : [made];
}

function voidNote(row: QuestionedCase, isNewVoid: boolean): Correction {
  const mark = isNewVoid ? voidMark : `${voidMark}，${correctedMark}`;
  return { do: 'note', id: row.id, description: tellsVoid(row) ? row.description : marked(row.description, mark) };
}

/**
 * The figures of the remaining readings, at the level that a device reading had on arrival; limits may have changed
 * since.
 */
function atFormerLevel(row: QuestionedCase, made: OpenCase | CheckCase): OpenCase | CheckCase {
  const { level, ruleCode, ruleId, ruleVersion, rangeText, description, ofVoid } = row;
  if (made.valueText === row.valueText) {
    return { ...made, level, ruleCode, ruleId, ruleVersion, rangeText, description, ofVoid };
  }
  return { ...made, level, description: `${marked(lasting(made.description))}，设备读数原判为${levelNames[level]}级` };
}

function marked(description: string, mark = correctedMark): string {
  return description.startsWith(mark) ? description : `${mark}：${description}`;
}

function overlaps(row: QuestionedCase, { case: made, clearedAt }: ReplayedCase): boolean {
  return made.fromAt <= row.toAt && row.fromAt <= (clearedAt ?? made.toAt);
}
