import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { filesBelow } from './staleness.mjs';

const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
const linesOf = (path) => read(path).trimEnd().split('\n').length;
const sources = (folder) =>
  filesBelow([folder]).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path));

const budgets = [
  { folders: ['packages/resource/src'], without: /^packages\/resource\/src\/(documents|traits)\//, most: 2900 },
  // Documents are a machine of their own beside the kit.
  { folders: ['packages/resource/src/documents'], most: 150 },
  { folders: ['apps/web/src/app/print'], most: 450 },
  { folders: ['apps/server/src/modules/documents'], most: 300 },
  { folders: ['apps/server/src/engine/crud'], most: 1900 },
  { folders: ['apps/server/src/engine/export'], most: 300 },
  { folders: ['apps/server/src/engine/sql'], most: 950 },
  { folders: ['apps/server/src/engine/call-shapes'], most: 280 },
  { folders: ['apps/server/src/engine/works'], most: 300 },
  { folders: ['apps/server/src/engine/occupancy'], most: 700 },
  { folders: ['apps/server/src/engine/slots'], most: 200 },
  {
    folders: ['tasks', 'list-tasks', 'sheets', 'import-steps', 'views'].map((name) => `apps/server/src/engine/${name}`),
    most: 3600,
  },
  { folders: ['apps/server/src/engine/import-desk'], most: 1100 },
  { folders: ['apps/server/src/engine/import-door'], most: 300 },
  { folders: ['apps/web/src/resource-screens/import-lines'], most: 300 },
  {
    folders: ['apps/web/src/resource-screens'],
    without: /^apps\/web\/src\/resource-screens\/(import-lines|list-tools|traits)\//,
    most: 4200,
  },
  { folders: ['apps/web/src/resource-screens/list-tools'], most: 2300 },
];

test.each(budgets)('$folders stay within $most lines', ({ folders, without, most }) => {
  const lines = folders
    .flatMap(sources)
    .filter((path) => !without?.test(path))
    .map(linesOf)
    .reduce((total, count) => total + count, 0);
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(most);
});

// An ability has a folder of its own on each side.
const abilityFolders = [
  'packages/resource/src/traits',
  'apps/server/src/engine/traits',
  'apps/web/src/resource-screens/traits',
]
  .filter((folder) => existsSync(`${root}/${folder}`))
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`),
  );

test.each(abilityFolders)('%s stays within 300 lines', (folder) => {
  const lines = sources(folder).map(linesOf);
  expect(lines.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(300);
});

test('there are at most 20 field kinds', () => {
  const [, union] = /type FieldKindName =([^;]+);/.exec(read('packages/resource/src/fields/field.ts'));
  const kinds = union.match(/'\w+'/g);
  expect(kinds.length).toBeGreaterThan(5);
  expect(kinds.length).toBeLessThanOrEqual(20);
});
