import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sum, step } from './report.mjs';
import { cache, root, run, runNode } from './root.mjs';

const bin = (path) => `${root}/node_modules/${path}`;
const kit = 'packages/resource';

const workspaces = () =>
  ['packages', 'apps']
    .flatMap((group) => readdirSync(`${root}/${group}`).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(`${root}/${folder}/tsconfig.json`));

async function typesOf(project) {
  const { code, output } = await runNode(bin('typescript/bin/tsc'), ['-p', project, '--noEmit', '--pretty', 'false']);
  // A workspace without sources is not an error of types.
  return /error TS18003/.test(output) ? { code: 0, output: '' } : { code, output };
}

/**
 * Writes a configuration for the workspaces with the same compiler options: one program checks what they share once.
 * Returns the paths.
 */
function programs() {
  const included = new Map();
  for (const folder of workspaces().filter((name) => name !== kit)) {
    const { include, compilerOptions } = JSON.parse(readFileSync(`${root}/${folder}/tsconfig.json`, 'utf8'));
    const options = JSON.stringify(compilerOptions);
    included.set(options, [...(included.get(options) ?? []), ...include.map((path) => `${root}/${folder}/${path}`)]);
  }
  mkdirSync(`${cache}/types`, { recursive: true });
  return [...included].map(([options, include], at) => {
    const path = `${cache}/types/${at}.json`;
    const config = { extends: `${root}/tsconfig.base.json`, include, compilerOptions: JSON.parse(options) };
    writeFileSync(path, JSON.stringify(config));
    return path;
  });
}

async function types() {
  const results = await twoAtATime(programs().map((path) => () => typesOf(path)));
  return { code: results.some(({ code }) => code !== 0) ? 1 : 0, output: results.map(({ output }) => output).join('') };
}

const lint = () =>
  run(bin('.bin/oxlint'), [
    '--type-aware',
    '--deny-warnings',
    '--report-unused-disable-directives',
    '--format=unix',
    'apps',
    'packages',
    'tools',
    'vitest.config.ts',
  ]);

const format = async () => {
  const { code, output } = await run(bin('.bin/oxfmt'), ['--check', '.']);
  return { code, output: code === 0 ? '' : `${output}\nnpm run format mends it.\n` };
};

/** The static checks by name, each a function that answers `{ code, output }`. */
export const checks = {
  types: types,
  'types of the kit': () => typesOf(kit),
  lint: lint,
  format: format,
  imports: () => runNode(`${root}/tools/imports.mjs`, []),
  catalogue: () => runNode(`${root}/tools/catalogue.mjs`, ['--check']),
};

/** Runs the jobs, two at a time; returns results in the order of the jobs. */
export async function twoAtATime(jobs) {
  const results = [];
  const waiting = jobs.entries();
  const work = async () => {
    for (const [index, job] of waiting) results[index] = await job();
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Runs all static checks and prints their outcome; each counts as one test. */
export async function runChecks() {
  return sum(
    await twoAtATime(
      Object.entries(checks).map(
        ([name, work]) =>
          () =>
            step(name, work),
      ),
    ),
  );
}
