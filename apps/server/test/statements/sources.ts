import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of the server's sources, from the root of the repository. */
export const sourceFolder = resolve('apps/server/src');

/** The module files whose statements are looked at, without tests. */
export const moduleFiles = (): readonly string[] =>
  readdirSync(`${sourceFolder}/modules`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)test\//.test(path))
    .map((path) => `modules/${path}`)
    .toSorted();
