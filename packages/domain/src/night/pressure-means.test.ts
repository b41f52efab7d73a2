import { describe, expect, test } from 'vitest';
import { dippingOf, pressureMeans, type PressurePoint } from './pressure-means.ts';

const hour = 3_600_000;
const sleep = { from: 22 * hour, to: 30 * hour };

/** Readings of equal values, spread over a time. */
const points = (
  count: number,
  [high, low]: readonly [number, number],
  [from, to]: readonly [number, number],
): PressurePoint[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + ((to - from) * index) / count, high, low }));

const day = (count: number, values: readonly [number, number] = [130, 80]): PressurePoint[] =>
  points(count, values, [6 * hour, 22 * hour]);
const night = (count: number, values: readonly [number, number] = [110, 65]): PressurePoint[] =>
  points(count, values, [22 * hour, 30 * hour]);

describe('means of a recording', () => {
  test('day, night and 24 hours with their counts', () => {
    const { parts, fall } = pressureMeans([...day(20), ...night(10)], sleep);
    expect(parts.day).toEqual({ count: 20, mean: { high: 130, low: 80 }, isHigh: false });
    expect(parts.night).toEqual({ count: 10, mean: { high: 110, low: 65 }, isHigh: false });
    expect(parts.whole).toMatchObject({ count: 30, mean: { low: 75 }, isHigh: false });
    expect(parts.whole.mean?.high).toBeCloseTo(123.33, 2);
    expect(fall?.percent).toBeCloseTo(15.38, 2);
    expect(fall?.dipping).toBe('dipper');
  });

  test('six readings of a night and nineteen of a day are not enough', () => {
    const few = pressureMeans([...day(20), ...night(6)], sleep);
    expect(few.parts.night).toEqual({ count: 6, mean: null, isHigh: null });
    expect([few.parts.day.mean !== null, few.parts.whole.mean, few.fall]).toEqual([true, null, null]);
    const short = pressureMeans([...day(19), ...night(7)], sleep);
    expect([short.parts.day.mean, short.parts.whole, short.fall]).toEqual([
      null,
      { count: 26, mean: null, isHigh: null },
      null,
    ]);
    expect(short.parts.night.mean).toEqual({ high: 110, low: 65 });
  });

  test('either figure makes a mean high, at its limit already', () => {
    const high = (values: readonly [number, number]) => pressureMeans(night(7, values), sleep).parts.night.isHigh;
    expect([high([120, 60]), high([119, 70]), high([119, 69])]).toEqual([true, true, false]);
    const both = pressureMeans([...day(20, [135, 70]), ...night(7, [110, 60])], sleep).parts;
    expect([both.day.isHigh, both.whole.isHigh]).toEqual([true, false]);
  });

  test('readings outside the 24 hours do not count', () => {
    const old = points(30, [200, 120], [0, 6 * hour]);
    const later = points(5, [200, 120], [31 * hour, 40 * hour]);
    expect(pressureMeans([...old, ...day(20), ...night(7), ...later], sleep).parts.whole.count).toBe(27);
  });

  test('classes of the fall', () => {
    expect([20.1, 20, 10, 9.9, 0, -0.1].map(dippingOf)).toEqual([
      'extreme',
      'dipper',
      'dipper',
      'nonDipper',
      'nonDipper',
      'reverse',
    ]);
  });

  test('a night higher than the day is reverse', () => {
    expect(pressureMeans([...day(20, [120, 70]), ...night(7, [132, 75])], sleep).fall).toEqual({
      percent: -10,
      dipping: 'reverse',
    });
  });
});
