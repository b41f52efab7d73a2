import { expect, test } from 'vitest';
import { addMonths, mondayOf, weeksOfMonth } from './calendar-days.ts';

test('a month is shown in whole weeks that begin on Monday', () => {
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  const november = weeksOfMonth('2026-11-15');
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(weeksOfMonth('2027-02-10')).toHaveLength(28);
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-01');
});
