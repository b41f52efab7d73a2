import { parseAst } from 'rolldown/parseAst';
import { parseSync } from 'rolldown/utils';

/** Spellings of the old API that belong in definitions. */
const oldNames =
  /^\/?(XYJ_|Xyj|xyJ_|xyj|Xkh|Peis|Owon|Watch_|WATCHE_|C_client|C_contact|Device_bind|DEVICE_ATTRIBUTE|Electronic_fence|SOS_Record|RETURN_VISIT|hfpc_)/;

const isTest = (path) => /\.test\.tsx?$|\.e2e\.ts$|\/(test|e2e|attacks)\/|^packages\/testkit\//.test(path);

/** Names in capitals from outside, such as variables of the environment: `env.DATA_DIR`. */
const fromEnvironment = (node, parent) =>
  /^[A-Z][A-Z0-9_]*$/.test(node.name) &&
  ((parent?.type === 'MemberExpression' && parent.property === node) ||
    (['Property', 'TSPropertySignature'].includes(parent?.type) && parent.key === node && !parent.shorthand));

/** Settings of the database and its driver, passed under their own names. */
const isSetting = (node, parent, path) =>
  path.startsWith('apps/server/src/platform/') &&
  parent?.type === 'Property' &&
  parent.key === node &&
  !parent.shorthand;

/** The name a library gives to what it exports, when the import renames it: `import { UNSAFE_X as X }`. */
const isRenamed = (node, parent) =>
  parent?.type === 'ImportSpecifier' && parent.imported === node && parent.local.name !== node.name;

/** A leading underscore marks an unused parameter. */
const hasUnderscore = (node) =>
  ['Identifier', 'PrivateIdentifier'].includes(node.type) && node.name.replace(/^_/, '').includes('_');

export function* nodesOf(node, parent) {
  if (Array.isArray(node)) {
    for (const item of node) yield* nodesOf(item, parent);
  } else if (node && typeof node === 'object' && typeof node.type === 'string') {
    yield [node, parent];
    for (const value of Object.values(node)) if (value && typeof value === 'object') yield* nodesOf(value, node);
  }
}

const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateElement' ? (node.value.cooked ?? '') : undefined;
};

function problemOf(node, parent, path) {
  if (
    hasUnderscore(node) &&
    !fromEnvironment(node, parent) &&
    !isRenamed(node, parent) &&
    !isSetting(node, parent, path)
  )
    return `identifier ${node.name}`;
  const text = textOf(node);
  return text !== undefined && oldNames.test(text) && !path.startsWith('packages/model/')
    ? `old name '${text}'`
    : undefined;
}

/**
 * What lint has no rule for, in one TypeScript source outside tests: identifiers with an underscore inside, and string
 * literals that begin with a name of the old API (definitions in packages/model excepted).
 * @returns {string[]} one line per finding: `path:line what`
 */
export function namingProblems(path, source) {
  if (isTest(path)) return [];
  const program = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' });
  const lineOf = (node) => source.slice(0, node.start).split('\n').length;
  const found = [...nodesOf(program)].flatMap(([node, parent]) => {
    const problem = problemOf(node, parent, path);
    return problem ? [`${path}:${lineOf(node)} ${problem}`] : [];
  });
  return [...new Set(found)];
}

// Written in pieces, so that this file does not match itself.
const unwanted = [
  [
    'unfinished',
    new RegExp(
      ['TO', 'DO|FIX', 'ME|\\bXXX\\b|coming so', 'on|placeholder pa', 'ge|敬请', '期待|暂未', '开放|暂未', '实现'].join(
        '',
      ),
      'g',
    ),
  ],
  [
    'path of a machine',
    new RegExp(['(?<![\\w./-])/(wo', 'rk|ro', 'ot|ho', 'me|Us', 'ers)/(?!ImportFromExcel)[\\w.-]+'].join(''), 'g'),
  ],
  [
    'package registry',
    new RegExp(['registry\\.npm', '|npmmirr', 'or|verdac', 'cio|artifact', 'ory|nexus\\.'].join(''), 'gi'),
  ],
];

/**
 * Words forbidden in every text of the repository: promises instead of work, paths of a machine, hosts of package
 * registries.
 */
