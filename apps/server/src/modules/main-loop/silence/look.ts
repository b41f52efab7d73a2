import {
  silenceAt,
  silenceDues,
  stillness,
  stillnessDue,
  type AbnormalRule,
  type AlarmLevel,
  type QuietHours,
  type SilenceDue,
} from '@kangmai/domain';
import type { Habit } from './habits.ts';
import { bodyDevices, isMain, onBodyOf } from './on-body.ts';
import type { StateType } from './state-case.ts';
import type { WatchChange, WatchedDevice, Wearer } from './watched-devices.ts';

export interface LookInput {
  readonly now: number;
  readonly zone: string;
  readonly quiet: QuietHours;
  readonly rules: readonly AbnormalRule[];
  /** When the step counter of a device last increased since its newest heart rate. */
  readonly stepsAt: ReadonlyMap<number, number>;
  readonly habits: ReadonlyMap<number, Habit>;
}

export interface Tell {
  readonly device: WatchedDevice;
  readonly wearer: Wearer;
  readonly type: StateType;
  readonly level: AlarmLevel;
  readonly ruleCode: string;
  readonly dueAt: number;
  readonly since: number;
}

export interface Look {
  readonly device: WatchedDevice;
  readonly isOnline: boolean;
  readonly tells: readonly Tell[];
  readonly ended: readonly StateType[];
  readonly change: WatchChange;
}

const minute = 60_000;
/** Shortest time after which a device with an interval of its own counts as offline, minutes. */
const leastQuiet = 30;
export const endedLookMs = 15 * minute;

const isWearable = ({ category, measures }: WatchedDevice): boolean =>
  category === 'wearable' && measures.includes('heart');
const isSosWearer = ({ measures }: WatchedDevice): boolean => measures.includes('sos');

interface LookResult {
  readonly tells: readonly Tell[];
  readonly nextAt: readonly (number | null)[];
}

interface Silence {
  readonly kind: 'wear' | 'offline';
  readonly lastAt: number;
  readonly input: LookInput;
}

function duesOf(device: WatchedDevice, wearer: Wearer, { kind, lastAt, input }: Silence): readonly SilenceDue[] {
  const { rules, quiet, zone, habits } = input;
  const { chargingSince, hasSos } = onBodyOf(wearer);
  return silenceDues({
    rules,
    kind,
    quiet,
    zone,
    lastAt,
    tags: wearer.tags,
    sosWearer: isSosWearer(device) || (kind === 'wear' && hasSos),
    gateway: device.category === 'gateway',
    usualMinutes: device.offlineMinutes,
    intervalMinutes: device.intervalMinutes ?? undefined,
    ...habits.get(device.deviceId),
    ...(chargingSince !== undefined && { chargingSince }),
  });
}

/** When the clock checks a device again whose alarm another device of the person raises: that one may be unbound. */
const againMs = 60 * minute;

/** The main device raises alarms about its person; every device with SOS also raises its own offline alarm. */
const isHeard = (device: WatchedDevice, wearer: Wearer, kind: 'wear' | 'offline'): boolean =>
  isMain(device, wearer) || (kind === 'offline' && isSosWearer(device));

function silence(device: WatchedDevice, input: LookInput, kind: 'wear' | 'offline'): LookResult {
  const told = kind === 'wear' ? device.toldWear : device.toldOffline;
  const states = device.wearers.map((wearer) => {
    const { wornAt, chargedUntil } = onBodyOf(wearer);
    const lastAt = Math.max(wearer.boundAt, ...(kind === 'wear' ? [wornAt, chargedUntil] : [device.lastSeenAt]));
    const { reached, nextAt } = silenceAt(duesOf(device, wearer, { kind, lastAt, input }), input.now, told);
    if (!reached || reached.level <= told) return { tells: [], nextAt };
    if (!isHeard(device, wearer, kind)) return { tells: [], nextAt: input.now + againMs };
    return {
      tells: [
        {
          device,
          wearer,
          type: kind,
          level: reached.level,
          ruleCode: reached.ruleCode,
          dueAt: reached.dueAt,
          since: lastAt,
        },
      ],
      nextAt,
    };
  });
  return { tells: states.flatMap(({ tells }) => tells), nextAt: states.map(({ nextAt }) => nextAt) };
}

export function stillAt(
  device: WatchedDevice,
  { quiet, zone, stepsAt }: Pick<LookInput, 'quiet' | 'zone' | 'stepsAt'>,
): number | null {
  const [wearer] = device.wearers;
  if (!wearer || device.toldStill > 0 || !isWearable(device) || !isMain(device, wearer)) return null;
  const { heartAt, chargedUntil, chargingSince } = onBodyOf(wearer);
  if (heartAt === 0) return null;
  const moved = Math.max(chargedUntil, ...bodyDevices(wearer).map(({ deviceId }) => stepsAt.get(deviceId) ?? 0));
  return stillnessDue({ heartAt, stepsAt: moved, quiet, zone, ...(chargingSince !== undefined && { chargingSince }) });
}

