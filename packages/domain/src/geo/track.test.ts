import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterPoints } from './cluster.ts';
import type { Point } from './datum.ts';
import { haversine } from './distance.ts';
import { simplify } from './simplify.ts';
import { cleanFixes, rawTrackOf, trackOf } from './track.ts';
import type { Fix } from './track-fix.ts';

const minute = 60_000;
const start = Date.parse('2026-03-10T00:00:00Z');
const home = { longitude: 116.4, latitude: 39.9 };
/** Metres east and north of home. */
const spot = (east: number, north = 0) => ({
  longitude: home.longitude + east / (111_194.93 * Math.cos((home.latitude * Math.PI) / 180)),
  latitude: home.latitude + north / 111_194.93,
});
const fix = (minutes: number, east: number, more: Partial<Fix> & { readonly north?: number } = {}): Fix => {
  const { north = 0, ...rest } = more;
  return { ...spot(east, north), at: start + minutes * minute, locationType: 1, accuracy: 10, timeQuality: 0, ...rest };
};
const walk = (from: number, to: number, begin = 0): Fix[] =>
  Array.from({ length: to - from + 1 }, (_, index) => fix(begin + index, (from + index) * 80));
const easts = (fixes: readonly { readonly longitude: number }[]): number[] =>
  fixes.map(({ longitude }) => Math.round(haversine(home, { longitude, latitude: home.latitude })));

