import { expect, test } from 'vitest';

import { gapsOn, isMonth, monthAfter, weeksOf } from './month-days.ts';

test('weeks begin on Monday and hold the whole month', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-10-26', '2026-12-06']);
  expect(weeksOf('2027-02')).toHaveLength(4);
});

test('months follow each other over the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect([isMonth('2026-13'), isMonth('2026-11'), isMonth(null), isMonth('2026-1')]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('a day lacks the kinds of duty that nobody has', () => {
  const needed = [{ id: 1 }, { id: 2 }];
  const shifts = [{ workDate: '2026-11-02', dutyType: 2 }];
  expect(gapsOn('2026-11-02', needed, shifts)).toEqual([{ id: 1 }]);
  expect(gapsOn('2026-11-03', needed, shifts)).toEqual(needed);
});
