import { expect, test, vi } from 'vitest';

import { startTexts } from './i18n.ts';
import { defineTexts } from './texts.ts';

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
