import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './checks.mjs';
import { chromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { countLine, filesToTryAgain, readOutcome, step, sum, withSecondTry } from './report.mjs';
import { cache, root, runNode, stopWithChildren } from './root.mjs';

const words = process.argv.slice(2);
const onlyBrowser = words.includes('--e2e');
const filters = words.filter((word) => word !== '--e2e');

stopWithChildren();

/** Projects that run from the sources, without a build. */
const sourceTests = ['server', 'alone', 'unit', 'web', 'components'];

/** Failures of all runs for the end, and those that did not come back at the second try. */
const failed = [];
const again = [];

/** Runs Vitest once over files of some projects. */
async function runOnce(projects, { env, files, name }) {
  const report = `${cache}/test/${name}`;
  mkdirSync(`${cache}/test`, { recursive: true });
  for (const file of [`${report}.json`, `${report}.outcome`]) rmSync(file, { force: true });
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}.json`,
    `--reporter=${root}/tools/outcome-reporter.mjs`,
    ...files,
  ];
  const { code } = await runNode(`${root}/node_modules/vitest/vitest.mjs`, args, {
    show: true,
    // A whole run takes some files by turns; a second try names its files.
    env: { ...env, OUTCOME: `${report}.outcome`, TURNS: files.length === 0 ? '1' : '' },
    minutes: 50,
  });
  return readOutcome(`${report}.outcome`, code);
}

/** Runs Vitest over some projects and counts its tests; in a whole run files that failed are tried once more. */
async function vitest(projects, env = {}) {
  const name = projects.join('-');
  let outcome = await runOnce(projects, { env, files: filters, name });
  const files = filters.length === 0 ? filesToTryAgain(outcome) : [];
  if (files.length > 0) {
    console.log(`\nfailed, tried once more: ${files.join(', ')}`);
    outcome = withSecondTry(outcome, await runOnce(projects, { env, files, name: `${name}-again` }));
  }
  failed.push(...outcome.failed);
  again.push(...(outcome.again ?? []));
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
for (const { line } of again) console.log(`passed at the second try: ${line}`);
for (const { line } of failed) console.log(`FAIL ${line}`);
console.log(countLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
