import { randomBytes } from 'node:crypto';
import type { Random } from './random.ts';
import type { Wearer } from './world.ts';

/** The kinds of readings that the fault runs send, with the tables that hold them. */
export const tables = {
  heart: 'heart_rate_reading',
  bp: 'blood_pressure_reading',
  temperature: 'temperature_reading',
} as const;
export type Kind = keyof typeof tables;
export const kinds = Object.keys(tables) as Kind[];

/** A message as a device sends it, with its person. */
export interface Message {
  /** Unique; sent in the reading and stored in its row. */
  readonly token: string;
  readonly wearer: Wearer;
  readonly kind: Kind | 'sos' | 'aside';
  readonly item: { readonly [name: string]: unknown };
  /** The figure that the row must have. */
  readonly figure: number;
  /** Epoch ms; undefined for messages without a time, which only their id identifies. */
  readonly measuredAt: number | undefined;
}

const figures: Readonly<
  Record<
    Kind,
    (random: Random, isGrave: boolean) => { readonly values: Record<string, number>; readonly figure: number }
  >
> = {
  heart: (random, isGrave) => {
    const heart = isGrave ? random.whole(165, 180) : random.whole(62, 88);
    return { values: { heart }, figure: heart };
  },
  bp: (random, isGrave) => {
    const high = isGrave ? random.whole(185, 195) : random.whole(108, 118);
    return { values: { high, low: high - 45, heart: 70 }, figure: high };
  },
  temperature: (random) => {
    const temperature = random.whole(362, 368) / 10;
    return { values: { temperature }, figure: temperature };
  },
};

/**
 * A device's clock starts 100 minutes ago in steps so small that a long run does not reach the present, where readings
 * would collide with times of receipt or be ahead of the clock.
 */
const stepMs = 40;

/** Devices' clocks: every reading of a device gets a time of its own. */
export class Fleet {
  readonly wearers: readonly Wearer[];
  private readonly random: Random;
  private readonly clocks = new Map<number, number>();

  constructor(wearers: readonly Wearer[], random: Random) {
    this.wearers = wearers;
    this.random = random;
  }

  private tick(wearer: Wearer): number {
    const at = (this.clocks.get(wearer.deviceId) ?? Math.floor(Date.now() / 1000) * 1000 - 100 * 60_000) + stepMs;
    this.clocks.set(wearer.deviceId, at);
    return at;
  }

  /**
   * A reading of a random device; the first device's person is in a critical state throughout. Some carry an id, some
   * only an id.
   */
  reading(): Message {
    const { random } = this;
    const wearer = random.pick(this.wearers);
    const kind = random.pick(kinds);
    const token = randomBytes(9).toString('base64url');
    const { values, figure } = figures[kind](random, wearer === this.wearers[0]);
    const hasId = random.chance(0.5);
    const isTimeless = hasId && random.chance(0.2);
    const measuredAt = isTimeless ? undefined : this.tick(wearer);
    return {
      token,
      wearer,
      kind,
      figure,
      measuredAt,
      item: {
        imei: wearer.imei,
        dataType: kind,
        values: { ...values, remark: token },
        ...(hasId && { messageId: token }),
        ...(measuredAt !== undefined && { measuredAt: new Date(measuredAt).toISOString() }),
      },
    };
  }

  /** A call for help with its own id. */
  call(): Message {
    const wearer = this.random.pick(this.wearers);
    const token = randomBytes(9).toString('base64url');
    const measuredAt = Date.now();
    return {
      token,
      wearer,
      kind: 'sos',
      figure: 0,
      measuredAt,
      item: {
        imei: wearer.imei,
        dataType: 'event',
        values: { event: 'sos' },
        messageId: token,
        measuredAt: new Date(measuredAt).toISOString(),
      },
    };
  }

  /** A delivery of readings, occasionally with a call for help. */
  batch(size: number, callsOf = 0.01): Message[] {
    return Array.from({ length: size }, () => (this.random.chance(callsOf) ? this.call() : this.reading()));
  }
}
