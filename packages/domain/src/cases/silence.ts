import type { AbnormalRule, EventCondition } from '../judging/rule.ts';
import type { AlarmLevel, Level, RuleTag } from '../judging/vocabulary.ts';
import { addDays, instantOf, localTime } from '../time/calendar.ts';

/** Night in minutes of the local day; `from` may lie after `to` (22:00-07:30). */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** What is known about a wearer whose device says nothing. */
export interface SilenceInput {
  readonly rules: readonly AbnormalRule[];
  readonly kind: 'wear' | 'offline';
  /** Last worn or last heard of, epoch ms. */
  readonly lastAt: number;
  /** On the charger since; counts as worn for 2 hours. */
  readonly chargingSince?: number;
  readonly tags: readonly RuleTag[];
  /** The device's type measures SOS. */
  readonly sosWearer: boolean;
  readonly gateway?: boolean;
  readonly quiet: QuietHours;
  /** IANA zone of the tenant. */
  readonly zone: string;
}

/** When a rule about silence fires, and at which level. */
export interface SilenceDue {
  readonly ruleCode: string;
  readonly level: AlarmLevel;
  readonly dueAt: number;
}

const chargingMinutes = 120;
const minute = 60_000;

/**
 * The instants at which a silence becomes an alarm, the first first. Rules in waking time that fall due at night fire
 * at its end; those without fire day and night.
 */
export function silenceDues(input: SilenceInput): SilenceDue[] {
  const last = input.kind === 'wear' && input.chargingSince !== undefined
    ? Math.max(input.lastAt, input.chargingSince + chargingMinutes * minute)
    : input.lastAt;
  const dues = input.rules.filter((rule) => rule.kind === input.kind && rule.valid).flatMap((rule) => dueOf(rule, last, input));
  return dues.toSorted((a, b) => a.dueAt - b.dueAt);
}

function dueOf(rule: AbnormalRule, last: number, input: SilenceInput): SilenceDue[] {
  const { event } = rule.condition;
  const stage = event && holdsFor(rule, input) ? stageOf(rule.level, event, input.gateway === true) : undefined;
  if (!event || stage?.minutes === undefined) {
    return [];
  }
  const due = last + stage.minutes * minute;
  return [{ ruleCode: rule.code, level: stage.level, dueAt: event.wakingTime ? afterNight(due, input) : due }];
}

interface Stage {
  readonly level: AlarmLevel;
  readonly minutes: number | undefined;
}

function stageOf(level: AlarmLevel, event: EventCondition, gateway: boolean): Stage {
  const { raise } = event;
  return gateway && raise?.gateway ? { level: raise.level, minutes: raise.minutes } : { level, minutes: event.minutes };
}

function holdsFor(rule: AbnormalRule, input: SilenceInput): boolean {
  const tagged = rule.tagCode === null || input.tags.includes(rule.tagCode);
  return tagged && (rule.condition.event?.sosWearer !== true || input.sosWearer);
}

function afterNight(at: number, { quiet, zone }: SilenceInput): number {
  const { day, minuteOfDay } = localTime(at, zone);
  const overMidnight = quiet.from > quiet.to;
  const evening = overMidnight && minuteOfDay >= quiet.from;
  const night = evening || (minuteOfDay < quiet.to && (overMidnight || minuteOfDay >= quiet.from));
  return night ? instantOf(evening ? addDays(day, 1) : day, quiet.to, zone) : at;
}

/** Level of a battery state in per cent by the battery rules; 0 is fine. */
export function batteryLevel(percent: number, rules: readonly AbnormalRule[]): Level {
  const stages = rules.filter((rule) => rule.kind === 'battery' && rule.valid).flatMap(batteryStages);
  return Math.max(0, ...stages.filter((stage) => percent < stage.below).map((stage) => stage.level)) as Level;
}

function batteryStages({ condition: { event }, level }: AbnormalRule): { readonly below: number; readonly level: AlarmLevel }[] {
  const first = event?.below === undefined ? [] : [{ below: event.below, level }];
  const second = event?.raise?.below === undefined ? [] : [{ below: event.raise.below, level: event.raise.level }];
  return [...first, ...second];
}
