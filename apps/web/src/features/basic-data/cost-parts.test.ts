import { expect, test } from 'vitest';

import { barsOf, kindsIn, monthsTo, totalOf, totalOfKind } from './cost-parts.ts';

test('twelve months end with the given one, over the turn of a year', () => {
  const months = monthsTo('2026-02');
  expect([months.length, months[0], months[9], months[10], months[11]]).toEqual([
    12,
    '2025-03',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});

test('months add up by kind to the fen, the last with what is typed', () => {
  const bars = barsOf(
    [
      { month: '2026-01', kind: 'water', cost: 0.1 },
      { month: '2026-01', kind: 'electricity', cost: 0.2 },
      { month: '2026-02', kind: 'water', cost: 5 },
    ],
    { month: '2026-02', typed: 12.34 },
  );
  expect(bars.at(-2)).toEqual({ month: '2026-01', costs: { water: 0.1, electricity: 0.2 }, typed: 0, total: 0.3 });
  expect(bars.at(-1)).toMatchObject({ typed: 12.34, total: 17.34 });
  expect([kindsIn(bars), totalOfKind(bars, 'water'), totalOf(bars)]).toEqual([['water', 'electricity'], 5.1, 17.64]);
});
