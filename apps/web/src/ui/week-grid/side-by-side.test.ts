import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

const at = (start: number, end: number) => ({ start, end });

test('items apart have the whole width, overlapping ones share it, freed columns are used again', () => {
  expect(sideBySide([])).toEqual([]);
  expect(sideBySide([at(0, 60), at(60, 90)])).toEqual([
    { column: 0, of: 1 },
    { column: 0, of: 1 },
  ]);
  expect(sideBySide([at(0, 90), at(30, 60), at(60, 120), at(120, 150)])).toEqual([
    { column: 0, of: 2 },
    { column: 1, of: 2 },
    { column: 1, of: 2 },
    { column: 0, of: 1 },
  ]);
});
