import { randomInt } from 'node:crypto';
import { faults } from './list.ts';
import { World } from './world.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const words = process.argv.slice(2);
const isLong = !words.includes('--short');
const seedText = words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length);
const seed = seedText === undefined ? randomInt(2 ** 31) : Number(seedText);
const names = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase());
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));

async function runAll(): Promise<number> {
  const chosen = faults.filter(({ name }) => names.length === 0 || names.includes(name));
  let failures = 0;
  const skipped: string[] = [];
  for (const fault of chosen) {
    say(`${fault.name} ${fault.title} …`);
    const world = new World();
    try {
      const report = await fault.run(world, { isLong, seed });
      report.print(say);
      failures += report.failures.length;
      if (report.skipped !== undefined) skipped.push(fault.name);
    } catch (error) {
      failures += 1;
      for (const output of world.outputs()) say(output);
      say(
        `${fault.name} could not be finished: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      await world.close();
    }
  }
  const held = chosen.map(({ name }) => name).filter((name) => !skipped.includes(name));
  if (skipped.length > 0) say(`Not run here: ${skipped.join(', ')}.`);
  say(
    failures === 0
      ? `All of ${held.join(', ')} hold (seed ${seed}).`
      : `${failures} failures (seed ${seed}; the same again with --seed=${seed}).`,
  );
  return failures;
}

if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  say(`usage: npm run faults [-- ${faults.map(({ name }) => name).join(' ')} --short --seed=NUMBER]`);
  process.exitCode = 2;
} else {
  process.exitCode = (await runAll()) > 0 ? 1 : 0;
}