describe('what is no position', () => {
  test('order, equal times, (0,0), nonsense and times of receipt', () => {
    const fixes = [
      fix(2, 160),
      fix(0, 0),
      fix(1, 80),
      fix(1, 90, { accuracy: 50 }),
      { ...fix(3, 0), longitude: 0, latitude: 0 },
      { ...fix(4, 0), latitude: 91 },
      { ...fix(5, 0), longitude: Number.NaN },
      fix(6, 240, { timeQuality: 2 }),
    ];
    expect(easts(cleanFixes(fixes))).toEqual([0, 80, 160]);
    expect(trackOf(fixes).dropped).toBe(5);
  });

  test('coarse ones with a better one within five minutes; alone they stay', () => {
    expect(
      easts(cleanFixes([fix(0, 0), fix(5, 300, { accuracy: 250 }), fix(11, 700, { accuracy: 250 }), fix(17, 900)])),
    ).toEqual([0, 700, 900]);
    expect(easts(cleanFixes([fix(0, 0), fix(5, 300, { accuracy: 200 })]))).toEqual([0, 300]);
  });

  test('cells only in gaps of over 30 minutes, drawn hollow', () => {
    const cellFix = (minutes: number, east: number): Fix =>
      fix(minutes, east, { north: east > 3000 ? 500 : 0, locationType: 3, accuracy: null });
    expect(easts(cleanFixes([fix(0, 0), cellFix(10, 500), fix(30, 900)]))).toEqual([0, 900]);
    const kept = trackOf([fix(0, 0), cellFix(10, 2000), cellFix(20, 4000), fix(31, 6000)], { tolerance: 0.1 });
    expect(kept.segments.flatMap((segment) => segment.points).map(({ byCell }) => byCell)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(cleanFixes([cellFix(0, 0)])).toHaveLength(1);
  });
});

describe('spikes', () => {
  test('a jump away and back is left out, whether by speed or within three minutes', () => {
    expect(easts(cleanFixes([fix(0, 0), fix(1, 5000), fix(2, 100)]))).toEqual([0, 100]);
    expect(easts(cleanFixes([fix(0, 0), fix(1.5, 600), fix(3, 50)]))).toEqual([0, 50]);
  });
  test('two points that agree stay, whatever the speed', () => {
    const train = [fix(0, 0), fix(1, 5000), fix(2, 10_000), fix(3, 15_000)];
    expect(cleanFixes(train)).toHaveLength(4);
    expect(cleanFixes([fix(0, 0), fix(1, 5000), fix(2, 5100), fix(3, 100)])).toHaveLength(4);
  });
  test('a walk around the block stays', () =>
    expect(cleanFixes([fix(0, 0), fix(10, 600), fix(20, 0)])).toHaveLength(3));
});

describe('stays and segments', () => {
  test('ten minutes within 100 m are one place, and drift there is no way', () => {
    const drift = Array.from({ length: 13 }, (_, index) =>
      fix(20 + index, 1600 + (index % 3) * 30, { north: (index % 2) * 20 }),
    );
    const { stays, segments, distance } = trackOf([...walk(0, 19), ...drift, ...walk(21, 30, 34)]);
    expect(stays).toHaveLength(1);
    expect((stays[0]?.end ?? 0) - (stays[0]?.begin ?? 0)).toBeGreaterThanOrEqual(12 * minute);
    expect(segments).toHaveLength(2);
    expect(distance).toBeGreaterThan(2300);
    expect(distance).toBeLessThan(2500);
  });
  test('nine minutes are no stay', () =>
    expect(trackOf(Array.from({ length: 10 }, (_, index) => fix(index, 10 * (index % 2)))).stays).toEqual([]));
  test('at home all day: one stay, no way', () => {
    const track = trackOf(Array.from({ length: 48 }, (_, index) => fix(index * 30, (index * 37) % 60)));
    expect(track).toMatchObject({ segments: [], distance: 0, dropped: 0 });
    expect(track.stays).toHaveLength(1);
  });
  test('a gap of over 15 minutes begins a new segment and adds no way', () => {
    const { segments, distance } = trackOf([...walk(0, 3), ...walk(30, 33, 18.5)]);
    expect(segments.map(({ points }) => points[0]?.at)).toEqual([start, start + 18.5 * minute]);
    expect(distance).toBeCloseTo(480, 0);
    expect(trackOf([fix(0, 0), fix(15, 1500)]).segments).toHaveLength(1);
  });
  test('uncleaned, everything in order stands there', () => {
    expect(rawTrackOf([fix(1, 5000), fix(0, 0), fix(2, 100)], { tolerance: 0 }).segments[0]?.points).toHaveLength(3);
    expect(rawTrackOf([])).toEqual({ segments: [], stays: [], distance: 0, dropped: 0 });
  });
  test('at most as many points as asked for', () => {
    const crooked = Array.from({ length: 4000 }, (_, index) =>
      fix(index, index * 110, { north: index % 2 === 0 ? 0 : 90 }),
    );
    const { segments } = trackOf(crooked);
    expect(segments.flatMap(({ points }) => points).length).toBeLessThanOrEqual(3000);
    const lonely = Array.from({ length: 50 }, (_, index) => fix(index * 20, index * 5000));
    expect(trackOf(lonely, { most: 10 }).segments.length).toBeLessThanOrEqual(10);
  });
});

/** Metres from a point to a line, by halving each stretch until it is short. */
function offLine(point: Point, line: readonly Point[]): number {
  return Math.min(
    ...line.map((from, index) => {
      let [near, far] = [from, line[index + 1] ?? from];
      for (let round = 0; round < 40; round += 1) {
        const middle = {
          longitude: (near.longitude + far.longitude) / 2,
          latitude: (near.latitude + far.latitude) / 2,
        };
        if (haversine(point, near) < haversine(point, far)) far = middle;
        else near = middle;
      }
      return haversine(point, near);
    }),
  );
}

describe('simplify', () => {
  test('a straight line keeps its ends, a corner stays', () => {
    expect(simplify(walk(0, 50), 10)).toHaveLength(2);
    expect(simplify([spot(0), spot(500, 0), spot(500, 500)], 10)).toHaveLength(3);
    expect(simplify([spot(0), spot(250, 5), spot(500)], 10)).toHaveLength(2);
  });
  test('no left-out point is farther off than the tolerance, and both ends stay', () => {
    const line = fc.array(
      fc.record({ east: fc.integer({ min: -3000, max: 3000 }), north: fc.integer({ min: -3000, max: 3000 }) }),
      { minLength: 2, maxLength: 60 },
    );
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 500 }), (spots, tolerance) => {
        const points = spots.map(({ east, north }) => spot(east, north));
        const kept = simplify(points, tolerance);
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
        for (const point of points) expect(offLine(point, kept)).toBeLessThanOrEqual(tolerance * 1.01);
      }),
    );
  });
});

describe('clusters', () => {
  const points = [spot(0), spot(20), spot(50_000), { longitude: -74, latitude: 40.7 }];
  test('close ones fall together when the map is small and apart when it is large', () => {
    expect(clusterPoints(points, 3).map(({ members }) => members.length)).toEqual([3, 1]);
    expect(clusterPoints(points, 12).map(({ members }) => members.length)).toEqual([2, 1, 1]);
    expect(clusterPoints(points, 20)).toHaveLength(4);
  });
  test('nobody is lost or counted twice, and a cluster lies among its members', () => {
    const anywhere = fc.array(
      fc.record({
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(anywhere, fc.integer({ min: 0, max: 18 }), (all, zoom) => {
        const clusters = clusterPoints(all, zoom);
        expect(clusters.flatMap(({ members }) => members)).toHaveLength(all.length);
        for (const { longitude, members } of clusters)
          expect(longitude).toBeGreaterThanOrEqual(Math.min(...members.map((member) => member.longitude)) - 1e-9);
      }),
    );
  });
});
