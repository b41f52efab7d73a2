import type { AbnormalRule, EventCondition } from '../judging/rule.ts';
import type { AlarmLevel, Level, RuleTag } from '../judging/vocabulary.ts';
import { addDays, instantOf, localTime } from '../time/calendar.ts';

/** Night in minutes of the local day; `from` may be later than `to` (22:00-07:30). */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** Data of a wearer whose device is silent. */
export interface SilenceInput {
  readonly rules: readonly AbnormalRule[];
  readonly kind: 'wear' | 'offline';
  /** Last worn or last heard, epoch ms. */
  readonly lastAt: number;
  /** On the charger since; counts as worn for 2 hours. */
  readonly chargingSince?: number;
  readonly tags: readonly RuleTag[];
  /** The device's type measures SOS. */
  readonly sosWearer: boolean;
  readonly gateway?: boolean;
  /** Minutes of silence in normal use of this device type: for devices whose own interval is unknown. */
  readonly usualMinutes?: number;
  /** Shortest interval set on the device (upload, location, heart rate), minutes. */
  readonly intervalMinutes?: number | undefined;
  /** Median gap between the device's readings, minutes: its interval where none is set. */
  readonly learnedMinutes?: number | undefined;
  /** Hours of the local day (0-23) in which the device usually charges (`chargingHours`). */
  readonly chargingHours?: ReadonlySet<number> | undefined;
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

/** Parses `22:00-07:30`; undefined for anything else. Equal ends mean no night. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const ends = text.split('-').map((end) => minuteOf(end.trim()));
  const [from, to] = ends;
  return ends.length === 2 && from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** The end of the quiet hours (`22:00-07:30`) that an instant lies in, epoch ms; undefined outside of them. */
export function quietUntil(text: string, at: number, zone: string): number | undefined {
  const quiet = parseQuietHours(text);
  const end = quiet && afterNight(at, { quiet, zone });
  return end === at ? undefined : end;
}

function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  const at = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && at < 1440 ? at : undefined;
}

/** Number of its intervals after which a device counts as silent. */
export const intervalsOfSilence = 3;
/** Minutes of silence that are too long for somebody with dementia, unless there is a reason. */
export const longestSilence = 120;
const mostChargingWait = 120;

/**
 * The instants at which a silence becomes an alarm, in order. Rules in waking time that fall due at night fire at its
 * end; others fire day and night. A limit is the rule's minutes or, when longer, three intervals of the device; a
 * learned interval never makes it longer than 2 h for dementia and SOS wearers. What falls due in an hour of usual
 * charging waits for its end, at most 2 h.
 */
export function silenceDues(input: SilenceInput): SilenceDue[] {
  const last =
    input.kind === 'wear' && input.chargingSince !== undefined
      ? Math.max(input.lastAt, input.chargingSince + chargingMinutes * minute)
      : input.lastAt;
  const dues = input.rules
    .filter((rule) => rule.kind === input.kind && rule.valid)
    .flatMap((rule) => dueOf(rule, last, input));
  return dues.toSorted((a, b) => a.dueAt - b.dueAt);
}

function dueOf(rule: AbnormalRule, last: number, input: SilenceInput): SilenceDue[] {
  const { event } = rule.condition;
  const stage = event && holdsFor(rule, input) ? stageOf(rule.level, event, input.gateway === true) : undefined;
  if (!event || stage?.minutes === undefined) {
    return [];
  }
  const due = afterCharging(last + Math.max(stage.minutes, deviceMinutes(input)) * minute, input);
  return [{ ruleCode: rule.code, level: stage.level, dueAt: event.wakingTime ? afterNight(due, input) : due }];
}

/** How long the device itself may be silent, minutes. */
function deviceMinutes({
  kind,
  usualMinutes = 0,
  intervalMinutes,
  learnedMinutes,
  tags,
  sosWearer,
}: SilenceInput): number {
  if (intervalMinutes !== undefined) {
    return intervalsOfSilence * intervalMinutes;
  }
  if (learnedMinutes !== undefined) {
    const learned = intervalsOfSilence * learnedMinutes;
    return tags.includes('dementia') || sosWearer ? Math.min(learned, longestSilence) : learned;
  }
  return kind === 'offline' ? usualMinutes : 0;
}

