import type { BodyDevice, WatchedDevice, Wearer } from './watched-devices.ts';

/** What all devices on a person's body report together; instants are epoch ms, 0 for never. */
export interface OnBody {
  readonly wornAt: number;
  readonly heartAt: number;
  readonly chargingSince: number | undefined;
  readonly chargedUntil: number;
  readonly hasSos: boolean;
}

const onBody = ({ category }: BodyDevice): boolean => category === 'wearable' || category === 'mattress';
const rank = ({ category, hasHeart }: BodyDevice): number => (category === 'wearable' ? 2 : 0) + (hasHeart ? 1 : 0);
const latest = (times: readonly number[]): number => Math.max(0, ...times);

/** Whether a device raises the alarms of its wearer: of several wearables the last worn one. Pure. */
export function isMain({ deviceId }: Pick<WatchedDevice, 'deviceId'>, { devices }: Pick<Wearer, 'devices'>): boolean {
  const [main] = devices.toSorted(
    (one, other) =>
      rank(other) - rank(one) ||
      other.wornAt - one.wornAt ||
      Number(other.hasSos) - Number(one.hasSos) ||
      other.boundAt - one.boundAt ||
      one.deviceId - other.deviceId,
  );
  return main === undefined || main.deviceId === deviceId;
}

/** Worn, pulse and charging times of a person over all worn devices. Pure. */
export function onBodyOf({ devices }: Pick<Wearer, 'devices'>): OnBody {
  const worn = devices.filter(onBody);
  const charging = worn.flatMap(({ chargingSince }) => (chargingSince === null ? [] : [chargingSince]));
  return {
    wornAt: latest(worn.map((each) => each.wornAt)),
    heartAt: latest(worn.map((each) => each.heartAt)),
    chargedUntil: latest(worn.map((each) => each.chargedUntil)),
    chargingSince: charging.length === 0 ? undefined : latest(charging),
    hasSos: worn.some((each) => each.hasSos),
  };
}

export const bodyDevices = ({ devices }: Pick<Wearer, 'devices'>): readonly BodyDevice[] => devices.filter(onBody);
