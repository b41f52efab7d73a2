import { describe, expect, test } from 'vitest';
import { countedOf } from './counted.ts';
import type { CountedEvent } from '../intake/delivery.ts';

const hour = Date.parse('2026-03-10T04:00:00Z');
const minute = 60_000;

const event = (
  rows: readonly (readonly [
    id: number,
    client: number | null,
    at: number,
    high: number | null,
    level?: number,
    quality?: number,
    replaced?: number | null,
  ])[],
): CountedEvent => ({
  kind: 'bp',
  added: rows.length,
  id: rows.map(([id]) => id),
  client: rows.map(([, client]) => client),
  at: rows.map(([, , at]) => at),
  level: rows.map(([, , , , level = 0]) => level),
  quality: rows.map(([, , , , , quality = 0]) => quality),
  replaced: rows.map(([, , , , , , replaced = null]) => replaced),
  figures: { high: rows.map(([, , , high]) => high) },
});

describe('what new readings add', () => {
  test('is summed up by person, hour and metric, over all events', () => {
    const { additions } = countedOf(
      [
        event([
          [1, 7, hour, 120],
          [2, 8, hour, 110],
        ]),
        event([
          [3, 7, hour + 59 * minute, 190, 3],
          [4, 7, hour + 60 * minute, 130],
        ]),
      ],
      new Set(),
    );
    expect(
      additions.map(({ clientId, hour: of, count, abnormal, sum, squares, min, max }) => [
        clientId,
        of - hour,
        count,
        abnormal,
        sum,
        squares,
        min,
        max,
      ]),
    ).toEqual([
      [7, 0, 2, 1, 310, 120 * 120 + 190 * 190, 120, 190],
      [7, 60 * minute, 1, 0, 130, 16_900, 130, 130],
      [8, 0, 1, 0, 110, 12_100, 110, 110],
    ]);
  });

  test('leaves out what has no wearer, no figure, poor contact or was declared void', () => {
    const { additions, quarters } = countedOf(
      [
        event([
          [1, null, hour, 120],
          [2, 7, hour, null],
          [3, 7, hour, 120, 0, 2],
          [4, 7, hour, 120, 0, 4],
          [5, 7, hour, 118, 0, 1],
        ]),
      ],
      new Set(),
    );
    expect(additions).toMatchObject([{ clientId: 7, count: 1, sum: 118 }]);
    expect([...quarters]).toEqual([[hour, 5]]);
  });

  test("nothing is added to an hour in which a row takes another one's place, and that row is no new one", () => {
    const { additions, recounted, quarters } = countedOf(
      [
        event([
          [1, 7, hour, 120],
          [2, 8, hour, 120],
        ]),
        event([[3, 7, hour + minute, 125, 0, 0, 1]]),
      ],
      new Set(),
    );
    expect(recounted).toEqual([{ clientId: 7, hour }]);
    expect(additions.map(({ clientId }) => clientId)).toEqual([8]);
    expect([...quarters.values()]).toEqual([2]);
  });

  test('an event that comes behind the correction of its row has the hour counted again', () => {
    expect(countedOf([event([[1, 7, hour, 120]])], new Set([1]))).toMatchObject({
      additions: [],
      recounted: [{ clientId: 7, hour }],
    });
  });

  test('an event without figures has its hours counted again', () => {
    const { figures, ...bare } = event([[1, 7, hour, 120]]);
    expect(figures).toBeDefined();
    expect(countedOf([bare], new Set())).toMatchObject({ additions: [], recounted: [{ clientId: 7, hour }] });
  });
});