function still(device: WatchedDevice, input: LookInput): LookResult {
  const dueAt = stillAt(device, input);
  const [wearer] = device.wearers;
  const since = wearer ? onBodyOf(wearer).heartAt : 0;
  if (dueAt === null || !wearer || since < wearer.boundAt) return { tells: [], nextAt: [] };
  if (dueAt > input.now) return { tells: [], nextAt: [dueAt] };
  return {
    tells: [{ device, wearer, type: 'inactive', level: stillness.level, ruleCode: stillness.code, dueAt, since }],
    nextAt: [],
  };
}

const highest = (tells: readonly Tell[], type: StateType, told: number): number =>
  Math.max(told, ...tells.filter((tell) => tell.type === type).map(({ level }) => level));

export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The newest sign that the wearers of a device wear this or another one. */
const signAt = ({ wornAt, heartAt, wearers }: WatchedDevice): number =>
  Math.max(wornAt, heartAt, ...wearers.map((wearer) => onBodyOf(wearer).wornAt));

/** The newest pulse of the wearers of a device, from this or another one. */
const pulseAt = ({ heartAt, wearers }: WatchedDevice): number =>
  Math.max(heartAt, ...wearers.map((wearer) => onBodyOf(wearer).heartAt));

/**
 * The states that a newer value of any of the person's devices has ended: not being worn by any value that only a worn
 * device has, stillness by a pulse. A temperature alone would end stillness, and the next check would open it again.
 */
export function endedBySigns(device: WatchedDevice): readonly ('wear' | 'inactive')[] {
  const { toldWear, toldStill, toldWornAt } = device;
  const isWorn = toldWear > 0 && signAt(device) > toldWornAt;
  const hasPulse = toldStill > 0 && pulseAt(device) > toldWornAt;
  return [...(isWorn ? (['wear'] as const) : []), ...(hasPulse ? (['inactive'] as const) : [])];
}

/** How long the device may be silent: by its type, or by the interval that it is set to. */
function quietMinutes({ offlineMinutes, intervalMinutes }: WatchedDevice): number {
  return intervalMinutes === null
    ? offlineMinutes
    : Math.max(Math.min(offlineMinutes, leastQuiet), 3 * intervalMinutes);
}

const mayEndElsewhere = ({ wearers }: WatchedDevice): boolean =>
  wearers.some((wearer) => bodyDevices(wearer).length > 1);

/**
 * The alarms of a device, and when to check it again. A device that is heard is checked for being worn; a silent one is
 * offline, and whether it is worn cannot be known. Pure.
 */
export function lookAt(given: WatchedDevice, input: LookInput): Look {
  const ended = endedBySigns(given);
  const device = {
    ...given,
    ...(ended.includes('wear') && { toldWear: 0 as const }),
    ...(ended.includes('inactive') && { toldStill: 0 }),
  };
  const quietUntil = device.lastSeenAt + quietMinutes(device) * minute;
  const isOnline = device.lastSeenAt > 0 && input.now < quietUntil;
  const tells = isOnline
    ? isWearable(device)
      ? [silence(device, input, 'wear'), still(device, input)]
      : []
    : [silence(device, input, 'offline')];
  return {
    device: given,
    isOnline,
    tells: tells.flatMap((found) => found.tells),
    ended,
    change: changeOf(device, { now: input.now, isOnline, quietUntil, found: tells }),
  };
}

interface Seen {
  readonly now: number;
  readonly isOnline: boolean;
  readonly quietUntil: number;
  readonly found: readonly LookResult[];
}

function changeOf(device: WatchedDevice, { now, isOnline, quietUntil, found }: Seen): WatchChange {
  const tells = found.flatMap((each) => each.tells);
  const isWorn = device.wearers.length > 0;
  const toldWear = isWorn ? highest(tells, 'wear', device.toldWear) : 0;
  const toldStill = highest(tells, 'inactive', device.toldStill);
  const again = (toldWear > 0 || toldStill > 0) && mayEndElsewhere(device) ? [now + endedLookMs] : [];
  return {
    deviceId: device.deviceId,
    lookAt: earliest([...(isOnline ? [quietUntil] : []), ...again, ...found.flatMap(({ nextAt }) => nextAt)]),
    isSilent: !isOnline,
    bySource: device.bySource,
    intervalMinutes: device.intervalMinutes,
    toldBattery: device.toldBattery,
    toldOffline: isWorn && !isOnline ? highest(tells, 'offline', device.toldOffline) : 0,
    toldWear,
    toldStill,
    wornAt: tells.some(({ type }) => type !== 'offline') ? signAt(device) : device.toldWornAt,
  };
}
