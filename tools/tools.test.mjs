import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { staticScripts } from './bundle-size.mjs';
import { findChromium } from './chromium.mjs';
import { installIsStale } from './install.mjs';
import { outcomeOf } from './outcome-reporter.mjs';
import { countLine, filesToTryAgain, readOutcome, sum, withSecondTry } from './report.mjs';
import { root } from './root.mjs';
import { precompress } from './web-build.mjs';
import { filesBelow } from './staleness.mjs';
import { timesOf } from './test-times.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function tree(files) {
  const folder = mkdtempSync(`${tmpdir()}/tools-`);
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, typeof content === 'string' ? content : JSON.stringify(content), {
      mode: 0o755,
    });
  }
  return folder;
}

describe('what is installed', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-other-systems': { version: '1.0.0', optional: true },
  };
  const installed = (packages) =>
    installIsStale(
      tree({
        'package-lock.json': { packages: wanted },
        'node_modules/.package-lock.json': { packages },
        'node_modules/a/package.json': {},
        'node_modules/b/package.json': {},
      }),
    );

  test('nothing is stale', () =>
    expect(installIsStale(tree({ 'package-lock.json': { packages: wanted } }))).toBe(true));
  test('the same is fresh, with or without optional packages', () =>
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(false));
  test('another version is stale', () => expect(installed({ 'node_modules/a': { version: '1.0.1' } })).toBe(true));
  test('a missing package is stale', () => expect(installed({})).toBe(true));
  test('one too many is stale', () =>
    expect(installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } })).toBe(true));
});

