import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './checks.mjs';
import { chromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { countLine, readOutcome, step, sum } from './report.mjs';
import { cache, root, runNode, stopWithChildren } from './root.mjs';

const words = process.argv.slice(2);
const onlyBrowser = words.includes('--e2e');
const filters = words.filter((word) => word !== '--e2e');

stopWithChildren();

/** Projects that run from the sources, without a build. */
const sourceTests = ['server', 'alone', 'unit', 'web', 'components'];

/** Lines of all runs for the end: what failed, and what passed at the second try. */
const failed = [];
const again = [];

/** Runs Vitest over some projects and counts its tests. */
async function vitest(projects, env = {}) {
  const report = `${cache}/test/${projects.join('-')}`;
  mkdirSync(`${cache}/test`, { recursive: true });
  for (const file of [`${report}.json`, `${report}.outcome`]) rmSync(file, { force: true });
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}.json`,
    `--reporter=${root}/tools/outcome-reporter.mjs`,
    ...filters,
  ];
  const { code } = await runNode(`${root}/node_modules/vitest/vitest.mjs`, args, {
    show: true,
    env: { ...env, OUTCOME: `${report}.outcome` },
    minutes: 50,
  });
  const outcome = readOutcome(`${report}.outcome`, code);
  failed.push(...outcome.failed);
  again.push(...outcome.again);
  return { passed: outcome.passed, failed: outcome.failed.length };
}

/** The browser tests; without Chromium they count as one failure that says what to install. */
async function browserTests() {
  try {
    return await vitest(['e2e', 'sweeps'], { CHROME_PATH: await chromium() });
  } catch (error) {
    return step('browser tests', () => Promise.reject(error));
  }
}

const build = (part) => step(`build of the ${part}`, () => runNode(`${root}/tools/build.mjs`, [part]));

async function everything() {
  const counts = [await build('server'), await build('web')];
  if (!onlyBrowser) counts.push(await runChecks(), await vitest(sourceTests), await vitest(['split']));
  counts.push(await browserTests());
  return sum(counts);
}

/** Only the tests whose path contains one of the words. */
async function chosen() {
  if (!onlyBrowser && !filters.some((word) => word.includes('e2e'))) return vitest(sourceTests);
  return sum([await build('server'), await build('web'), await browserTests()]);
}

let counts;
try {
  await installMissing();
  counts = filters.length > 0 ? await chosen() : await everything();
  if (counts.passed + counts.failed === 0) throw new Error(`No test matches ${filters.join(' ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts = { passed: 0, failed: 1 };
}
for (const line of again) console.log(`passed at the second try: ${line}`);
for (const line of failed) console.log(`FAIL ${line}`);
console.log(countLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
