import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import { cache, root } from './root.mjs';
import { buildWhenStale } from './staleness.mjs';

const shared = [
  'packages/resource',
  'packages/domain',
  'packages/model',
  'packages/testkit',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/server-bundle.mjs',
];

/** Everything the server's bundle is made from. */
export const serverSources = ['apps/server/src', 'apps/server/package.json', 'apps/ops', 'packages/demo', ...shared];

export const serverEntry = 'apps/ops/src/start.ts';
export const serverMain = 'dist/server/main.mjs';

/** Packages of dozens to hundreds of small files, which a start loads faster as part of the bundle. */
const bundledPackages = /^(chinese-days|jose|kysely|nodemailer|otpauth|pinyin-pro|qr|zod)(\/|$)/;

// Our own packages are bundled from their sources, and so are these; all others stay outside.
const isOutside = (id) =>
  !id.startsWith('.') &&
  !isAbsolute(id) &&
  !id.startsWith('\0') &&
  !id.startsWith('@kangmai/') &&
  !bundledPackages.test(id);

/** Options for bundling an entry into one file for Node; most installed packages stay outside. */
export function bundleOptions(entry, file) {
  return {
    input: isAbsolute(entry) ? entry : `${root}/${entry}`,
    cwd: root,
    platform: 'node',
    external: isOutside,
    tsconfig: false,
    output: { file, format: 'esm', codeSplitting: false, sourcemap: true },
  };
}

/** Threads of the server: each is a bundle next to the server's own. */
const workers = ['apps/server/src/platform/sheet-worker.ts'];

/**
 * Options for the bundles of the workers, next to a server's bundle in `folder`. Packages are included: a thread loads
 * one file faster than hundreds.
 */
export const workerOptions = (folder) =>
  workers.map((entry) => ({ ...bundleOptions(entry, `${folder}/${basename(entry, '.ts')}.mjs`), external: [] }));

/** Copies the SQL migrations next to a bundle, to `./migrations/`. */
export function copyMigrations(folder) {
  const from = `${root}/apps/server/src/migrations`;
  rmSync(`${folder}/migrations`, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, `${folder}/migrations`, { recursive: true });
}

/** Bundles one TypeScript entry into `file`, with its workers and migrations next to it. */
export async function bundle(entry, file) {
  const { build } = await import('rolldown');
  const folder = dirname(file);
  await build([bundleOptions(entry, file), ...workerOptions(folder)]);
  copyMigrations(folder);
}

/** Where tests, which run the server from its sources, find its workers. */
const testWorkers = `${cache}/sheet-worker`;

/** Bundles the workers for tests. */
export async function bundleTestWorkers() {
  const { build } = await import('rolldown');
  await build(workerOptions(testWorkers));
}

/** Bundles the server when its sources changed. */
export function buildServer() {
  return buildWhenStale({
    name: 'server',
    sources: serverSources,
    result: serverMain,
    build: () => {
      console.log('Building the server …');
      return bundle(serverEntry, `${root}/${serverMain}`);
    },
  });
}
