import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UrgentWork } from './urgent-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a wait; the result says whether it has ended. */
function wait(urgent: UrgentWork, ms: number): () => boolean {
  let isOver = false;
  void urgent.idle(performance.now() + ms).then(() => {
    isOver = true;
  });
  return () => isOver;
}

const passed = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('without urgent work nothing waits', async () => {
  const isOver = wait(new UrgentWork(), 250);
  await passed(0);
  expect(isOver()).toBe(true);
});

test('large work goes on when the alarms of all tenants are followed', async () => {
  const urgent = new UrgentWork();
  urgent.begin(1);
  urgent.begin(2);
  const isOver = wait(urgent, 250);
  await passed(50);
  urgent.end(1, performance.now());
  await passed(0);
  expect(isOver()).toBe(false);
  urgent.end(2, performance.now());
  await passed(0);
  expect(isOver()).toBe(true);
});

test('an alarm that began after the follower took its events stays urgent', async () => {
  const urgent = new UrgentWork();
  const took = performance.now();
  await passed(10);
  urgent.begin(1);
  const isOver = wait(urgent, 250);
  urgent.end(1, took);
  await passed(10);
  expect(isOver()).toBe(false);
});

test('large work waits no longer than it was told', async () => {
  const urgent = new UrgentWork();
  urgent.begin(1);
  const isOver = wait(urgent, 250);
  await passed(249);
  expect(isOver()).toBe(false);
  await passed(1);
  expect(isOver()).toBe(true);
});

test('a mark that another node should have ended lapses', async () => {
  const urgent = new UrgentWork();
  urgent.begin(1);
  await passed(501);
  const isOver = wait(urgent, 250);
  await passed(0);
  expect(isOver()).toBe(true);
});
