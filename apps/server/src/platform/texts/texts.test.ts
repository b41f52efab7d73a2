import { expect, test } from 'vitest';
import { addTexts, allTexts, findText, textOf } from './index.ts';

test('parameters take the places of their names', () => {
  expect(textOf('zh-Hans', 'field.out-of-range', { field: '年龄', min: 0, max: 150 })).toBe('年龄应在 0 到 150 之间');
  expect(textOf('en', 'field.too-long', { field: 'Name', max: 64 })).toBe('Name may have at most 64 characters');
});

test('a key without a text is shown as it is, an optional one is null', () => {
  expect(textOf('en', 'no.such-reason')).toBe('no.such-reason');
  expect(findText('en', 'server.busy.details')).toBeNull();
  expect(textOf('en', 'server.busy.details', {}, null)).toBeNull();
});

test('both languages name the same parameters in every text', () => {
  const names = (text: string | undefined) =>
    [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort((a, b) => a.localeCompare(b));
  for (const [key, text] of allTexts('zh-Hans')) expect(names(allTexts('en').get(key)), key).toEqual(names(text));
});

test('areas bring their own reasons, but never change those of others', () => {
  addTexts({ 'test.reason': { 'zh-Hans': '测试 {n}', en: 'Test {n}' } });
  expect(textOf('zh-Hans', 'test.reason', { n: 3 })).toBe('测试 3');
  expect(() => addTexts({ 'test.reason': { 'zh-Hans': '别的', en: 'Other' } })).toThrow('twice');
});
