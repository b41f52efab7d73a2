import { setImmediate as turn } from 'node:timers/promises';

/** The database works on one batch while the server prepares the next one. */
const mostOpenBatches = 3;

/**
 * Maps items in batches of `size`. Each batch starts in its own turn of the event loop, and at most three are open, so
 * that calls are answered between them. Resolves with the results in the order of the items; rejects with the first
 * failure after every batch has started.
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const started: Promise<R>[] = [];
  const batches: Promise<unknown>[] = [];
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await turn();
    await batches.at(-mostOpenBatches);
    const batch = items.slice(from, from + size).map(work);
    started.push(...batch);
    batches.push(Promise.allSettled(batch));
  }
  return Promise.all(started);
}
