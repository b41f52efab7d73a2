import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bdToGcj, convert, gcjToBd, gcjToWgs, isInShiftedBox, wgsToGcj } from './datum.ts';
import type { Point } from './datum.ts';
import { haversine } from './distance.ts';

const mainland = fc.record({
  longitude: fc.double({ min: 75, max: 134, noNaN: true }),
  latitude: fc.double({ min: 18, max: 53, noNaN: true }),
});

function gap(a: Point, b: Point): number {
  return Math.max(Math.abs(a.longitude - b.longitude), Math.abs(a.latitude - b.latitude));
}

describe('coordinate systems', () => {
  test.each([
    [
      { longitude: 121.5272106, latitude: 31.1774276 },
      { longitude: 121.531541859215, latitude: 31.17530398364597 },
    ],
    [
      { longitude: 113.912316, latitude: 22.543847 },
      { longitude: 113.9171764808363, latitude: 22.540796131694766 },
    ],
    [
      { longitude: 116.377817, latitude: 39.911954 },
      { longitude: 116.38404722455657, latitude: 39.91334545536069 },
    ],
  ])('published pairs of WGS-84 and GCJ-02', (wgs, gcj) => {
    expect(gap(wgsToGcj(wgs), gcj)).toBeLessThan(1e-6);
    expect(gap(gcjToWgs(gcj), wgs)).toBeLessThan(1e-6);
  });

  test('there and back within 1e-7 degree', () => {
    fc.assert(
      fc.property(mainland, (point) => {
        expect(gap(gcjToWgs(wgsToGcj(point)), point)).toBeLessThan(1e-7);
        expect(gap(bdToGcj(gcjToBd(point)), point)).toBeLessThan(1e-7);
        expect(gap(convert(convert(point, 'wgs84', 'bd09'), 'bd09', 'wgs84'), point)).toBeLessThan(1e-6);
      }),
    );
  });

  test('the shift is 50 to 1000 metres on the mainland, none outside', () => {
    fc.assert(
      fc.property(mainland, (point) => {
        const shift = haversine(point, wgsToGcj(point));
        expect(shift).toBeGreaterThan(10);
        expect(shift).toBeLessThan(1500);
      }),
    );
    const paris = { longitude: 2.35, latitude: 48.85 };
    expect(isInShiftedBox(paris)).toBe(false);
    expect(wgsToGcj(paris)).toBe(paris);
    expect(gcjToWgs(paris)).toBe(paris);
    expect(convert(paris, 'gcj02', 'gcj02')).toBe(paris);
  });
});

describe('haversine', () => {
  test('known distances', () => {
    expect(haversine({ longitude: 0, latitude: 0 }, { longitude: 0, latitude: 1 })).toBeCloseTo(111_195, 0);
    expect(haversine({ longitude: 116.4, latitude: 39.9 }, { longitude: 121.47, latitude: 31.23 }) / 1000).toBeCloseTo(
      1068,
      -1,
    );
  });

  test('symmetric, zero for the same point, at most half the equator', () => {
    const anywhere = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    });
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        expect(haversine(a, b)).toBeCloseTo(haversine(b, a), 6);
        expect(haversine(a, a)).toBe(0);
        expect(haversine(a, b)).toBeLessThan(20_015_200);
      }),
    );
  });
});
