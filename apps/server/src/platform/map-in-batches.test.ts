import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInBatches } from './map-in-batches.ts';

test('other work runs between batches, and results keep their order', async () => {
  const seen: string[] = [];
  setImmediate(() => seen.push('call'));
  const found = await mapInBatches([1, 2, 3, 4, 5], 2, async (item) => {
    seen.push(`item ${item}`);
    return item * 10;
  });
  expect(found).toEqual([10, 20, 30, 40, 50]);
  expect(seen).toEqual(['item 1', 'item 2', 'call', 'item 3', 'item 4', 'item 5']);
});

test('at most three batches are open', async () => {
  let [open, most] = [0, 0];
  await mapInBatches(Array.from({ length: 40 }), 2, async () => {
    open += 1;
    most = Math.max(most, open);
    for (let nth = 0; nth < 5; nth += 1) await turn();
    open -= 1;
  });
  expect(most).toBe(6);
});

test('a failure of an early item is reported once all were started', async () => {
  const seen: number[] = [];
  const work = mapInBatches([1, 2, 3, 4, 5], 1, async (item) => {
    seen.push(item);
    if (item === 1) throw new Error('the first failed');
  });
  await expect(work).rejects.toThrow('the first failed');
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});
