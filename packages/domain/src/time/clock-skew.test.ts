import { describe, expect, test } from 'vitest';
import { correctionOf, isSkewed, learnSkew, uncertaintyOf } from './clock-skew.ts';

const minutes = (...each: number[]): number[] => each.map((one) => one * 60_000);

describe('clock of a device', () => {
  test('five frames that agree within half a minute', () => {
    expect(learnSkew(minutes(-40, -40, -40, -40))).toBeUndefined();
    expect(learnSkew([...minutes(-40, -40, -40, -40), -40 * 60_000 + 29_999])).toEqual({
      medianMs: -2_400_000,
      spreadMs: 29_999,
    });
    expect(learnSkew([...minutes(-40, -40, -40, -40), -40 * 60_000 + 30_000])).toBeUndefined();
  });

  test('one odd frame changes nothing, two do; older frames do not count against newer ones', () => {
    const off = minutes(-40, -40, -40, -40, -40);
    expect(learnSkew([...off, 0])?.medianMs).toBe(-2_400_000);
    expect(learnSkew([...off, 0, 0])).toBeUndefined();
    expect(learnSkew([...off, 0, 0, 0, 0, 0])).toEqual({ medianMs: 0, spreadMs: 0 });
  });

  test('up to two minutes is taken as it is', () => {
    expect([isSkewed(120_000), isSkewed(-120_001)]).toEqual([false, true]);
    expect(correctionOf({ medianMs: 120_000, spreadMs: 0 }, undefined)).toBeUndefined();
  });

  test('a frame that contradicts what was learned is taken as it is', () => {
    const learned = { medianMs: -2_400_000, spreadMs: 10_000 };
    expect(correctionOf(learned, undefined)).toBe(-2_400_000);
    expect(correctionOf(learned, -2_390_000)).toBe(-2_400_000);
    expect(correctionOf(learned, 1000)).toBeUndefined();
    expect(correctionOf(undefined, -2_400_000)).toBeUndefined();
  });

  test('uncertainty is two minutes at least', () => {
    expect([uncertaintyOf(undefined), uncertaintyOf({ medianMs: 0, spreadMs: 200_000 })]).toEqual([120_000, 200_000]);
  });
});
