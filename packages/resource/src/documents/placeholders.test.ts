import { expect, test } from 'vitest';
import { commonPlaceholders, hasLooseBrackets, keyOfPlaceholder, templateParts } from './placeholders.ts';

test('a text falls into words and placeholders', () => {
  expect(templateParts('合同 {{合同编号}}，{{ amount }} 元')).toEqual([
    { text: '合同 ' },
    { name: '合同编号' },
    { text: '，' },
    { name: 'amount' },
    { text: ' 元' },
  ]);
  expect(templateParts('')).toEqual([]);
  expect(templateParts('没有')).toEqual([{ text: '没有' }]);
});

test('brackets that are no placeholder are found', () => {
  expect(['{{a}} b', '{{a', 'a}}', '{{}}', '{ a }'].map(hasLooseBrackets)).toEqual([false, true, true, true, false]);
});

test('a placeholder is named by its key or a label', () => {
  expect(
    ['printedAt', '打印时间', 'Printed at', '时间'].map((name) => keyOfPlaceholder(commonPlaceholders, name)),
  ).toEqual(['printedAt', 'printedAt', 'printedAt', undefined]);
});
