import type { TestProject } from 'vitest/node';
import { firstStart } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the data of a first start. */
    firstStart: string;
  }
}

let remove: (() => void) | undefined;

/** Creates the demo once a run, for both projects of browser tests; every test starts the product on a copy. */
export async function setup(project: TestProject): Promise<void> {
  if (process.env['FIRST_START'] === undefined) {
    const made = await firstStart();
    ({ remove } = made);
    process.env['FIRST_START'] = made.folder;
  }
  project.provide('firstStart', process.env['FIRST_START']);
}

export function teardown(): void {
  remove?.();
  if (remove) delete process.env['FIRST_START'];
}
