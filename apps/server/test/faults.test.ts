import { randomCases } from '@kangmai/testkit/random-cases';
import { afterAll, expect, test } from 'vitest';
import { faults } from '../faults/list.ts';
import { World } from '../faults/world.ts';

const world = new World();
afterAll(() => world.close());

/** The same in every run; `npm run faults` takes a new one each time and prints it. */
const seed = 20_260_501;

/** Faults tried daily: death of a server, of its database, two nodes at once. A fifth of the others has its turn. */
const daily = new Set(['F1', 'F6', 'F25']);
const turns = new Set(randomCases(faults.length));
const faultsOfToday = faults.filter(({ name }, at) => daily.has(name) || turns.has(at + 1));

test.for(faultsOfToday)('$name holds: $title', { timeout: 400_000 }, async (fault, { skip }) => {
  const report = await fault.run(world, { isLong: false, seed });
  report.print((line) => {
    process.stdout.write(`${line}\n`);
  });
  skip(report.skipped !== undefined, `not run here because ${report.skipped}`);
  expect(report.failures).toEqual([]);
});
