import { signedHeaders } from '@kangmai/ops/replay-send';
import type { World, Worn } from './world.ts';

export interface Item {
  readonly imei: string;
  readonly dataType: string;
  readonly measuredAt: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Gives heart rates of watches in turn, each watch's times rising and none twice. */
export function heartSource(
  watches: readonly Worn[],
  { from, stepMs }: { readonly from: number; readonly stepMs: number },
): () => Item & { readonly watch: Worn } {
  let made = 0;
  return () => {
    const watch = watches[made % watches.length];
    if (!watch) throw new Error('no watches');
    const measuredAt = from + Math.floor(made / watches.length) * stepMs + (watch.deviceId % stepMs);
    // One in fifty is out of order, about as in life.
    const heart = made % 50 === 7 ? 104 + (made % 5) : 58 + ((made * 7) % 38);
    made += 1;
    return { imei: watch.imei, dataType: 'heart', measuredAt, values: { heart, heartState: 1 }, watch };
  };
}

/** One source a connection, each with watches of its own: what a device sends arrives in its order. */
export const sourcesByLane = (
  watches: readonly Worn[],
  lanes: number,
  times: { readonly from: number; readonly stepMs: number },
): readonly (() => Item & { readonly watch: Worn })[] =>
  [...Array(lanes).keys()].map((lane) =>
    heartSource(
      watches.filter(({ deviceId }) => deviceId % lanes === lane),
      times,
    ),
  );

const plain = ({ imei, dataType, measuredAt, values }: Item): Item => ({ imei, dataType, measuredAt, values });

/** A signed delivery of several readings. */
export function delivery(
  source: World['source'],
  items: readonly Item[],
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = JSON.stringify({ items: items.map(plain) });
  return { body, headers: signedHeaders({ source: source.code, key: source.key }, body) };
}

/** A signed delivery of one reading. */
export function single(
  source: World['source'],
  item: Item,
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = JSON.stringify(plain(item));
  return { body, headers: signedHeaders({ source: source.code, key: source.key }, body) };
}
