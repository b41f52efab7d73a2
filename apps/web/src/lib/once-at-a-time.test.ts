import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { onceAtATime } from './once-at-a-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

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
  await pass(499);
  expect(ends.length).toBe(1);
  await pass(1);
  expect(ends.length).toBe(2);
  ends[1]?.();
  await first;
  expect(ends.length).toBe(2);
});

test('a call after the end starts another run', async () => {
  const { ask, ends } = heldWork();
  const first = ask();
  ends[0]?.();
  await first;
  await pass(500);
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
  const again = ask();
  await pass(500);
  await again;
  expect(turns).toBe(2);
});

test('the rest is twice as long as the work, at most two seconds', async () => {
  const { ask, ends } = heldWork();
  void ask();
  void ask();
  await pass(400);
  ends[0]?.();
  await pass(799);
  expect(ends.length).toBe(1);
  await pass(1);
  expect(ends.length).toBe(2);
  void ask();
  await pass(9000);
  ends[1]?.();
  await pass(2000);
  expect(ends.length).toBe(3);
});