function afterCharging(due: number, { chargingHours, zone }: SilenceInput): number {
  let end = due;
  for (let step = 0; chargingHours && step < 24; step += 1) {
    const { hour, minuteOfDay } = localTime(end, zone);
    if (!chargingHours.has(hour)) {
      break;
    }
    end = Math.floor(end / minute) * minute + (60 - (minuteOfDay % 60)) * minute;
  }
  return Math.min(end, due + mostChargingWait * minute);
}

const chargingDays = 10;

/**
 * The hours of the local day in which charging was seen on at least 10 of 14 days.
 *
 * @param days one bit mask a day, bit 0 for 00:00-00:59; at most the last 14 days
 */
export function chargingHours(days: readonly number[]): ReadonlySet<number> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return new Set(hours.filter((hour) => days.filter((mask) => (mask & (1 << hour)) !== 0).length >= chargingDays));
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

/** The alarms of a silence so far. */
export interface SilenceState {
  /** The gravest alarm that is due; undefined while none is. */
  readonly reached: SilenceDue | undefined;
  /** When a graver one falls due; null when none does. */
  readonly nextAt: number | null;
}

/** State of a silence at an instant (epoch ms); a level already notified counts as reached. */
export function silenceAt(dues: readonly SilenceDue[], now: number, told: Level = 0): SilenceState {
  const reached = dues
    .filter(({ dueAt }) => dueAt <= now)
    .toSorted((a, b) => b.level - a.level || a.dueAt - b.dueAt)[0];
  const level = Math.max(told, reached?.level ?? 0);
  const later = dues.filter((due) => due.dueAt > now && due.level > level).map(({ dueAt }) => dueAt);
  return { reached, nextAt: later.length === 0 ? null : Math.min(...later) };
}

/** Data of a person whose watch is online without pulse and steps. */
export interface StillnessInput {
  /** Newest heart value, epoch ms. */
  readonly heartAt: number;
  /** When the step counter moved last; undefined when it did not since the heart value. */
  readonly stepsAt?: number;
  readonly chargingSince?: number;
  readonly quiet: QuietHours;
  readonly zone: string;
}

/**
 * Neither pulse nor steps for 6 hours of the day, with the watch worn before and online: 活动过少, level 3 (platform value,
 * no public standard).
 */
export const stillness = { code: 'CMB-STILL', level: 3, hours: 6 } as const;

const wornBeforeHours = 24;

/**
 * When stillness becomes an alarm, epoch ms; the hours lie within one waking day. Null when the last pulse is by then
 * too old to show that the watch was worn: that is a watch not worn.
 */
export function stillnessDue({ heartAt, stepsAt, chargingSince, quiet, zone }: StillnessInput): number | null {
  const last = Math.max(
    heartAt,
    stepsAt ?? 0,
    chargingSince === undefined ? 0 : chargingSince + chargingMinutes * minute,
  );
  const start = afterNight(last, { quiet, zone });
  const due = start + stillness.hours * 60 * minute;
  const morning = afterNight(due, { quiet, zone });
  const settled = morning === due ? due : morning + stillness.hours * 60 * minute;
  return settled - heartAt <= wornBeforeHours * 60 * minute ? settled : null;
}

function afterNight(at: number, { quiet, zone }: Pick<SilenceInput, 'quiet' | 'zone'>): number {
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

function batteryStages({
  condition: { event },
  level,
}: AbnormalRule): { readonly below: number; readonly level: AlarmLevel }[] {
  const first = event?.below === undefined ? [] : [{ below: event.below, level }];
  const second = event?.raise?.below === undefined ? [] : [{ below: event.raise.below, level: event.raise.level }];
  return [...first, ...second];
}
