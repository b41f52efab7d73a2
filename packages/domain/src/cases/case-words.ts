import { levelNames } from '../judging/vocabulary.ts';
import type { AlarmLevel, Level } from '../judging/vocabulary.ts';
import type { OpenCase } from './case-book.ts';
import type { CaseReading } from './case-reading.ts';

/** Words and rule of a case, and whether they come from a void reading. */
export type CaseWords = Pick<
  OpenCase,
  'description' | 'valueText' | 'rangeText' | 'ruleCode' | 'ruleId' | 'ruleVersion' | 'ofVoid'
>;

const aside = '；';

/** Begins the description of an alarm whose device reading staff declared void. */
export const voidMark = '设备读数已作废';

/** Whether a case still represents a void device reading: no later reading confirmed its level. */
export const standsForVoid = ({ ofVoid }: Pick<OpenCase, 'ofVoid'>): boolean => ofVoid !== 'nothing';

/** Whether words and worst value of a case come from a void device reading. */
export const tellsVoid = ({ ofVoid }: Pick<OpenCase, 'ofVoid'>): boolean => ofVoid === 'all';

/** A description for a case that represents a void reading, by a later one below its level. */
export const besideVoid = (description: string, level: AlarmLevel): string =>
  `${lasting(description)}，此前${voidMark}，按${levelNames[level]}级处理`;

/**
 * Words of a case that represents a void device reading, after a later one. A reading that confirms the level removes
 * the mark; a milder one keeps it after its own words.
 */
export function wordsAfterVoid(
  reading: CaseReading,
  { level, confirmed, count }: { readonly level: AlarmLevel; readonly confirmed: Level; readonly count: number },
): Partial<CaseWords> {
  if (confirmed >= level) {
    return caseWords(reading, level, count);
  }
  const reached = Math.min(reading.finding?.reached ?? level, level) as AlarmLevel;
  const words = caseWords(reading, reached, 1);
  return { ...words, description: besideVoid(words.description ?? '', level), ofVoid: 'level' };
}

/**
 * Words of a case of a confirmed level: rule and limit are those of that level, whatever the single reading reaches.
 * Where the reading's own level differs, the reason follows: `本次判为警告级，尚需确认`, `连续 3 次，升为危急`.
 *
 * @param level the confirmed level of the case
 * @param count readings of the confirming run
 */
export function caseWords(reading: CaseReading, level: AlarmLevel, count: number): Partial<CaseWords> {
  const found = reading.findingAt(level);
  const own = reading.finding;
  if (!found || !own) {
    return {};
  }
  const { valueText, rangeText, ruleCode, ruleId, ruleVersion } = found;
  return {
    description: `${found.description}${reasonOf({ own: own.level, reached: own.reached, line: found.line, level, count })}`,
    valueText,
    rangeText,
    ruleCode,
    ruleId,
    ruleVersion,
    ofVoid: 'nothing',
  };
}

interface Levels {
  /** Stored level of the reading. */
  readonly own: AlarmLevel;
  /** Its level by the figures. */
  readonly reached: AlarmLevel;
  /** Level of the limit that the words name. */
  readonly line: AlarmLevel;
  /** Level of the case. */
  readonly level: AlarmLevel;
  readonly count: number;
}

function reasonOf({ own, reached, line, level, count }: Levels): string {
  if (own < level && count > 1) {
    return `，连续 ${count} 次，升为${levelNames[level]}`;
  }
  if (line < level) {
    return `，升为${levelNames[level]}`;
  }
  return reached > level ? `${aside}本次判为${levelNames[reached]}级，尚需确认` : '';
}

/** A description without the part about the newest reading alone. */
export function lasting(description: string): string {
  return description.split(aside)[0] ?? description;
}

/**
 * The description of a case whose level a further reading does not change; a reading above it is mentioned as
 * unconfirmed.
 */
export function besideNewest(description: string, { finding, doubtful }: CaseReading, level: AlarmLevel): string {
  const above = finding !== undefined && finding.reached > level;
  return above
    ? `${lasting(description)}${aside}最近 ${finding.valueText} 判为${levelNames[finding.reached]}级，${doubtful ? '请复测' : '尚需确认'}`
    : lasting(description);
}

/** Words of a case that late readings opened, with the first fresh figure; a lower one is followed by the late peak. */
export function freshWords(open: OpenCase, reading: CaseReading, level: AlarmLevel): Partial<CaseWords> {
  const reached = reading.finding?.reached ?? level;
  if (reached >= level) {
    return caseWords(reading, level, 1);
  }
  const words = caseWords(reading, reached, 1);
  return {
    ...words,
    ofVoid: open.ofVoid,
    description: `${words.description ?? ''}，此前补传 ${open.peakText}，按${levelNames[level]}级处理`,
  };
}

/** A description with a reason for a raise. */
export function raisedWords(description: string, reason: string, level: AlarmLevel): string {
  return `${lasting(description)}，${reason}，升为${levelNames[level]}`;
}

/** Why a reading is doubtful, without a limit: the check case has no level by figures. */
export function checkWords(reading: CaseReading, name: string): string {
  const { finding } = reading;
  const figure = finding?.description.split('，')[0];
  return figure === undefined ? `${name}数值少见，请复测` : `${figure}，数值少见，请复测`;
}
