import { expect, test } from 'vitest';

import { editCount, keptOn, noEdits, painted, saveOf, standing, typesOn } from './paint.ts';

import type { RosterEntry, RosterRow, ShiftState } from '../../resource-client/roster.ts';

const day = '2031-05-12';
const entry = (id: number, dutyTypeId: number, state: ShiftState = 'draft'): RosterEntry => ({
  id,
  rowVersion: id,
  workDate: day,
  dutyTypeId,
  state,
  place: id === 1 ? '一诊室' : null,
  capacity: null,
  booked: 0,
  isLeader: false,
  stopReason: null,
});
const rowOf = (...entries: readonly RosterEntry[]): RosterRow => ({
  personId: 7,
  userId: 3,
  userName: '张敏',
  hours: 0,
  days: { [day]: entries },
});

test('painting replaces drafts alone, and painted back it is no edit', () => {
  const row = rowOf(entry(1, 10), entry(2, 20, 'published'));
  const edits = painted(noEdits, row, { day, types: [30] });
  expect(typesOn(row, day, edits.get('p7'))).toEqual([30]);
  expect(keptOn(row, day).map(({ id }) => id)).toEqual([2]);
  expect(editCount(edits)).toBe(1);
  expect(editCount(painted(edits, row, { day, types: [10] }))).toBe(0);
  expect(painted(edits, row, { day, types: [30] })).toBe(edits);
});

test('a save carries the painted rows whole with what they were painted over', () => {
  const row = rowOf(entry(1, 10));
  const other = { ...rowOf(entry(5, 10)), personId: 8 };
  const edits = painted(noEdits, row, { day, types: [10, 30] });
  expect(saveOf([row, other], [day], edits)).toEqual({
    staff: [{ personId: 7, userId: 3 }],
    seen: [{ id: 1, rowVersion: 1 }],
    entries: [
      { personId: 7, userId: 3, workDate: day, dutyTypeId: 10, place: '一诊室', capacity: null },
      { personId: 7, userId: 3, workDate: day, dutyTypeId: 30, place: null, capacity: null },
    ],
  });
});

test('after the week was read once more only what differs is an edit', () => {
  const edits = painted(noEdits, rowOf(), { day, types: [30] });
  expect(editCount(standing(edits, [rowOf(entry(9, 30))]))).toBe(0);
  expect(editCount(standing(edits, [rowOf(entry(9, 20))]))).toBe(1);
  expect(editCount(standing(edits, []))).toBe(0);
});
