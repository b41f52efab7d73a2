import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { BackOff } from './back-off.ts';

const backOff = (): { readonly it: BackOff; readonly pass: (ms: number) => void } => {
  let now = 1_000;
  return {
    it: new BackOff({ free: 2, longest: 8, elapsed: () => now }),
    pass: (ms) => {
      now += ms;
    },
  };
};

const waitOf = (it: BackOff): number => {
  try {
    it.begin('a');
    return 0;
  } catch (error) {
    return (error as AppError).retryAfterSeconds ?? -1;
  }
};

test('calls after the free ones wait twice as long each time, up to the longest', () => {
  const { it, pass } = backOff();
  const waits: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    expect(waitOf(it)).toBe(0);
    const wait = waitOf(it);
    waits.push(wait);
    pass(wait * 1000);
  }
  expect(waits.slice(0, 6)).toEqual([0, 1, 2, 4, 8, 8]);
});

test('another key is another matter', () => {
  const { it } = backOff();
  for (let count = 0; count < 3; count += 1) it.begin('a');
  expect(() => it.begin('a')).toThrow(AppError);
  it.begin('b');
});

test('a course is forgotten after an hour', () => {
  const { it, pass } = backOff();
  for (let count = 0; count < 3; count += 1) it.begin('a');
  pass(3_600_001);
  it.begin('a');
  it.begin('a');
});
