import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { gather } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first item is taken at once, those of the interval together at its end', () => {
  const taken: (readonly number[])[] = [];
  const { add } = gather<number>(
    () => 500,
    (items) => taken.push(items),
  );
  for (const item of [1, 2, 3]) add(item);
  expect(taken).toEqual([[1]]);
  vi.advanceTimersByTime(500);
  expect(taken).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(500);
  add(4);
  expect(taken).toEqual([[1], [2, 3], [4]]);
});

test('a flush takes what waits, and begins a new interval', () => {
  const taken: (readonly number[])[] = [];
  const { add, flush } = gather<number>(
    () => 500,
    (items) => taken.push(items),
  );
  for (const item of [1, 2]) add(item);
  flush();
  add(3);
  expect(taken).toEqual([[1], [2]]);
  vi.advanceTimersByTime(500);
  expect(taken).toEqual([[1], [2], [3]]);
});

test('the rest depends on how many were taken', () => {
  const taken: (readonly number[])[] = [];
  const { add } = gather<number>(
    (count) => count * 500,
    (items) => taken.push(items),
  );
  for (const item of [1, 2, 3, 4]) add(item);
  vi.advanceTimersByTime(500);
  expect(taken).toEqual([[1], [2, 3, 4]]);
  add(5);
  vi.advanceTimersByTime(1000);
  expect(taken.length).toBe(2);
  vi.advanceTimersByTime(500);
  expect(taken).toEqual([[1], [2, 3, 4], [5]]);
});
