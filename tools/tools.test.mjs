import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { staticScripts } from './bundle-size.mjs';
import { findChromium } from './chromium.mjs';
import { installIsStale } from './install.mjs';
import { countLine, failedTests, sum, vitestCounts } from './report.mjs';
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

describe('counts', () => {
  const report = (results) => `${tree({ 'report.json': { testResults: results } })}/report.json`;
  const file = (status, ...statuses) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) });

  test('tests of all files are added up, skipped ones are not', () => {
    expect(
      vitestCounts(report([file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')]), 1),
    ).toEqual({ passed: 3, failed: 1 });
  });
  test('a file that cannot be loaded is a failure', () =>
    expect(vitestCounts(report([file('failed')]), 1)).toEqual({ passed: 0, failed: 1 }));
  test('a run that fails without a failed test is a failure', () =>
    expect(vitestCounts(report([file('passed', 'passed')]), 1)).toEqual({ passed: 1, failed: 1 }));
  test('a run without a report is a failure', () =>
    expect(vitestCounts('no-such-report.json', 1)).toEqual({ passed: 0, failed: 1 }));
  test('failed tests are named with the first line of their message', () => {
    const failed = {
      name: '/repo/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1\n  at a.test.ts:3'] },
        { status: 'passed', fullName: 'is fine' },
      ],
    };
    const broken = {
      name: '/repo/b.test.ts',
      status: 'failed',
      message: 'no such module\n  at b',
      assertionResults: [],
    };
    expect(failedTests(report([failed, broken, file('passed', 'passed')]), '/repo')).toEqual([
      'a.test.ts > adds up: expected 1',
      'b.test.ts: no such module',
    ]);
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
  test('CHROME_PATH comes first, then chromium, then google-chrome', () => {
    const folder = tree({ 'a/google-chrome': '', 'b/chromium': '', 'c/own': '' });
    const PATH = `${folder}/a:${folder}/b`;
    expect(findChromium({ PATH, CHROME_PATH: `${folder}/c/own` })).toBe(`${folder}/c/own`);
    expect(findChromium({ PATH })).toBe(`${folder}/b/chromium`);
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
