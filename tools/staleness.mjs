import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cache, root } from './root.mjs';

const skipped = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'coverage']);

/** Every file below the given files and folders (relative to `from`), sorted, without generated folders. */
export function filesBelow(paths, from = root) {
  return paths.flatMap((path) => {
    const full = `${from}/${path}`;
    if (!existsSync(full)) return [];
    if (statSync(full).isFile()) return [path];
    const inside = readdirSync(full)
      .filter((name) => !skipped.has(name))
      .sort();
    return filesBelow(
      inside.map((name) => (path === '.' ? name : `${path}/${name}`)),
      from,
    );
  });
}

/** A fingerprint of the given sources: changes with any file's name, size or time of change. */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of filesBelow(paths)) {
    if (/\.test\.(ts|tsx|mjs)$/.test(path)) continue;
    const { size, mtimeMs } = statSync(`${root}/${path}`);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Runs `build` unless `result` exists and was made from exactly these sources. Returns whether it built. */
export async function buildWhenStale({ name, sources, result, build }) {
  const stamp = `${cache}/${name}.stamp`;
  const now = fingerprint(sources);
  if (existsSync(`${root}/${result}`) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return false;
  await build();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, now);
  return true;
}
