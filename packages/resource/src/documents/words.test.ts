import { expect, test } from 'vitest';
import { hasLooseBrackets, wordParts } from './words.ts';

test('a text falls into words and placeholders', () => {
  expect(wordParts('合同 {{contractNo}}，{{ amount }} 元')).toEqual([
    { text: '合同 ' },
    { name: 'contractNo' },
    { text: '，' },
    { name: 'amount' },
    { text: ' 元' },
  ]);
  expect(wordParts('')).toEqual([]);
  expect(wordParts('没有')).toEqual([{ text: '没有' }]);
});

test('brackets that are no placeholder are found', () => {
  expect(['{{a}} b', '{{a', 'a}}', '{{a b}}', '{ a }'].map(hasLooseBrackets)).toEqual([false, true, true, true, false]);
});
