import { expect, test } from 'vitest';

import { addStanding, addToBurst, type Standing } from './alarm-burst.ts';

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

test('of more than ten loud notices the oldest of the lowest level gives way', () => {
  const ten = Array.from({ length: 10 }, (_each, at): Standing => ({ key: `k${at}`, level: at === 4 ? 3 : 4 }));
  const first = addStanding(ten, { key: 'new', level: 4 });
  expect(first.gone?.key).toBe('k4');
  expect(first.stay.map(({ key }) => key)).toEqual([...ten.map(({ key }) => key).filter((key) => key !== 'k4'), 'new']);
  expect(addStanding(first.stay, { key: 'newer', level: 4 }).gone?.key).toBe('k0');
  expect(addStanding(first.stay, { key: 'low', level: 3 }).gone?.key).toBe('low');
  expect(addStanding(ten, { key: 'k7', level: 4 }).gone).toBeUndefined();
});
