import { cpSync, existsSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { root } from './root.mjs';
import { buildWhenStale } from './staleness.mjs';

const shared = ['packages/resource', 'packages/domain', 'packages/model', 'packages/testkit', 'package-lock.json', 'tsconfig.base.json', 'tools/server-bundle.mjs'];

/** Everything the server's bundle is made from. */
export const serverSources = ['apps/server/src', 'apps/server/package.json', ...shared];

export const serverEntry = 'apps/server/src/main.ts';
export const serverMain = 'dist/server/main.mjs';

// Installed packages stay outside; our own are taken in from their sources.
const isInstalled = (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0') && !id.startsWith('@kangmai/');

/** Options that make one file of an entry, to run on Node; packages from the registry stay outside. */
export function bundleOptions(entry, file) {
  return {
    input: isAbsolute(entry) ? entry : `${root}/${entry}`,
    cwd: root,
    platform: 'node',
    external: isInstalled,
    tsconfig: false,
    output: { file, format: 'esm', codeSplitting: false, sourcemap: true },
  };
}

/** Puts the SQL migrations beside a bundle, where `./migrations/` reaches them. */
export function copyMigrations(folder) {
  const from = `${root}/apps/server/src/migrations`;
  rmSync(`${folder}/migrations`, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, `${folder}/migrations`, { recursive: true });
}

/** Bundles one TypeScript entry into `file`. */
export async function bundle(entry, file) {
  const { build } = await import('rolldown');
  await build(bundleOptions(entry, file));
  copyMigrations(file.slice(0, file.lastIndexOf('/')));
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
