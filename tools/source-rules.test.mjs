import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from './root.mjs';
import {
  commentLines,
  longComments,
  namingProblems,
  plainFolders,
  riddleProblems,
  wordingProblems,
} from './source-rules.mjs';
import { filesBelow } from './staleness.mjs';

const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
const texts = filesBelow(['.']).filter(
  (path) => /\.(tsx?|m?js|cjs|json|md|sql|css|html|ya?ml|sh|svg)$|^\.ci\//.test(path) && path !== 'package-lock.json',
);

describe('naming', () => {
  test('no identifier holds an underscore and old names stand in definitions only', () => {
    const sources = filesBelow(['packages', 'apps']).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.flatMap((path) => namingProblems(path, read(path)))).toEqual([]);
  });

  test.each([
    ['const a_b = 1;', 'identifier a_b'],
    ['const MAX_SIZE = 1;', 'identifier MAX_SIZE'],
    ['const size = row.tenant_id;', 'identifier tenant_id'],
    ['class Row { #is_open = true; }', 'identifier is_open'],
    ['const { user_id } = row;', 'identifier user_id'],
    ["import { is_open } from 'x';", 'identifier is_open'],
    ["import { isOpen as is_open } from 'x';", 'identifier is_open'],
    ["const name = 'Watch_bps';", "old name 'Watch_bps'"],
    ['const name = `XYJ_${part}`;', "old name 'XYJ_'"],
  ])('%s is found', (source, found) => {
    expect(namingProblems('apps/server/src/x.ts', source)).toContain(`apps/server/src/x.ts:1 ${found}`);
  });

  test.each([
    'const { size = process.env.DATA_DIR } = { size: 1 };',
    "const key = row['tenant_id']; // with an_underscore",
    'interface Env { readonly DATA_DIR?: string }',
    "const wire = 'GET Device_binds/GetAllDtos';",
    "import { UNSAFE_Context as Context } from 'x';",
    'const text = /a_b/.test(`${name} a_b`);',
  ])('%s is fine', (source) => {
    expect(namingProblems('apps/server/src/x.ts', source)).toEqual([]);
  });

  test('definitions spell the old names', () => {
    expect(namingProblems('packages/model/src/x.ts', "const wire = { service: 'Watch_bps' };")).toEqual([]);
  });
});

describe('wording', () => {
  test('nothing unfinished, no path of a machine and no package registry is mentioned', () => {
    expect(texts.flatMap((path) => wordingProblems(path, read(path)))).toEqual([]);
  });

  test.each([
    ['// TO' + 'DO later', 'unfinished'],
    ["const text = '敬请" + "期待';", 'unfinished'],
    ["readFile('/ro" + "ot/notes.md')", 'path of a machine'],
    ['https://regis' + 'try.npmjs.org/', 'package registry'],
  ])('%s is found', (text, name) => {
    expect(wordingProblems('x.ts', text).join()).toContain(name);
  });

  test('a route is not a path of a machine', () => {
    expect(wordingProblems('x.ts', "'/main/home/today' '/home' '/Users/ImportFromExcel'")).toEqual([]);
  });
});

describe('comments', () => {
  const sourcesOf = ({ folder }) => filesBelow([folder]).filter((path) => /(?<!\.d)\.(tsx?|mjs)$/.test(path));

  test.each(plainFolders)('$folder: plain English in short lines, few of them', (plain) => {
    const sources = sourcesOf(plain);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.flatMap((path) => riddleProblems(path, read(path)))).toEqual([]);
    expect(sources.flatMap((path) => longComments(path, read(path)))).toEqual([]);
    const counted = sources.filter((path) => !plain.isWithoutTests || !/\.test\.tsx?$/.test(path));
    const counts = counted.map((path) => commentLines(path, read(path)));
    const sumOf = (name) => counts.reduce((sum, count) => sum + count[name], 0);
    expect(sumOf('comments') / sumOf('lines')).toBeLessThanOrEqual(plain.most);
  });

  test('pages of the documentation are plain English', () => {
    const pages = filesBelow(['docs', 'README.md']).filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((path) => riddleProblems(path, read(path)))).toEqual([]);
    expect(riddleProblems('x.md', '# Calls\n\nThe page is loaded anew.\n')).toEqual([
      "x.md:3 plain English instead of 'anew'",
    ]);
  });

  test.each([
    ['// Loads the page anew.', 'anew'],
    ['/** A question that is on its way. */', 'on its way'],
    ['const a = 1; // Tells of a failed call.', 'Tells of'],
  ])('%s is found', (source, phrase) => {
    expect(riddleProblems('x.ts', source)).toEqual([`x.ts:1 plain English instead of '${phrase}'`]);
  });

  test('names and texts are no comments', () => {
    expect(riddleProblems('x.ts', "const drawn = 'anew';")).toEqual([]);
  });

  test('long lines are found in comments only', () => {
    const words = 'word '.repeat(25);
    expect(longComments('x.ts', `const a = '${words}';\n/**\n * ${words}\n */\nconst b = 1; // ${words}\n`)).toEqual([
      'x.ts:3',
      'x.ts:5',
    ]);
  });

  test('lines of comments are counted, also beside code and over several lines', () => {
    expect(commentLines('x.tsx', '/**\n * A\n */\nconst a = 1; // b\nconst c = <p>{/* d */}</p>;\n')).toEqual({
      lines: 5,
      comments: 5,
    });
  });
});
