import { beforeAll, expect, test, vi } from 'vitest';

import { startTexts } from '../../lib/i18n/i18n.ts';
import { conditionText, sourceParts } from './rule-words.ts';

beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  startTexts();
});

test.each([
  ['bp', { terms: [{ metric: 'high', op: '>=', value: 180 }, { metric: 'low', op: '>=', value: 110, symptom: true }], minAge: 18 }, '收缩压 ≥ 180 mmHg，或舒张压 ≥ 110 mmHg（伴有症状）；18岁及以上'],
  ['bp', { terms: [{ metric: 'low', op: '<', value: 60, and: [{ metric: 'high', op: '<', value: 100 }] }] }, '舒张压 ＜ 60 mmHg且收缩压 ＜ 100 mmHg'],
  ['heart', { terms: [{ metric: 'heart', op: '>', value: { base: 220, perYear: -1 }, states: ['active'] }] }, '心率 ＞ 220 − 1 × 年龄（活动）'],
  ['bodyFat', { terms: [], history: { kind: 'change', metric: 'weight', amount: 2, unit: 'absolute', days: 3 } }, '体重 3 天内变化达到 2 kg'],
  ['battery', { terms: [], event: { event: 'offline', minutes: 60 } }, '设备离线达 60 分钟'],
])('a condition of %s is a sentence', (kind, condition, sentence) => {
  expect(conditionText(kind, condition)).toBe(sentence);
});

test('what is no condition stays as it is stored; the mark of an unconfirmed value becomes a word', () => {
  expect(conditionText('bp', { level: 2 })).toBeNull();
  expect(sourceParts('诊断学 v')).toEqual({ source: '诊断学', isPending: true });
  expect(sourceParts('v')).toEqual({ source: '', isPending: true });
  expect(sourceParts('ESC v2')).toEqual({ source: 'ESC v2', isPending: false });
});
