import { action, integer, text } from '@kangmai/resource';
import { beforeEach, expect, test, vi } from 'vitest';

import { sectionsOf } from './field-sections.ts';
import { culture } from './i18n/i18n.ts';
import { actionQuestion, fieldHint } from './labels.ts';

vi.mock('./i18n/i18n.ts', () => ({
  culture: vi.fn(),
  hasText: () => false,
  textOf: (_area: string, key: string) => key,
}));

const trade = { group: '商品', groupEn: 'Goods' } as const;
const price = integer({ label: '价格', en: 'Price', hint: '不含税', hintEn: 'Without tax', ...trade });
const code = text({ label: '编码', en: 'Code', max: 8, hint: 'ABC' });
const discard = action({
  label: '丢弃',
  en: 'Discard',
  wire: 'POST Discard',
  permission: 'Edit',
  confirm: '确定丢弃？',
  confirmEn: 'Discard it?',
  input: {},
});

beforeEach(() => vi.mocked(culture).mockReturnValue('zh-Hans'));

test('hints, groups and questions are shown as the definition words them', () => {
  expect([fieldHint(price), fieldHint(code), actionQuestion(discard)]).toEqual(['不含税', 'ABC', '确定丢弃？']);
  expect(
    sectionsOf([
      ['price', price],
      ['code', code],
    ]).map(({ title }) => title),
  ).toEqual(['商品', null]);
});

test('in English they are shown in English, and as they stand when there is none', () => {
  vi.mocked(culture).mockReturnValue('en');
  expect([fieldHint(price), fieldHint(code), actionQuestion(discard)]).toEqual(['Without tax', 'ABC', 'Discard it?']);
  expect(
    sectionsOf([
      ['price', price],
      ['code', code],
    ]).map(({ title }) => title),
  ).toEqual(['Goods', null]);
});
