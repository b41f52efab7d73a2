import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../root.mjs';

/** Places of the parts of a resource. */
export const places = {
  model: 'packages/model/src',
  routes: 'packages/model/src/routes',
  modules: 'apps/server/src/modules',
  migrations: 'apps/server/src/migrations',
  samples: 'packages/testkit/src/samples-complete.ts',
  browser: 'apps/web/e2e',
};

export const has = (path) => existsSync(`${root}/${path}`);
export const read = (path) => readFileSync(`${root}/${path}`, 'utf8');

/** Files to write, by path below the root: nothing is written before all of them are known. */
export class Tree {
  constructor() {
    this.files = new Map();
  }

  text(path) {
    return this.files.get(path) ?? read(path);
  }

  has(path) {
    return this.files.has(path) || has(path);
  }

  /** Adds a new file; an existing one is not overwritten. */
  add(path, text) {
    if (this.has(path)) throw new Error(`${path} is there already`);
    this.files.set(path, text);
  }

  /** Changes a file; a change that does not apply is refused with what to do by hand. */
  change(path, change, byHand) {
    const text = change(this.text(path));
    if (text === undefined) throw new Error(`${path}: the place for this was not found. ${byHand}`);
    this.files.set(path, text);
  }

  write() {
    for (const [path, text] of this.files) {
      mkdirSync(dirname(`${root}/${path}`), { recursive: true });
      writeFileSync(`${root}/${path}`, text);
    }
    return [...this.files.keys()];
  }
}

/** The number of the next migration: one more than the greatest. */
export function nextMigration(names = readdirSync(`${root}/${places.migrations}`)) {
  const numbers = names.map((name) => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}
