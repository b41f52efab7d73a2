import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from '../attacks/list.ts';
import { runAttack } from '../attacks/run.ts';
import { Target } from '../attacks/target.ts';

const target = new Target();
beforeAll(() => target.start(), 300_000);
afterAll(() => target.close());

/** The same in every run; `npm run attacks` takes a new one each time and prints it. */
const seed = 20_261_122;

test('the product under attack is there', async () => {
  expect((await fetch(`${target.url}/health/ready`)).status).toBe(200);
});

for (const attack of attacks) {
  test(`${attack.name} held: ${attack.title}`, { timeout: 300_000 }, async ({ skip }) => {
    const outcome = await runAttack(attack, target, { isLong: false, seed });
    skip(outcome.skipped !== undefined, `not run here because ${outcome.skipped}`);
    expect(outcome.failures).toEqual([]);
  });
}
