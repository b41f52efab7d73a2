import { describe, expect, test } from 'vitest';
import { newsAt, newsUnfit, type NewsReading } from './in-window.ts';
import { newsScore, type NewsObservations, type NewsPart, type Spo2Scale } from './news2.ts';

const healthy = {
  breathing: 16,
  spo2: 97,
  oxygen: false,
  systolic: 120,
  pulse: 70,
  consciousness: 'alert',
  temperature: 36.8,
} as const;

const points = (part: NewsPart, value: number, { scale = 1, ...rest }: { scale?: Spo2Scale; oxygen?: boolean } = {}) =>
  newsScore({ ...rest, [part]: value }, scale)?.points[part];

/** Both ends of each cell of the chart: value, points. */
const chart: Partial<Record<NewsPart, readonly (readonly [value: number, points: number])[]>> = {
  breathing: [
    [4, 3],
    [8, 3],
    [9, 1],
    [11, 1],
    [12, 0],
    [20, 0],
    [21, 2],
    [24, 2],
    [25, 3],
    [40, 3],
  ],
  systolic: [
    [50, 3],
    [90, 3],
    [91, 2],
    [100, 2],
    [101, 1],
    [110, 1],
    [111, 0],
    [219, 0],
    [220, 3],
    [260, 3],
  ],
  pulse: [
    [30, 3],
    [40, 3],
    [41, 1],
    [50, 1],
    [51, 0],
    [90, 0],
    [91, 1],
    [110, 1],
    [111, 2],
    [130, 2],
    [131, 3],
  ],
  temperature: [
    [34, 3],
    [35, 3],
    [35.1, 1],
    [36, 1],
    [36.1, 0],
    [38, 0],
    [38.1, 1],
    [39, 1],
    [39.1, 2],
    [41, 2],
  ],
  spo2: [
    [85, 3],
    [91, 3],
    [92, 2],
    [93, 2],
    [94, 1],
    [95, 1],
    [96, 0],
    [100, 0],
  ],
};

describe('NEWS2, Chart 1', () => {
  test.each(Object.entries(chart))('%s', (part, cells) => {
    expect(cells.map(([value]) => [value, points(part as NewsPart, value)])).toEqual(cells);
  });

  test('oxygen gives 2, any altered consciousness 3', () => {
    expect(newsScore({ oxygen: true }, 1)?.points).toEqual({ oxygen: 2 });
    expect(newsScore({ oxygen: false }, 1)?.points).toEqual({ oxygen: 0 });
    expect(newsScore({ consciousness: 'altered' }, 1)?.points).toEqual({ consciousness: 3 });
    expect(newsScore({ consciousness: 'alert' }, 1)?.points).toEqual({ consciousness: 0 });
  });

  test('SpO2 scale 2 on air: from 88 on no points', () => {
    const cells = [
      [80, 3],
      [83, 3],
      [84, 2],
      [85, 2],
      [86, 1],
      [87, 1],
      [88, 0],
      [92, 0],
      [93, 0],
      [100, 0],
    ] as const;
    expect(cells.map(([value]) => [value, points('spo2', value, { scale: 2, oxygen: false })])).toEqual(cells);
  });

  test('SpO2 scale 2 on oxygen: too much counts too', () => {
    const cells = [
      [83, 3],
      [84, 2],
      [86, 1],
      [88, 0],
      [92, 0],
      [93, 1],
      [94, 1],
      [95, 2],
      [96, 2],
      [97, 3],
    ] as const;
    expect(cells.map(([value]) => [value, points('spo2', value, { scale: 2, oxygen: true })])).toEqual(cells);
  });

  test('scale 2 without the oxygen part never counts more than either column', () => {
    expect([points('spo2', 97, { scale: 2 }), points('spo2', 87, { scale: 2 })]).toEqual([0, 1]);
  });

  test('a value between two cells is rounded as the chart writes it', () => {
    expect([points('temperature', 38.04), points('temperature', 38.05)]).toEqual([0, 1]);
  });
});

describe('total and band, Chart 2', () => {
  const of = (changed: NewsObservations) => {
    const score = newsScore({ ...healthy, ...changed }, 1);
    return [score?.total, score?.band, score?.missing.length];
  };

  test('all normal is 0 and low; nothing is missing', () => expect(of({})).toEqual([0, 'low', 0]));
  test('4 without a 3 stays low', () => expect(of({ oxygen: true, pulse: 115 })).toEqual([4, 'low', 0]));
  test('one 3 alone is low-medium', () => expect(of({ pulse: 135 })).toEqual([3, 'lowMedium', 0]));
  test('5 and 6 are medium', () => {
    expect(of({ pulse: 135, spo2: 93 })).toEqual([5, 'medium', 0]);
    expect(of({ pulse: 135, spo2: 91 })).toEqual([6, 'medium', 0]);
  });
  test('7 is high', () => expect(of({ pulse: 135, spo2: 91, temperature: 38.5 })).toEqual([7, 'high', 0]));
  test('the most is 20', () =>
    expect(
      of({
        breathing: 25,
        spo2: 91,
        oxygen: true,
        systolic: 90,
        pulse: 131,
        consciousness: 'altered',
        temperature: 35,
      }),
    ).toEqual([20, 'high', 0]));

  test('missing parts are named, never counted as normal', () => {
    expect(newsScore({ spo2: 91, pulse: 112 }, 1)).toEqual({
      total: 5,
      band: 'medium',
      points: { spo2: 3, pulse: 2 },
      missing: ['breathing', 'oxygen', 'systolic', 'consciousness', 'temperature'],
    });
    expect(newsScore({}, 1)).toBeUndefined();
  });
});

describe('readings that count', () => {
  const hour = 3_600_000;
  const readings: readonly NewsReading[] = [
    { part: 'pulse', value: 112, at: 10 * hour },
    { part: 'pulse', value: 60, at: 9 * hour },
    { part: 'spo2', value: 91, at: 2 * hour },
    { part: 'systolic', value: 120, at: 30 * hour },
  ];

  test('twelve hours, and none of the future', () => {
    expect(newsAt(readings, 13 * hour)).toMatchObject({ seen: { pulse: 112, spo2: 91 }, until: 14 * hour });
    expect(newsAt(readings, 14 * hour)).toMatchObject({ seen: { pulse: 112 }, until: 22 * hour });
    expect(newsAt(readings, 22 * hour)).toEqual({ seen: {}, used: [], until: null });
  });

  test('not below 16 years and not in pregnancy', () => {
    expect([newsUnfit(15, []), newsUnfit(16, []), newsUnfit(30, ['pregnant']), newsUnfit(undefined, [])]).toEqual([
      'child',
      undefined,
      'pregnant',
      undefined,
    ]);
  });
});
