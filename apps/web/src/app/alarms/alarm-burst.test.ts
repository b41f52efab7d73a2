import { expect, test } from 'vitest';

import { addToBurst } from './alarm-burst.ts';

const of = (level: number, ...times: readonly number[]) => times.map((at) => ({ at, level }));

test('the fifth notice within ten seconds is folded', () => {
  const four = of(2, 0, 1000, 2000, 3000);
  expect(addToBurst(four.slice(0, 3), { at: 3000, level: 2 }).isFolded).toBe(false);
  expect(addToBurst(four, { at: 9999, level: 1 })).toEqual({
    notices: [...four, { at: 9999, level: 1 }],
    isFolded: true,
    level: 2,
  });
});

test('older notices do not count', () => {
  const four = of(4, 0, 1000, 2000, 3000);
  expect(addToBurst(four, { at: 11_500, level: 2 })).toMatchObject({
    notices: [...of(4, 2000, 3000), { at: 11_500, level: 2 }],
    isFolded: false,
  });
});

test('of level 3 the tenth within ten seconds is folded, of level 4 none', () => {
  const nine = of(3, 0, 1, 2, 3, 4, 5, 6, 7, 8);
  expect(addToBurst(nine.slice(1), { at: 9, level: 3 }).isFolded).toBe(false);
  expect(addToBurst(nine, { at: 9, level: 3 }).isFolded).toBe(true);
  expect(addToBurst(nine, { at: 9, level: 4 }).isFolded).toBe(false);
  expect(addToBurst(of(2, 0, 1, 2, 3, 4, 5, 6, 7, 8), { at: 9, level: 3 }).isFolded).toBe(false);
});

test('a loud notice stands for itself; the sum of the others has the highest level among them', () => {
  const quiet = of(2, 0, 1, 2, 3, 4, 5);
  expect(addToBurst(quiet, { at: 6, level: 3 }).isFolded).toBe(false);
  expect(addToBurst([...quiet, { at: 6, level: 4 }], { at: 7, level: 1 })).toMatchObject({ isFolded: true, level: 4 });
});
