import { rawReading } from '@kangmai/model/measurements';

import { readFrom } from './calls.ts';

export interface NewestFigures {
  readonly kind: string;
  readonly at: Date;
  readonly level: number;
  readonly figures: Readonly<Record<string, number>>;
}

export interface NewestOfDevice {
  readonly userName: string;
  readonly battery: number | null;
  /** Null when the user may not see the device. */
  readonly isOnline: boolean | null;
  readonly kinds: readonly NewestFigures[];
}

interface WireKind {
  readonly [key: string]: unknown;
}

interface WireNewest {
  readonly userName: string;
  readonly battery: number | null;
  readonly isOnline: number | null;
  readonly [kind: string]: unknown;
}

// The API returns weights apart from body composition.
const kindOfKey = (key: string): string => (key === 'weight' ? 'bodyFat' : key);

const isKind = (value: unknown): value is WireKind =>
  typeof value === 'object' && value !== null && 'measure_time' in value;

function figuresOf(key: string, { abnormalLevel, ['measure_time']: at, ...rest }: WireKind): NewestFigures {
  const figures = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
  return {
    kind: kindOfKey(key),
    at: new Date(String(at)),
    level: typeof abnormalLevel === 'number' ? abnormalLevel : 0,
    figures,
  };
}

/** Newest data of a device per kind; kinds it never sent are left out. */
export async function newestOfDevice(imei: string, signal: AbortSignal): Promise<NewestOfDevice> {
  const wire = await readFrom<WireNewest>(rawReading, 'GetNewHealthData', { query: { imei }, signal });
  const kinds = Object.entries(wire).filter((entry): entry is [string, WireKind] => isKind(entry[1]));
  return {
    userName: wire.userName,
    battery: wire.battery,
    isOnline: wire.isOnline === null ? null : wire.isOnline === 1,
    kinds: kinds.map(([key, value]) => figuresOf(key, value)),
  };
}
