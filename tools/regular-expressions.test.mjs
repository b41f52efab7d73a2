import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { model } from '@kangmai/model';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { nodesOf } from './source-rules.mjs';
import { filesBelow } from './staleness.mjs';

const folders = [
  'apps/server/src',
  'apps/ops/src',
  'apps/web/src',
  'packages/resource/src',
  'packages/domain/src',
  'packages/model/src',
  'packages/demo/src',
];
const sources = folders
  .flatMap((folder) => filesBelow([folder]))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

/** Places where an expression is built from a text: of a definition or of this program, never from input. */
const makers = [
  'apps/server/src/platform/sheet-writer.ts',
  'apps/web/src/features/calendar/read-notice.ts',
  'packages/model/src/reference/role-grants.ts',
  'packages/resource/src/fields/text.ts',
  'packages/resource/src/traits/text-forms/text-forms.ts',
];

const isMade = (node) =>
  ['NewExpression', 'CallExpression'].includes(node.type) &&
  node.callee.type === 'Identifier' &&
  node.callee.name === 'RegExp';

/**
 * Slow on long texts. Used for names of the demo, the configuration, a name cut to 31 letters, and a file the operator
 * replays.
 */
const bounded = [
  ['apps/ops/src/demo/load-staff.ts', String.raw`\d+$`],
  ['apps/server/src/http/tenant-finder.ts', String.raw`(:\d+)?\/*$`],
  ['apps/server/src/platform/sheet-writer.ts', "^'+|'+$"],
  ['apps/ops/src/replay-file.ts', String.raw`(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)`],
];

const isBounded = ({ where, pattern }) => bounded.some(([path, known]) => path === where && known === pattern);

function findAll() {
  const literals = [];
  const madeIn = new Set();
  for (const path of sources) {
    const program = parseAst(readFileSync(`${root}/${path}`, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' });
    for (const [node] of nodesOf(program)) {
      if (node.type === 'Literal' && node.regex) literals.push({ where: path, ...node.regex });
      if (isMade(node)) madeIn.add(path);
    }
  }
  return { literals, madeIn };
}

const found = findAll();

const patternsOfFields = () =>
  model.resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { options }]) =>
      options.pattern === undefined ? [] : [{ where: `${name}.${field}`, pattern: options.pattern, flags: 'u' }],
    ),
  );

/** Expressions that are slow on some text; one that does not finish is named at the timeout. */
async function slowOf(expressions) {
  const worker = new Worker(new URL('./hostile-texts.mjs', import.meta.url), { workerData: expressions });
  const slow = [];
  let running = '';
  worker.on('message', ({ slow: one, begins }) => {
    if (one) slow.push(one);
    running = begins ?? running;
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void worker.terminate();
  }, 100_000);
  await new Promise((done, failed) => {
    worker.once('exit', done).once('error', failed);
  });
  clearTimeout(late);
  return isLate ? [...slow, `without an end: ${running}`] : slow;
}

test('an expression that goes over a text again and again is found', async () => {
  const slow = await slowOf([
    { where: 'quadratic', pattern: '(%3D|=)+$', flags: 'i' },
    { where: 'linear', pattern: '^=+$', flags: '' },
  ]);
  expect(slow.map((line) => line.split(' ')[0])).toEqual(['quadratic']);
});

test('no expression of the product goes over a long text again and again', { timeout: 150_000 }, async () => {
  const expressions = [...found.literals, ...patternsOfFields()].filter((one) => !isBounded(one));
  const each = [...new Map(expressions.map((one) => [`${one.pattern} ${one.flags}`, one])).values()];
  expect(each.length).toBeGreaterThan(150);
  expect(await slowOf(each)).toEqual([]);
});

test('nobody who sends something sends an expression', () => {
  expect([...found.madeIn].toSorted((one, other) => (one < other ? -1 : 1))).toEqual(makers);
});
