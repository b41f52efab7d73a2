import { expect, test } from 'vitest';

import { onceAtATime } from './once-at-a-time.ts';

function heldWork() {
  const ends: (() => void)[] = [];
  const ask = onceAtATime(() => new Promise<void>((done) => ends.push(done)));
  return { ask, ends };
}

test('calls during a run cause one further run after it, however many they are', async () => {
  const { ask, ends } = heldWork();
  const first = ask();
  for (let n = 0; n < 5; n += 1) void ask();
  expect(ends.length).toBe(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await first;
  expect(ends.length).toBe(2);
});

test('a call after the end starts another run', async () => {
  const { ask, ends } = heldWork();
  const first = ask();
  ends[0]?.();
  await first;
  const second = ask();
  expect(ends.length).toBe(2);
  ends[1]?.();
  await second;
});

test('the next call repeats work that failed', async () => {
  let turns = 0;
  const ask = onceAtATime(() => {
    turns += 1;
    return turns === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve();
  });
  await expect(ask()).rejects.toThrow('no answer');
  await ask();
  expect(turns).toBe(2);
});
