import { expect, test } from 'vitest';

import { joinClose } from './close-markers.ts';

const at = (x: number, y: number, weight = 1) => ({ x, y, weight });

test('what lies apart stays alone', () => {
  expect(joinClose([at(0, 0), at(36, 0), at(0, 100)], 36)).toHaveLength(3);
});

test('what covers each other becomes one group at its heaviest member', () => {
  expect(joinClose([at(10, 10), at(20, 20, 12), at(300, 300)], 36)).toEqual([
    [at(20, 20, 12), at(10, 10)],
    [at(300, 300)],
  ]);
});

test('a point between two groups joins the nearer one', () => {
  expect(joinClose([at(0, 0, 5), at(50, 0, 4), at(30, 0)], 36)).toEqual([[at(0, 0, 5)], [at(50, 0, 4), at(30, 0)]]);
});

test('groups are never closer than the distance, whatever the points', () => {
  const points = Array.from({ length: 2000 }, (_, index) =>
    at((index * 7919) % 700, (index * 104_729) % 500, index % 9),
  );
  const firsts = joinClose(points, 36).map(([first]) => first);
  const gaps = firsts.flatMap((one, index) =>
    firsts.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(36);
});

test('nobody is lost', () => {
  const points = Array.from({ length: 500 }, (_, index) => at(index % 40, index % 50));
  expect(joinClose(points, 36).flat()).toHaveLength(500);
});
