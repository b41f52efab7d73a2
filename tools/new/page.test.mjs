import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium } from '../chromium.mjs';
import { root, run, runNode } from '../root.mjs';
import { applyChange, blocksOf } from './page.mjs';

/** Blocks of a page of docs by their language. */
function pageOf(name) {
  const blocks = blocksOf(readFileSync(`${root}/docs/${name}.md`, 'utf8'));
  return (language) => blocks.filter((block) => block.language === language).map(({ text }) => text);
}
const commandsOf = (page) => page('sh').filter((text) => text.startsWith('npm run new'));
const page = pageOf('add-a-resource');
const contractPage = pageOf('add-a-contract');
const [command] = commandsOf(page);
const [definition] = page('ts').filter((text) => text.includes("name: 'careVisit'"));

/** Variables that a run of Vitest leaves in the environment; a program that builds or tests must not see them. */
const clean = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(VITEST|VITE_|NODE_ENV$|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$|NODE_OPTIONS$)/.test(name))
    .map((name) => [name, undefined]),
);

let copy;
const read = (path) => readFileSync(`${copy}/${path}`, 'utf8');
const inCopy = (script, args, env = {}) => runNode(`${copy}/${script}`, args, { cwd: copy, env: { ...clean, ...env } });

const skipped = new Set(['node_modules', 'dist', '.cache', '.git', 'coverage']);

/** Links the installed packages; our own packages point to the copy. */
function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@kangmai') cpSync(`${from}/${name}`, `${to}/${name}`, { recursive: true, verbatimSymlinks: true });
    else if (!/^\.(cache|vite)/.test(name)) symlinkSync(`${from}/${name}`, `${to}/${name}`);
  }
}

beforeAll(() => {
  copy = mkdtempSync(`${tmpdir()}/new-resource-`);
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !skipped.has(basename(path)) && path !== `${root}/data`,
  });
  for (const folder of ['', '/apps/web', '/apps/server'])
    if (existsSync(`${root}${folder}/node_modules`))
      linkModules(`${root}${folder}/node_modules`, `${copy}${folder}/node_modules`);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function passes(work) {
  const { code, output } = await work;
  expect(code, output.slice(-6000)).toBe(0);
  return output;
}

/** Runs a command of a page. Returns the written files. */
async function written(line) {
  const shell = line.replaceAll('npm run new --', `"${process.execPath}" tools/new/main.mjs`);
  const output = await passes(run('sh', ['-c', shell], { cwd: copy, env: clean }));
  return [...output.matchAll(/^ {2}(\S+\/\S+)$/gm)].map(([, path]) => path);
}

function makeChanges(changes) {
  expect(changes.length).toBeGreaterThan(1);
  for (const change of changes) {
    const { path, text } = applyChange(change, read);
    writeFileSync(`${copy}/${path}`, text);
  }
}

test('the command writes what the page shows', async () => {
  await written(command);
  expect(read('packages/model/src/care/care-visit.ts')).toBe(definition);
}, 200_000);

test('the changes of the page fit', () => makeChanges(page('diff')));

test('further resources with moves, a tree, lines and periods are a definition, a migration and a line of a route', async () => {
  const [category, contract, loan] = commandsOf(contractPage);
  const [files, contractFiles, loanFiles] = [await written(category), await written(contract), await written(loan)];
  const migrations = [files, contractFiles, loanFiles].map((all) => all.find((path) => path.endsWith('.sql')));
  for (const [name, all, migration] of [
    ['contract-category', files, migrations[0]],
    ['aid-loan', loanFiles, migrations[2]],
  ])
    expect(all.filter((path) => !/\.(test|e2e|generated)\.ts$/.test(path))).toEqual([
      `packages/model/src/care/${name}.ts`,
      'packages/model/src/care/index.ts',
      'packages/model/src/routes/care-routes.ts',
      migration,
    ]);
  makeChanges(contractPage('diff'));
  for (const path of migrations) rmSync(`${copy}/${path}`);
  await passes(inCopy('tools/catalogue.mjs', []));
  const draft = await passes(inCopy('tools/run.mjs', ['apps/ops/src/db-diff.ts']));
  expect(draft).toMatch(/create table contract_category[^]*create table care_contract[^]*create table aid_loan_item/);
  writeFileSync(`${copy}/${migrations[1]}`, draft);
  writeFileSync(`${copy}/apps/web/e2e/care-contract.e2e.ts`, "import './added/contract.cases.ts';\n");
}, 200_000);

test.each(['apps/server', 'apps/web'])(
  'the types of %s hold',
  async (folder) => {
    await passes(inCopy('node_modules/typescript/bin/tsc', ['-p', folder, '--noEmit', '--pretty', 'false']));
  },
  120_000,
);

test('imports, catalogue and format are as the checks want them', async () => {
  await passes(inCopy('tools/imports.mjs', []));
  await passes(inCopy('tools/catalogue.mjs', ['--check']));
  await passes(run(`${copy}/node_modules/.bin/oxfmt`, ['--check', '.'], { cwd: copy, env: clean }));
}, 400_000);

const vitest = (project, paths, env) =>
  inCopy('node_modules/vitest/vitest.mjs', ['run', `--project=${project}`, '--reporter=verbose', ...paths], env);

/** The sweeps that the page runs for the resource alone. */
const [sweep] = page('sh').filter((text) => text.startsWith('RESOURCE='));
const sweeps = sweep.match(/apps\/server\/test\/[\w.-]+/g);

test('the test over the wire passes, and so do the sweeps of the page', async () => {
  expect(sweeps).toHaveLength(3);
  const [, resource] = /^RESOURCE=(\w+)/.exec(sweep);
  const work = await vitest('server', ['apps/server/src/modules/care/care-visit.test.ts', ...sweeps], {
    RESOURCE: resource,
  });
  await passes(work);
  for (const name of [
    'cancel asks for a reason',
    'gets from every call',
    'a stranger gets 401',
    'a member of the wrong kind',
  ])
    expect(work.output).toContain(name);
}, 600_000);

test('the tests in the browser pass', async () => {
  await passes(inCopy('tools/build.mjs', ['server']));
  await passes(inCopy('tools/build.mjs', ['web']));
  const files = ['visit', 'contract'].map((name) => `apps/web/e2e/care-${name}.e2e.ts`);
  await passes(vitest('e2e', files, { CHROME_PATH: await chromium() }));
}, 900_000);
