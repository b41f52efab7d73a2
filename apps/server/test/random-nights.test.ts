import { isFullRun, randomCases } from '@kangmai/testkit/random-cases';
import { expect, test } from 'vitest';
import { liveNights, scriptOf, shortest, stepWords, type Difference } from './random-night.ts';
import type { DeskCase } from './slow-ladder.ts';

const seeds = randomCases(200);

/** All differences, and of the first one the shortest script that still leads to it. */
async function report(found: ReadonlyMap<string, Difference>): Promise<string> {
  const all = [...found].map(([name, { text }]) => `${name} ${text}`).join('\n');
  const first = [...found].find(([name]) => name.startsWith('seed-'));
  if (!first) return all;
  const [name, { minute }] = first;
  const { steps } = await shortest(scriptOf(Number(name.slice('seed-'.length))), minute + 1);
  return `${all}\nthe shortest script of ${name}, minutes after 22:30:\n${steps.map(stepWords).join('\n')}`;
}

/** The nights hold enough of everything that the rules tell apart. */
function expectAll(cases: readonly DeskCase[]): void {
  const count = (is: (each: DeskCase) => boolean): number => cases.filter(is).length;
  for (const type of ['bpHigh', 'heartFast', 'spo2Low', 'check', 'sos', 'fall'])
    expect(
      count((each) => each.type === type),
      type,
    ).toBeGreaterThan(10);
  for (const level of [1, 2, 3, 4] as const)
    expect(
      count((each) => each.level === level),
      `level ${level}`,
    ).toBeGreaterThan(20);
  expect(
    count(({ end }) => end === 'itself'),
    'ended by themselves',
  ).toBeGreaterThan(25);
  expect(
    count(({ end }) => end === 'staff'),
    'closed',
  ).toBeGreaterThan(50);
  expect(
    count(({ runs }) => runs > 1),
    'risen',
  ).toBeGreaterThan(50);
  expect(
    count(({ step, level }) => step > 2 && level === 4),
    'high on the ladder',
  ).toBeGreaterThan(20);
  expect(
    count(({ episode }) => episode?.again !== undefined),
    'opened again',
  ).toBeGreaterThan(5);
  expect(
    count(({ isLate }) => isLate),
    'late',
  ).toBeGreaterThan(1);
  expect(
    count(({ isPast }) => isPast),
    'older than a day',
  ).toBeGreaterThan(1);
  expect(
    count(({ type, level, doubts }) => type === 'check' && level === 3 && doubts.size > 0),
    'doubtful and not answered',
  ).toBeGreaterThan(1);
}

test(`${seeds.length} of two hundred nights made at random stand on the desk as the rules say, minute by minute`, async () => {
  const { found, cases } = await liveNights(seeds.map(scriptOf));
  if (found.size > 0) expect.fail(await report(found));
  if (isFullRun) expectAll(cases);
  else expect(cases.length).toBeGreaterThan(seeds.length);
}, 1_200_000);
