import { expect, test } from 'vitest';
import { areaOf, fitted } from './cut-picture.ts';

const wide = { width: 400, height: 200 };

test('without a move the middle is cut out, as large as the short side allows', () => {
  expect(areaOf(wide, { scale: 1, x: 0, y: 0 })).toEqual({ side: 200, left: 100, top: 0 });
  expect(areaOf(wide, { scale: 2, x: 0, y: 0 })).toEqual({ side: 100, left: 150, top: 50 });
});

test('moving the picture to the right shows its left part, up to the edge and no further', () => {
  expect(areaOf(wide, { scale: 1, x: 0.25, y: 0 })).toEqual({ side: 200, left: 50, top: 0 });
  expect(areaOf(wide, { scale: 1, x: 9, y: 9 })).toEqual({ side: 200, left: 0, top: 0 });
  expect(areaOf(wide, { scale: 2, x: -9, y: -9 })).toEqual({ side: 100, left: 300, top: 100 });
});

test('the scale stays between filling the square and four times that', () => {
  expect([fitted(wide, { scale: 0.2, x: 0, y: 0 }).scale, fitted(wide, { scale: 99, x: 0, y: 0 }).scale]).toEqual([
    1, 4,
  ]);
});
