import { randomInt } from 'node:crypto';
import { attacks } from './list.ts';
import { runAttack } from './run.ts';
import { Target } from './target.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const words = process.argv.slice(2);
const isLong = !words.includes('--short');
const seedText = words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length);
const seed = seedText === undefined ? randomInt(2 ** 31) : Number(seedText);
const names = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase());
const isKnown = names.every((name) => attacks.some((attack) => attack.name === name)) && Number.isSafeInteger(seed);

async function runAll(): Promise<number> {
  const target = new Target();
  let failures = 0;
  try {
    await target.start();
    for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const outcome = await runAttack(attack, target, { isLong, seed });
      say(outcome.line);
      for (const failure of outcome.failures.slice(0, 20)) say(`       ${failure}`);
      failures += outcome.failures.length;
    }
  } finally {
    await target.close();
  }
  say(
    failures === 0
      ? `All held (seed ${seed}).`
      : `${failures} failures (seed ${seed}; the same again with --seed=${seed}).`,
  );
  return failures;
}

if (!isKnown) {
  say(`usage: npm run attacks [-- ${attacks.map(({ name }) => name).join(' ')} --short --seed=NUMBER]`);
  process.exitCode = 2;
} else {
  process.exitCode = (await runAll()) > 0 ? 1 : 0;
}
