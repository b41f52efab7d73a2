import type { TestProject } from 'vitest/node';
import { firstStart } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the data of a first start. */
    firstStart: string;
  }
}

let remove: (() => void) | undefined;

/** Makes the demo once: every test's product begins with a copy of its data. */
export async function setup(project: TestProject): Promise<void> {
  const made = await firstStart();
  remove = made.remove;
  project.provide('firstStart', made.folder);
}

export function teardown(): void {
  remove?.();
}