describe('outcome of a run', () => {
  const suite = (fullName, ...messages) => ({ fullName, errors: () => messages.map((message) => ({ message })) });
  const moduleOf = (path, { passed = 0, failures = {}, suites = [], errors = [] }) => ({
    ...suite(undefined, ...errors),
    moduleId: `${root}/${path}`,
    children: {
      allSuites: () => suites,
      allTests: (state) =>
        state === 'passed'
          ? Array.from({ length: passed })
          : Object.entries(failures).map(([fullName, message]) => ({
              fullName,
              result: () => ({ errors: [{ message }] }),
            })),
    },
  });
  const outcome = (...lines) => ({
    passed: 8,
    failed: lines.map((line) => ({ file: line.split(' ')[0], line, isTest: line.includes(' > ') })),
  });

  test('failed tests are named with the first line of their message', () =>
    expect(
      outcomeOf([moduleOf('a.test.ts', { passed: 2, failures: { 'adds up': 'expected 1\n  at a.test.ts:3' } })], []),
    ).toEqual({ passed: 2, failed: [{ file: 'a.test.ts', line: 'a.test.ts > adds up: expected 1', isTest: true }] }));
  test('files and groups whose loading or hooks failed are failures', () => {
    const suites = [suite('beds', 'stop failed'), suite('rooms')];
    const { failed } = outcomeOf([moduleOf('b.test.ts', { errors: ['no such module'], suites })], []);
    expect(failed.map(({ line }) => line)).toEqual(['b.test.ts: no such module', 'b.test.ts > beds: stop failed']);
  });
  test('an error outside of tests is a failure with its place', () => {
    const stacks = [{ file: `${root}/a.ts`, line: 3 }];
    const error = { name: 'TypeError', message: 'no function', stacks, VITEST_TEST_PATH: `${root}/c.test.ts` };
    expect(outcomeOf([], [error]).failed).toEqual([
      { file: 'c.test.ts', line: 'c.test.ts, outside a test: TypeError: no function at a.ts:3', isTest: false },
    ]);
  });
  test('a run that fails without a failure, and one that left nothing, are failures', () => {
    const kept = tree({ outcome: { passed: 4, failed: [] } });
    expect(readOutcome(`${kept}/outcome`, 0)).toEqual({ passed: 4, failed: [] });
    expect(readOutcome(`${kept}/outcome`, 1)).toMatchObject({ passed: 4, failed: [{ isTest: false }] });
    expect(readOutcome(`${kept}/missing`, 0)).toMatchObject({ passed: 0, failed: [{ isTest: false }] });
  });
  test('few known files are tried again', () => {
    expect(filesToTryAgain(outcome('a.test.ts > x: 1', 'a.test.ts > y: 2'))).toEqual(['a.test.ts']);
    expect(filesToTryAgain({ failed: [{ line: 'ended with code 137' }] })).toEqual([]);
    expect(filesToTryAgain(outcome(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.ts: 1`)))).toEqual([]);
  });
  test('what fails twice stays failed, the rest is reported', () => {
    const first = outcome('a.test.ts > x: late', 'a.test.ts > y: wrong', 'b.test.ts, outside a test: Error: lost');
    const second = outcome('a.test.ts > y: wrong again');
    const { passed, failed, again } = withSecondTry(first, second);
    expect(passed).toBe(9);
    expect(failed).toEqual(second.failed);
    expect(again.map(({ line }) => line)).toEqual(['a.test.ts > x: late', 'b.test.ts, outside a test: Error: lost']);
  });
  test('the closing line', () =>
    expect(
      countLine(
        sum([
          { passed: 2, failed: 0 },
          { passed: 3, failed: 1 },
        ]),
      ),
    ).toBe('5 passed, 1 failed'));
});

describe('Chromium', () => {
  test('CHROME_PATH comes first, then the shell, then chromium, then google-chrome', () => {
    const folder = tree({
      'a/google-chrome': '',
      'b/chromium': '',
      'c/own': '',
      'd/chromium-headless-shell': '',
    });
    const PATH = `${folder}/a:${folder}/b`;
    expect(findChromium({ PATH, CHROME_PATH: `${folder}/c/own` })).toBe(`${folder}/c/own`);
    expect(findChromium({ PATH })).toBe(`${folder}/b/chromium`);
    expect(findChromium({ PATH: `${PATH}:${folder}/d` })).toBe(`${folder}/d/chromium-headless-shell`);
    expect(findChromium({ PATH: `${folder}/a` })).toBe(`${folder}/a/google-chrome`);
    expect(findChromium({ PATH: `${folder}/c` })).toBeUndefined();
  });
});

test('static scripts of several entries are counted once, lazy parts are left out', () => {
  const manifest = {
    'index.html': { file: 'index.js', src: 'index.html', imports: ['react.js'], dynamicImports: ['src/list.tsx'] },
    'src/list.tsx': { file: 'list.js', src: 'src/list.tsx', imports: ['react.js', 'table.js'] },
    'react.js': { file: 'react.js' },
    'table.js': { file: 'table.js', imports: ['react.js'] },
  };
  expect(staticScripts(manifest, ['index.html'])).toEqual(['index.js', 'react.js']);
  expect(staticScripts(manifest, ['index.html', 'src/list.tsx'])).toEqual([
    'index.js',
    'react.js',
    'list.js',
    'table.js',
  ]);
  expect(() => staticScripts(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx is not in the manifest');
});

test('texts of a build get compressed twins, pictures and small files do not', async () => {
  const folder = tree({
    'assets/app.js': 'x'.repeat(2000),
    'assets/logo.png': 'x'.repeat(2000),
    'assets/tiny.css': 'x',
  });
  await precompress(folder);
  expect(filesBelow(['.'], folder)).toEqual([
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'assets/logo.png',
    'assets/tiny.css',
  ]);
});

test('times of files, the longest first, and of a resource in files that walk over many', () => {
  const ran = (fullName, duration) => ({ fullName, duration });
  const file = (name, seconds, ...assertionResults) => ({
    name,
    startTime: 0,
    endTime: seconds * 1000,
    assertionResults,
  });
  const testResults = [
    file('one.test.ts', 1, ran('client is saved', 900)),
    file(
      'all.test.ts',
      9,
      ran('client pages', 2000),
      ran('client sorts', 1000),
      ran('device pages', 1000),
      ran('x', 9),
    ),
  ];
  expect(timesOf({ testResults }, ['client', 'device'], 2)).toEqual([
    { name: 'all.test.ts', seconds: 9, tests: 4, resources: 2, each: 2 },
    { name: 'one.test.ts', seconds: 1, tests: 1 },
  ]);
});
