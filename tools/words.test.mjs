import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { nodesOf } from './source-rules.mjs';
import { filesBelow } from './staleness.mjs';

/** Rows of the glossary: the word that is used and those that are refused. */
const glossary = readFileSync(`${root}/docs/words.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| 用词'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word, , , twins]) => ({ word, twins: twins.split('、') }));

const refused = glossary.flatMap(({ word, twins }) => twins.map((twin) => ({ word, twin })));

/** Titles that the specification fixes, and names of standard code lists. */
const given = /^packages\/model\/src\/(routes|reference)\//;

const sources = filesBelow(['packages/model/src', 'packages/domain/src', 'apps/server/src', 'apps/web/src']).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.generated\.ts$/.test(path) && !given.test(path),
);

const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return node.value;
  return node.type === 'TemplateElement' ? (node.value.cooked ?? '') : undefined;
};

const isChinese = (text) => /\p{Script=Han}/u.test(text);

/** A standard or source that a medical rule cites, in its own words. */
const cites = (path) => path.startsWith('packages/domain/src/judging/rules-');

const blanks = [
  [/\p{Script=Han} +\p{Script=Han}/u, 'a blank between two words'],
  [/[\d}] +(?:秒|分钟|小时|天)/u, 'a blank between a figure and its unit'],
];

/** Words of units that definitions write as a word. */
const shortUnits = new Set(['s', 'min', 'h', 'd']);

function problemsOf(text, path) {
  const twins = refused.filter(({ twin }) => text.includes(twin)).map(({ word, twin }) => `${twin} instead of ${word}`);
  const stray = cites(path) ? [] : blanks.filter(([pattern]) => pattern.test(text)).map(([, problem]) => problem);
  return [...twins, ...stray].map((problem) => `${path}: «${text}»: ${problem}`);
}

/** Syntax nodes of a source with Chinese in it. */
function nodesIn(path) {
  const source = readFileSync(`${root}/${path}`, 'utf8');
  if (!isChinese(source)) return [];
  const lang = path.endsWith('.tsx') ? 'tsx' : 'ts';
  return [...nodesOf(parseAst(source, { lang, astType: 'ts' }))].map(([node]) => node);
}

/** Chinese texts of a source. */
function textsOf(path) {
  return nodesIn(path)
    .map(textOf)
    .filter((text) => text !== undefined && isChinese(text));
}

/** An address written out, as people write it. */
const examples = ['请写全省、市、县的名称，如“浙江省 杭州市 西湖区”，或填六位区划代码'];

test('one word stands for one thing in every Chinese text', () => {
  const texts = sources.flatMap((path) => textsOf(path).map((text) => ({ path, text })));
  const problems = texts
    .filter(({ text }) => !examples.includes(text))
    .flatMap(({ path, text }) => problemsOf(text, path));
  expect(problems, 'docs/words.md').toEqual([]);
  expect(texts.length).toBeGreaterThan(2000);
});

test('definitions count durations in words', () => {
  const isShort = ({ type, key, value }) =>
    type === 'Property' && key.name === 'unit' && value.type === 'Literal' && shortUnits.has(value.value);
  const found = sources.filter((path) => path.startsWith('packages/')).filter((path) => nodesIn(path).some(isShort));
  expect(found, 'docs/words.md').toEqual([]);
});

test('the glossary is read, and no word is both used and refused', () => {
  expect(refused.length).toBeGreaterThan(20);
  const used = new Set(glossary.map(({ word }) => word));
  expect(refused.filter(({ twin }) => used.has(twin))).toEqual([]);
  expect(problemsOf('请先处理 求救 信号', 'x.ts')).toHaveLength(2);
  expect(problemsOf('{n} 分钟后再试', 'x.ts')).toHaveLength(1);
});
