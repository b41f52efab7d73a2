import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { byTurns, days, onOtherDays } from './turns.mjs';

const ranOn = (day, isFull) => {
  const left = new Set(onOtherDays(day, isFull));
  return byTurns.filter((path) => !left.has(path));
};

test('the files with turns exist and are listed once', () => {
  expect(byTurns.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
  expect(new Set(byTurns).size).toBe(byTurns.length);
});

test('each file has its turn once within the days of a round', () => {
  const round = Array.from({ length: days }, (_, day) => ranOn(day + 1, false)).flat();
  expect(round.toSorted()).toEqual(byTurns.toSorted());
});

test('a full run takes all of them', () => {
  expect(ranOn(1, true)).toEqual(byTurns);
});
