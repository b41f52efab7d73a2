import { expect, test } from 'vitest';

import { dayByKey, monthsOf } from './year-months.ts';

test.each([2024, 2026])('the months of %i hold every day once, in weeks from Monday on', (year) => {
  const days = monthsOf(year).flat(2);
  const own = days.filter((day) => day !== null);
  expect(own).toHaveLength(year === 2024 ? 366 : 365);
  expect(own).toEqual(own.toSorted());
  expect(
    monthsOf(year)
      .flat()
      .every((week) => week.length === 7 && week.some((day) => day !== null)),
  ).toBe(true);
  expect(monthsOf(2026)[1]?.[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
});

test('arrow keys lead through the year and not out of it', () => {
  expect(dayByKey('2026-01-31', 'ArrowRight')).toBe('2026-02-01');
  expect(dayByKey('2026-02-03', 'ArrowUp')).toBe('2026-01-27');
  expect(dayByKey('2026-01-01', 'ArrowLeft')).toBeUndefined();
  expect(dayByKey('2026-12-28', 'ArrowDown')).toBeUndefined();
  expect(dayByKey('2026-12-28', 'Enter')).toBeUndefined();
});
