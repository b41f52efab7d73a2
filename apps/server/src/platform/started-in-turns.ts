import { setImmediate as turn } from 'node:timers/promises';

/** Enough that the database has work while the server prepares the next part. */
const partsUnderWay = 3;

/**
 * Does the same work for many items, `atOnce` of them in a turn of the event loop and at most three such parts at a
 * time, so that calls which arrive meanwhile are answered between. Resolves with the results in the order of the items
 * once all are done; rejects with the first failure.
 */
export async function startedInTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  start: (item: T) => Promise<R>,
): Promise<R[]> {
  const started: Promise<R>[] = [];
  const parts: Promise<unknown>[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await turn();
    await parts.at(-partsUnderWay);
    const part = items.slice(from, from + atOnce).map(start);
    started.push(...part);
    parts.push(Promise.allSettled(part));
  }
  return Promise.all(started);
}
