import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './root.mjs';

const dist = `${root}/apps/web/dist`;

/** Vite's manifest of the last build. */
export const readManifest = (folder = dist) => JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));

/**
 * The scripts a browser must load before the given modules (keys of the manifest) can run: them and all their static
 * imports.
 */
export function staticScripts(manifest, entries) {
  const files = new Map();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(
        `${key} is not in the manifest; it knows ${Object.keys(manifest)
          .filter((name) => manifest[name].src)
          .join(', ')}`,
      );
    if (files.has(key)) return;
    files.set(key, chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return [...files.values()].filter((file) => /\.m?js$/.test(file));
}

/**
 * Weight of the first load: the static import graph of all given entries together, each file counted once.
 * @param {readonly string[]} entries sources as the manifest names them, e.g. `index.html`,
 * `src/app/routes/sign-in.tsx`
 * @returns {{ kilobytes: number, files: { file: string, bytes: number }[] }} gz sizes, heaviest first; 1 kilobyte =
 * 1000 bytes
 */
export function bundleSize(entries, folder = dist) {
  const files = staticScripts(readManifest(folder), entries)
    .map((file) => ({ file, bytes: gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length }))
    .sort((a, b) => b.bytes - a.bytes);
  return { kilobytes: files.reduce((total, { bytes }) => total + bytes, 0) / 1000, files };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const entries = process.argv.slice(2);
  const { kilobytes, files } = bundleSize(entries.length > 0 ? entries : ['index.html']);
  for (const { file, bytes } of files) console.log(`${(bytes / 1000).toFixed(1).padStart(8)} KB  ${file}`);
  console.log(`${kilobytes.toFixed(1).padStart(8)} KB gz together`);
}
