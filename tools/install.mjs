import { existsSync, readFileSync } from 'node:fs';
import { root, run } from './root.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * True when the installed packages differ from package-lock.json; optional packages of other platforms may be absent.
 */
export function installIsStale(folder = root) {
  const installed = `${folder}/node_modules/.package-lock.json`;
  if (!existsSync(installed)) return true;
  const [wanted, present] = [read(`${folder}/package-lock.json`), read(installed)];
  const names = new Set(
    [...Object.keys(wanted), ...Object.keys(present)].filter((name) => name.includes('node_modules/')),
  );
  return [...names].some(
    (name) => differs(wanted[name], present[name]) || (present[name] && !existsSync(`${folder}/${name}`)),
  );
}

function differs(wanted, present) {
  if (!wanted) return true;
  if (!present) return !wanted.optional;
  return (
    wanted.version !== present.version ||
    wanted.integrity !== present.integrity ||
    Boolean(wanted.link) !== Boolean(present.link)
  );
}

/** Installs missing packages. Throws with npm's own message on failure. */
export async function installMissing() {
  if (!installIsStale()) return;
  console.log('Installing packages (npm ci) …');
  // Without --include=dev a NODE_ENV=production would leave the bundler out.
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`);
}
