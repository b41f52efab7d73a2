import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { filesBelow } from './staleness.mjs';

const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
const linesOf = (path) => read(path).trimEnd().split('\n').length;
const sources = (folder) =>
  filesBelow([folder]).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path));

test.each([
  ['packages/resource/src', 2900],
  ['apps/server/src/crud', 1900],
  ['apps/web/src/resource-screens', 4200],
])('%s stays within %i lines', (folder, most) => {
  const lines = sources(folder)
    .map(linesOf)
    .reduce((total, count) => total + count, 0);
  expect(lines).toBeLessThanOrEqual(most);
});

test('there are at most 20 field kinds', () => {
  const [, union] = /type FieldKindName =([^;]+);/.exec(read('packages/resource/src/fields/field.ts'));
  const kinds = union.match(/'\w+'/g);
  expect(kinds.length).toBeGreaterThan(5);
  expect(kinds.length).toBeLessThanOrEqual(20);
});
