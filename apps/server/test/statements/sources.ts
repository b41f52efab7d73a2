import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of the server's sources, from the root of the repository. */
export const sourceFolder = resolve('apps/server/src');

const folders = [
  'modules',
  'engine/export',
  'engine/import-desk',
  'engine/import-door',
  'engine/import-steps',
  'engine/list-tasks',
  'engine/occupancy',
  'engine/sheets',
  'engine/slots',
  'engine/tasks',
  'engine/views',
  'engine/works',
];

const filesOf = (folder: string): readonly string[] =>
  readdirSync(`${sourceFolder}/${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);

/** Files whose statements are checked: modules and the generic parts of the engine, without tests. */
export const moduleFiles = (): readonly string[] =>
  folders
    .flatMap(filesOf)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)test\//.test(path))
    .toSorted();
