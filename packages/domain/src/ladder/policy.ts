import type { AlarmLevel } from '../judging/vocabulary.ts';

/** Who is notified by a rung. */
export const alarmReceivers = [
  'wearer',
  'guardian1',
  'guardian2',
  'manager',
  'doctor',
  'teamLeader',
  'teamDoctors',
  'duty',
  'standIn',
  'dutyPhone',
  'callCenter',
] as const;
export type AlarmReceiver = (typeof alarmReceivers)[number];

export const alarmChannels = ['inapp', 'template', 'sms', 'mail', 'phone'] as const;
export type AlarmChannel = (typeof alarmChannels)[number];

/** What a policy is for: a kind of alarm, or every kind that has no policy of its own. */
export type AlarmKind = 'any' | 'reading' | 'device' | 'sos' | 'gateway';

export interface AlarmRung {
  /** Minutes after the alarm, 0 to 1440. */
  readonly afterMinutes: number;
  readonly to: readonly AlarmReceiver[];
  readonly channels: readonly AlarmChannel[];
}

/** The rungs of a ladder in ascending order. */
export interface AlarmPolicy {
  readonly rungs: readonly AlarmRung[];
  /** Minutes between repetitions of the last rung; null when it is notified once. */
  readonly repeatMinutes: number | null;
}

/** A stored policy with what it applies to. */
export interface StoredPolicy extends AlarmPolicy {
  readonly id: number;
  readonly level: AlarmLevel;
  readonly kind: AlarmKind;
  readonly isSystem: boolean;
}

export const noPolicy: AlarmPolicy = { rungs: [], repeatMinutes: null };

/** A case of late readings has one rung: the health manager after an hour. */
export const latePolicy: AlarmPolicy = {
  rungs: [{ afterMinutes: 60, to: ['manager'], channels: ['inapp'] }],
  repeatMinutes: null,
};

/** A problem of a policy at its place, as `steps[2].to`. */
export interface PolicyProblem {
  readonly field: string;
  readonly reason:
    | 'policy.no-rung'
    | 'policy.not-ascending'
    | 'policy.receiver-needed'
    | 'policy.channel-needed'
    | 'policy.screen-needs-user'
    | 'policy.first-too-late'
    | 'policy.repeat-needed';
}

/** Receivers who do not sign in: no screen shows them an alarm. */
const withoutScreen: ReadonlySet<AlarmReceiver> = new Set([
  'wearer',
  'guardian1',
  'guardian2',
  'dutyPhone',
  'callCenter',
]);

const reachesNobody = ({ to, channels }: AlarmRung): boolean =>
  to.length > 0 &&
  channels.length > 0 &&
  channels.every((channel) => channel === 'inapp') &&
  to.every((receiver) => withoutScreen.has(receiver));

/** Most minutes from a grave alarm to its first rung. */
const latestFirst: Partial<Record<AlarmLevel, number>> = { 4: 10, 3: 60 };

function rungProblems(rungs: readonly AlarmRung[], at: number): readonly PolicyProblem[] {
  const [rung, before] = [rungs[at], rungs[at - 1]];
  const place = `steps[${at}]`;
  return [
    ...(rung && before && rung.afterMinutes <= before.afterMinutes
      ? [{ field: `${place}.afterMinutes`, reason: 'policy.not-ascending' } as const]
      : []),
    ...(rung?.to.length === 0 ? [{ field: `${place}.to`, reason: 'policy.receiver-needed' } as const] : []),
    ...(rung?.channels.length === 0 ? [{ field: `${place}.channels`, reason: 'policy.channel-needed' } as const] : []),
    ...(rung && reachesNobody(rung)
      ? [{ field: `${place}.channels`, reason: 'policy.screen-needs-user' } as const]
      : []),
  ];
}

/**
 * What is wrong with a policy. Levels 3 and 4 need a rung soon and repeat their last one: an alarm that nobody answers
 * never falls silent. A rung on screens alone needs a receiver who signs in.
 */
export function policyProblems(level: AlarmLevel, { rungs, repeatMinutes }: AlarmPolicy): readonly PolicyProblem[] {
  const [first] = rungs;
  const limit = latestFirst[level];
  return [
    ...(first && limit !== undefined && first.afterMinutes > limit
      ? [{ field: 'steps[0].afterMinutes', reason: 'policy.first-too-late' } as const]
      : []),
    ...(level >= 3 && rungs.length === 0 ? [{ field: 'steps', reason: 'policy.no-rung' } as const] : []),
    ...rungs.flatMap((_, at) => rungProblems(rungs, at)),
    ...(level >= 3 && repeatMinutes === null
      ? [{ field: 'repeatMinutes', reason: 'policy.repeat-needed' } as const]
      : []),
  ];
}

/** Orders policies for the same alarms: own ones precede built-in ones, newer ones older ones. */
const byPrecedence = (one: StoredPolicy, other: StoredPolicy): number =>
  Number(one.kind === 'any') - Number(other.kind === 'any') ||
  Number(one.isSystem) - Number(other.isSystem) ||
  other.id - one.id;

/** The policy of an alarm: that of its kind, else the one of every kind. */
export function policyFor(
  policies: readonly StoredPolicy[],
  { level, kind }: { readonly level: AlarmLevel; readonly kind: AlarmKind },
): StoredPolicy | undefined {
  return policies
    .filter((policy) => policy.level === level && (policy.kind === kind || policy.kind === 'any'))
    .toSorted(byPrecedence)[0];
}

/** The place in `rungs` of the rung that step 0, the alarm itself, takes: none when the first rung comes later. */
const placeOfAlarm = ({ rungs }: AlarmPolicy): number => (rungs[0]?.afterMinutes === 0 ? 0 : -1);

/** The rung of a step; steps beyond the last rung repeat it. */
export function rungAt(policy: AlarmPolicy, step: number): AlarmRung | undefined {
  return policy.rungs[Math.min(step + placeOfAlarm(policy), policy.rungs.length - 1)];
}

/** Whether the rung of a step is a repetition of the last one. */
export function isRepetition(policy: AlarmPolicy, step: number): boolean {
  return step + placeOfAlarm(policy) >= policy.rungs.length;
}

/** Minutes from step to the next rung; null when there is none. */
export function minutesToNextRung(policy: AlarmPolicy, step: number): number | null {
  const place = step + placeOfAlarm(policy);
  const next = policy.rungs[place + 1];
  if (next !== undefined) return next.afterMinutes - (policy.rungs[place]?.afterMinutes ?? 0);
  return policy.rungs.length === 0 ? null : policy.repeatMinutes;
}

/** The rungs of a policy as the steps by which a ladder takes them, with the minute of each. */
export function rungs(policy: AlarmPolicy): readonly (AlarmRung & { readonly step: number })[] {
  return policy.rungs.map((rung, place) => ({ ...rung, step: place - placeOfAlarm(policy) }));
}