export function wordingProblems(path, text) {
  return unwanted.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(
      (match) => `${path}:${text.slice(0, match.index).split('\n').length} ${name}: ${match[0]}`,
    ),
  );
}

/**
 * Folders whose comments are plain trade English in lines of at most 120 characters. `most`: lines of comments as a
 * share of all lines; application code has few, code that others build on has doc comments. `isWithoutTests` counts the
 * lines of product code alone. A folder is listed once it meets the rules.
 */
export const plainFolders = [
  { folder: 'apps/web/src', most: 0.03, isWithoutTests: true },
  { folder: 'apps/server/src/modules', most: 0.03, isWithoutTests: true },
  { folder: 'apps/web/e2e', most: 0.03 },
  { folder: 'apps/server/test', most: 0.03 },
  { folder: 'apps/server/attacks', most: 0.05 },
  { folder: 'apps/server/bench', most: 0.05 },
  { folder: 'apps/server/faults', most: 0.06 },
  { folder: 'apps/server/src/http', most: 0.05 },
  { folder: 'apps/ops', most: 0.05 },
  { folder: 'apps/server/src/access', most: 0.09 },
  { folder: 'apps/server/src/engine', most: 0.09 },
  { folder: 'apps/server/src/platform', most: 0.09 },
  { folder: 'packages/model', most: 0.03 },
  { folder: 'packages/demo', most: 0.09 },
  { folder: 'packages/domain', most: 0.09 },
  { folder: 'packages/resource', most: 0.09 },
  { folder: 'packages/testkit', most: 0.09 },
  { folder: 'tools', most: 0.09 },
];

/** Phrases with a plain word of the trade in their place: reload, exist, contain, continue, call, request, conflict. */
const riddles =
  /\b(?:anew|whoever|machinery|one another|(?:on|under) (?:its|their) way|into being|(?:tell|tells|told) of|(?:is|are|was|were) told|go(?:es)? on|fall(?:s)? away|looked (?:at|after)|asked for|drawn anew|is meant|come(?:s)? back to|in front of it|behind (?:that|them)|broken off|taken away|hang(?:s)? on|somebody else's|stand(?:s)? (?:for nobody|beside|in the way)|come(?:s)? to an end|in the hands of|its own affair)\b/gi;

const commentsOf = (path, source) =>
  parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }).comments;

/** Banned phrases in a text that begins at this line of its file. */
const riddlesIn = (path, text, line) =>
  [...text.matchAll(riddles)].map(
    ({ 0: phrase, index }) =>
      `${path}:${line + text.slice(0, index).split('\n').length - 1} plain English instead of '${phrase}'`,
  );

/**
 * Banned phrases in the comments of a source, or in a whole page of Markdown.
 * @returns {string[]} one line a finding: `path:line phrase`
 */
export function riddleProblems(path, source) {
  if (path.endsWith('.md')) return riddlesIn(path, source, 1);
  return commentsOf(path, source).flatMap(({ value, start }) =>
    riddlesIn(path, value, source.slice(0, start).split('\n').length),
  );
}

/**
 * Lines of comments with more than 120 characters, which the formatter does not wrap. Directives of lint are exempt.
 * @returns {string[]} `path:line` of each
 */
export function longComments(path, source) {
  const lines = source.split('\n');
  const comments = commentsOf(path, source).filter(({ value }) => !value.includes('oxlint-disable'));
  const found = comments.flatMap(({ start, end }) => {
    const first = source.slice(0, start).split('\n').length;
    return source
      .slice(start, end)
      .split('\n')
      .flatMap((_, at) => (lines[first + at - 1].length > 120 ? [`${path}:${first + at}`] : []));
  });
  return [...new Set(found)];
}

/** Number of lines and of lines with a comment. */
export function commentLines(path, source) {
  const lines = new Set();
  for (const { start, end } of commentsOf(path, source)) {
    const first = source.slice(0, start).split('\n').length;
    const count = source.slice(start, end).split('\n').length;
    for (let line = first; line < first + count; line += 1) lines.add(line);
  }
  return { lines: source.trimEnd().split('\n').length, comments: lines.size };
}
