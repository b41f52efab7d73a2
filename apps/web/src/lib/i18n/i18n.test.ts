import { expect, test, vi } from 'vitest';

import { startTexts } from './i18n.ts';
import { defineTexts } from './texts.ts';

test('placeholders are filled as often as they stand in a text, with the signs of their values; one without a value is left empty', () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  startTexts();
  const T = defineTexts('filled', { swap: '{one}、{other}、{one}' }, { swap: '{one}, {other}, {one}' });
  expect(T('swap', { one: '$&', other: 0 })).toBe('$&、0、$&');
  expect(T('swap', { one: '{other}' })).toBe('{other}、、{other}');
});

test('texts that an area has added stand after a second start', () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  const T = defineTexts('secondStart', { stop: '停用 {n}' }, { stop: 'Stop {n}' });
  startTexts();
  expect(T('stop', { n: 2 })).toBe('停用 2');
  startTexts();
  expect(T('stop', { n: 2 })).toBe('停用 2');
});
