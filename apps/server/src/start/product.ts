import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the product, from the sources and from a bundle alike. */
export function productFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The migrations are next to a bundle, and one folder up from the source. */
export function migrationFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../migrations' : './migrations', import.meta.url));
}

export function releaseVersion(): string {
  return (JSON.parse(readFileSync(join(productFolder(), 'package.json'), 'utf8')) as { version: string }).version;
}
