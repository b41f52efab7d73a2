import { configDefaults, defineConfig } from 'vitest/config';
import { TestOrder } from './tools/test-order.mjs';
import { onOtherDays } from './tools/turns.mjs';

const databaseSetup = 'packages/testkit/src/global-setup.ts';
const seededSetup = 'packages/testkit/src/seeded-setup.ts';
const workerSetup = 'tools/test-workers.mjs';

/**
 * Run again with tenant Alpha on a second database server: isolation, the wire, the way from a reading to the closed case. SPLIT=whole
 * takes every test of the server that goes through its doors.
 */
const splitTests =
  process.env['SPLIT'] === 'whole'
    ? ['apps/server/test/*.test.ts', 'apps/server/src/{modules,engine,http,access}/**/*.test.ts']
    : [
        'apps/server/test/{tenancy,contract,by-clock}.test.ts',
        'apps/server/src/modules/main-loop/cases/retest.test.ts',
      ];

const serverTests = ['packages/testkit/**/*.test.ts', 'apps/{server,ops}/**/*.test.ts'];
/** Tests that replace a module, which others of the same process would see. */
const aloneTests = ['apps/server/src/platform/outside-address.test.ts', 'apps/web/src/lib/labels.test.ts'];

/** A whole run leaves out the files whose turn is on another day. */
const notToday = process.env['TURNS'] === '1' ? onOtherDays() : [];

/** A test that fails tells what its pages showed. */
const inBrowser = {
  setupFiles: ['apps/web/e2e/each-file.ts'],
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    silent: 'passed-only',
    passWithNoTests: true,
    sequence: { sequencer: TestOrder },
    diff: { truncateThreshold: 120 },
    // How long a condition and a test may take: a busy machine is slow, not wrong.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/{resource,domain,model,demo}/**/*.test.ts',
            'apps/web/e2e/**/*.test.ts',
            'tools/**/*.test.mjs',
          ],
          exclude: [...configDefaults.exclude, ...notToday],
          // They change nothing that they share, so the files of a worker load it once.
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: serverTests,
          exclude: [...configDefaults.exclude, ...aloneTests, ...notToday],
          // Loading the server costs more than most of its tests, so the files of a worker share it.
          isolate: false,
          sequence: { groupOrder: 1 },
          globalSetup: [seededSetup, workerSetup],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: aloneTests, testTimeout: 60_000, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'split',
          include: splitTests,
          globalSetup: [databaseSetup, workerSetup, 'packages/testkit/src/split-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...aloneTests],
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // Each component test has a page and a cache of answers of its own.
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.test.tsx'],
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['apps/web/e2e/**/*.e2e.ts'],
          exclude: ['apps/web/e2e/sweep/**', ...notToday],
          globalSetup: [databaseSetup, 'apps/web/e2e/global-setup.ts'],
          ...inBrowser,
        },
      },
      {
        extends: true,
        test: {
          name: 'sweeps',
          include: ['apps/web/e2e/sweep/*.e2e.ts'],
          exclude: notToday,
          globalSetup: ['apps/web/e2e/global-setup.ts'],
          ...inBrowser,
        },
      },
    ],
  },
});
