import type { TestProject } from 'vitest/node';
import { firstStart } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the data of a first start. */
    firstStart: string;
  }
}

let remove: (() => void) | undefined;

/** Creates the demo once; every test starts the product on a copy. */
export async function setup(project: TestProject): Promise<void> {
  const made = await firstStart();
  remove = made.remove;
  project.provide('firstStart', made.folder);
}

export function teardown(): void {
  remove?.();
}
