import type { QuietHours } from '@kangmai/domain';
import type { PersonContext } from '../intake/device-context.ts';
import type { Change, DevicePast, Period } from './device-past.ts';
import type { Habit } from './habits.ts';
import { lookAt, type Look, type LookInput, type Tell } from './look.ts';
import type { StateType } from './state-case.ts';
import type { BodyDevice, WatchedDevice, Wearer } from './watched-devices.ts';

export type SilenceNews =
  | { readonly at: number; readonly tell: Tell }
  | { readonly at: number; readonly ended: StateType; readonly deviceId: number };

export interface SilenceRun {
  readonly devices: readonly DevicePast[];
  readonly person: PersonContext;
  readonly span: Period;
  readonly input: Pick<LookInput, 'rules' | 'quiet' | 'zone'> & { readonly quiet: QuietHours };
  /** The habit of a device at its last sign before a silence. */
  readonly habitOf: (deviceId: number, at: number) => Habit | undefined;
}

const chargedMs = 120 * 60_000;
const clockStepMs = 15_000;

function countUpTo<T>(sorted: readonly T[], timeOf: (one: T) => number, at: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(sorted[middle] as T) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest sign up to an instant; within a period its end stands for the signs in between. */
const signAt = (periods: readonly Period[], at: number): number =>
  periods[countUpTo(periods, ({ from }) => from, at) - 1]?.to ?? 0;

const valueAt = (changes: readonly Change[], at: number): Change | undefined =>
  changes[countUpTo(changes, (change) => change.at, at) - 1];

function chargedOf({ charging }: DevicePast, at: number): Pick<BodyDevice, 'chargingSince' | 'chargedUntil'> {
  const passed = charging.filter((change) => change.at <= at);
  const end = passed.findLastIndex(({ value }) => value === 0);
  const [before, over] = [passed[end - 1], passed[end]];
  const newest = passed.at(-1);
  return {
    chargingSince: newest?.value === 1 ? newest.at : null,
    chargedUntil: before && over ? Math.min(over.at, before.at + chargedMs) : 0,
  };
}

const isBound = ({ bound }: DevicePast, at: number): boolean => bound.from <= at && at < bound.to;

function bodyDeviceAt(past: DevicePast, at: number): BodyDevice {
  const { deviceId, category, measures, bound, worn } = past;
  return {
    deviceId,
    category,
    hasHeart: measures.includes('heart'),
    hasSos: measures.includes('sos'),
    boundAt: bound.from,
    heartAt: 0,
    wornAt: signAt(worn, at),
    ...chargedOf(past, at),
  };
}

interface Told {
  readonly toldOffline: number;
  readonly toldWear: number;
  readonly toldWornAt: number;
}

function watchedAt(past: DevicePast, { devices, person }: SilenceRun, at: number): Omit<WatchedDevice, keyof Told> {
  const own = bodyDeviceAt(past, at);
  const { clientId, name, team, tags } = person;
  const wearer: Wearer = {
    clientId,
    name,
    team,
    tags,
    boundAt: past.bound.from,
    users: [],
    unit: null,
    devices: devices.filter((each) => isBound(each, at)).map((each) => bodyDeviceAt(each, at)),
  };
  return {
    deviceId: past.deviceId,
    imei: past.imei,
    category: past.category,
    measures: past.measures,
    offlineMinutes: past.offlineMinutes,
    intervalMinutes: (valueAt(past.intervals, at) ?? past.intervals[0])?.value ?? null,
    lastSeenAt: signAt(past.heard, at),
    heartAt: 0,
    wornAt: own.wornAt,
    chargingSince: own.chargingSince ?? undefined,
    chargedUntil: own.chargedUntil,
    wearers: [wearer],
    isSilent: false,
    online: 0,
    toldStill: 0,
    toldBattery: 0,
    bySource: null,
    battery: null,
    sourceId: null,
  };
}

const turnsOf = (past: DevicePast, devices: readonly DevicePast[]): readonly number[] => [
  ...past.heard.map(({ from }) => from),
  ...past.intervals.map(({ at }) => at),
  ...devices.flatMap(({ worn, charging, bound }) => [
    ...worn.map(({ from }) => from),
    ...charging.map(({ at }) => at),
    bound.from,
    bound.to,
  ]),
];

function look(device: WatchedDevice, now: number, { input, habitOf }: SilenceRun): Look {
  const usual: LookInput = { ...input, now, stepsAt: new Map(), habits: new Map() };
  const first = lookAt(device, usual);
  const [told] = first.tells;
  const habit = told && habitOf(device.deviceId, told.since);
  return habit ? lookAt(device, { ...usual, habits: new Map([[device.deviceId, habit]]) }) : first;
}

function newsOf(past: DevicePast, run: SilenceRun): readonly SilenceNews[] {
  const begin = Math.max(run.span.from, past.bound.from);
  const end = Math.min(run.span.to, past.bound.to);
  const turns = turnsOf(past, run.devices).toSorted((one, other) => one - other);
  const news: SilenceNews[] = [];
  let told: Told = { toldOffline: 0, toldWear: 0, toldWornAt: 0 };
  for (let now = begin; now < end;) {
    const device = { ...watchedAt(past, run, now), ...told } as WatchedDevice;
    const { tells, ended, isOnline, change } = look(device, now, run);
    const over: readonly StateType[] = isOnline && told.toldOffline > 0 ? ['offline', ...ended] : ended;
    news.push(...over.map((type) => ({ at: now, ended: type, deviceId: past.deviceId })));
    news.push(...tells.map((tell) => ({ at: now, tell })));
    told = { toldOffline: change.toldOffline, toldWear: change.toldWear, toldWornAt: change.wornAt };
    const nextLook = Math.max(change.lookAt ?? Number.POSITIVE_INFINITY, now + clockStepMs);
    now = Math.min(nextLook, turns[countUpTo(turns, (at) => at, now)] ?? end);
  }
  return news;
}

/** What the silence of a person's devices gives over a time, by the clock's own look. Pure. */
export const silenceNews = (run: SilenceRun): readonly SilenceNews[] =>
  run.devices.flatMap((past) => newsOf(past, run)).toSorted((one, other) => one.at - other.at);
