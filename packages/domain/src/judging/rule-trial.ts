import { judgesReadings } from './resolve.ts';
import type { AbnormalRule } from './rule.ts';
import type { RuleMark } from './rule-mark.ts';
import type { AlarmLevel } from './vocabulary.ts';

/**
 * Whether a rule judges: always without an end of a trial; during a trial it is counted only; afterwards levels 1-2
 * hold and levels 3-4 wait for their confirmation.
 */
export type RuleStanding = 'inForce' | 'onTrial' | 'waiting';

/** What the standing of a rule depends on. */
export interface TriedRule {
  readonly level: AlarmLevel;
  readonly mark: RuleMark;
  /** End of the trial, or when a grave rule was saved without one, epoch ms; else null. */
  readonly trialUntil: number | null;
}

/** The standing of a rule at an instant (epoch ms). */
export function standingOf({ level, mark, trialUntil }: TriedRule, now: number): RuleStanding {
  if (trialUntil === null) {
    return 'inForce';
  }
  if (trialUntil > now) {
    return 'onTrial';
  }
  return level >= 3 && mark !== 'confirmed' ? 'waiting' : 'inForce';
}

/** The rules with another one in the place of the stored rule that it changes, or beside them. */
export function withProposed(rules: readonly AbnormalRule[], proposed: AbnormalRule): AbnormalRule[] {
  const isReplaced = (rule: AbnormalRule): boolean =>
    proposed.id === undefined ? rule.code === proposed.code : rule.id === proposed.id;
  return [...rules.filter((rule) => !isReplaced(rule)), proposed];
}

/** Whether a rule is about the silence of a device: offline, or not worn. */
export const judgesSilence = ({ kind, condition: { event } }: AbnormalRule): boolean =>
  (kind === 'offline' && event?.event === 'offline') || (kind === 'wear' && event?.event === 'notWorn');

/**
 * Whether cases of a rule are found again from what is stored: of readings, their courses and silence. These rules can
 * be benched and tried.
 */
export const isBenchable = (rule: AbnormalRule): boolean =>
  rule.valid &&
  !rule.condition.reportOnly &&
  (judgesReadings(rule) || rule.condition.history !== undefined || judgesSilence(rule));
