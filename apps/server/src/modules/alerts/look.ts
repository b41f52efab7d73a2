import { silenceAt, silenceDues, stillness, stillnessDue, type AbnormalRule, type AlarmLevel, type QuietHours, type SilenceDue } from '@kangmai/domain';
import type { StateType } from './state-case.ts';
import type { WatchChange, WatchedDevice, Wearer } from './watched-devices.ts';

/** What is the same for every device that is looked at. */
export interface LookInput {
  readonly now: number;
  readonly zone: string;
  readonly quiet: QuietHours;
  readonly rules: readonly AbnormalRule[];
  /** When the step counter of a device moved last since its newest heart value. */
  readonly stepsAt: ReadonlyMap<number, number>;
}

/** An alarm that a look at a device gives. */
export interface Tell {
  readonly device: WatchedDevice;
  readonly wearer: Wearer;
  readonly type: StateType;
  readonly level: AlarmLevel;
  readonly ruleCode: string;
  readonly dueAt: number;
  readonly since: number;
}

/** What a look at a device found. */
export interface Look {
  readonly device: WatchedDevice;
  readonly isOnline: boolean;
  readonly tells: readonly Tell[];
  /** What the device shows to be over. */
  readonly ended: readonly StateType[];
  readonly change: WatchChange;
}

const minute = 60_000;

const isWearable = ({ category, measures }: WatchedDevice): boolean => category === 'wearable' && measures.includes('heart');
const isSosWearer = ({ measures }: WatchedDevice): boolean => measures.includes('sos');

interface Found {
  readonly tells: readonly Tell[];
  readonly nextAt: readonly (number | null)[];
}

function duesOf(device: WatchedDevice, wearer: Wearer, { kind, lastAt, input }: { readonly kind: 'wear' | 'offline'; readonly lastAt: number; readonly input: LookInput }): readonly SilenceDue[] {
  const { rules, quiet, zone } = input;
  return silenceDues({
    rules, kind, quiet, zone, lastAt, tags: wearer.tags, sosWearer: isSosWearer(device), gateway: device.category === 'gateway', usualMinutes: device.offlineMinutes, ...(device.chargingSince !== undefined && { chargingSince: device.chargingSince }),
  });
}

function silence(device: WatchedDevice, input: LookInput, kind: 'wear' | 'offline'): Found {
  const told = kind === 'wear' ? device.toldWear : device.toldOffline;
  const states = device.wearers.map((wearer) => {
    const lastAt = Math.max(wearer.boundAt, ...(kind === 'wear' ? [device.wornAt, device.chargedUntil] : [device.lastSeenAt]));
    const { reached, nextAt } = silenceAt(duesOf(device, wearer, { kind, lastAt, input }), input.now, told);
    const tells = reached && reached.level > told ? [{ device, wearer, type: kind, level: reached.level, ruleCode: reached.ruleCode, dueAt: reached.dueAt, since: lastAt }] : [];
    return { tells, nextAt };
  });
  return { tells: states.flatMap(({ tells }) => tells), nextAt: states.map(({ nextAt }) => nextAt) };
}

/** When stillness of a device's wearer falls due; null when it cannot. */
export function stillAt(device: WatchedDevice, { quiet, zone, stepsAt }: Pick<LookInput, 'quiet' | 'zone' | 'stepsAt'>): number | null {
  if (device.heartAt === 0 || device.toldStill > 0 || !isWearable(device)) return null;
  const moved = Math.max(stepsAt.get(device.deviceId) ?? 0, device.chargedUntil);
  return stillnessDue({ heartAt: device.heartAt, stepsAt: moved, quiet, zone, ...(device.chargingSince !== undefined && { chargingSince: device.chargingSince }) });
}

function still(device: WatchedDevice, input: LookInput): Found {
  const dueAt = stillAt(device, input);
  const [wearer] = device.wearers;
  if (dueAt === null || !wearer || device.heartAt < wearer.boundAt) return { tells: [], nextAt: [] };
  if (dueAt > input.now) return { tells: [], nextAt: [dueAt] };
  return { tells: [{ device, wearer, type: 'inactive', level: stillness.level, ruleCode: stillness.code, dueAt, since: device.heartAt }], nextAt: [] };
}

const highest = (tells: readonly Tell[], type: StateType, told: number): number => Math.max(told, ...tells.filter((tell) => tell.type === type).map(({ level }) => level));

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** A value that only a worn device has came after the alarm. */
export const isWornAgain = ({ toldWear, toldStill, wornAt, heartAt, toldWornAt }: WatchedDevice): boolean => (toldWear > 0 || toldStill > 0) && Math.max(wornAt, heartAt) > toldWornAt;

/**
 * What there is to tell of a device, and when to look again. A device that talks is asked whether it is worn; one that says nothing is
 * offline, and whether it is worn cannot be known. Pure.
 */
export function lookAt(given: WatchedDevice, input: LookInput): Look {
  const ended = isWornAgain(given);
  const device = ended ? { ...given, toldWear: 0 as const, toldStill: 0 } : given;
  const quietUntil = device.lastSeenAt + device.offlineMinutes * minute;
  const isOnline = device.lastSeenAt > 0 && input.now < quietUntil;
  const tells = isOnline ? (isWearable(device) ? [silence(device, input, 'wear'), still(device, input)] : []) : [silence(device, input, 'offline')];
  return { device: given, isOnline, tells: tells.flatMap((found) => found.tells), ended: ended ? ['wear', 'inactive'] : [], change: changeOf(device, { isOnline, quietUntil, found: tells }) };
}

function changeOf(device: WatchedDevice, { isOnline, quietUntil, found }: { readonly isOnline: boolean; readonly quietUntil: number; readonly found: readonly Found[] }): WatchChange {
  const tells = found.flatMap((each) => each.tells);
  const isWorn = device.wearers.length > 0;
  return {
    deviceId: device.deviceId, lookAt: earliest([...(isOnline ? [quietUntil] : []), ...found.flatMap(({ nextAt }) => nextAt)]), isSilent: !isOnline, bySource: device.bySource, toldBattery: device.toldBattery,
    toldOffline: isWorn && !isOnline ? highest(tells, 'offline', device.toldOffline) : 0, toldWear: isWorn ? highest(tells, 'wear', device.toldWear) : 0, toldStill: highest(tells, 'inactive', device.toldStill),
    wornAt: tells.some(({ type }) => type !== 'offline') ? Math.max(device.wornAt, device.heartAt) : device.toldWornAt,
  };
}
