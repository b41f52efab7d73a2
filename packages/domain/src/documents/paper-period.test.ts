import { expect, test } from 'vitest';
import { daysOfPaper } from './paper-period.ts';

test('an id names a month or the week of a Monday', () => {
  expect(daysOfPaper('month', 202602)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOfPaper('week', 20261123)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  expect(daysOfPaper('week', 20261228)).toEqual({ from: '2026-12-28', to: '2027-01-03' });
});

test.each([
  ['month', 1],
  ['month', 190_000],
  ['month', 202_613],
  ['month', 300_001],
  ['week', 20261124],
  ['week', 20260230],
  ['week', 202611],
  ['week', Number.MAX_SAFE_INTEGER],
] as const)('%s %s is none', (of, id) => {
  expect(daysOfPaper(of, id)).toBeUndefined();
});
