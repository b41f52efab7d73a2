import { beforeAll, expect, test, vi } from 'vitest';

import { loadTexts } from '../../lib/i18n/texts.ts';
import { conditionText } from './rule-words.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  await loadTexts();
});

test.each([
  [
    'bp',
    {
      terms: [
        { metric: 'high', op: '>=', value: 180 },
        { metric: 'low', op: '>=', value: 110, symptom: true },
      ],
      minAge: 18,
    },
    '收缩压 ≥ 180 mmHg，或舒张压 ≥ 110 mmHg（伴有症状）；18岁及以上',
  ],
  [
    'bp',
    { terms: [{ metric: 'low', op: '<', value: 60, and: [{ metric: 'high', op: '<', value: 100 }] }] },
    '舒张压 ＜ 60 mmHg且收缩压 ＜ 100 mmHg',
  ],
  [
    'heart',
    { terms: [{ metric: 'heart', op: '>', value: { base: 220, perYear: -1 }, states: ['active'] }] },
    '心率 ＞ 220 − 1 × 年龄（活动）',
  ],
  [
    'bodyFat',
    { terms: [], history: { kind: 'change', metric: 'weight', amount: 2, unit: 'absolute', days: 3 } },
    '体重3天内增加达到 2 kg',
  ],
  [
    'bodyFat',
    { terms: [], history: { kind: 'change', metric: 'weight', amount: -5, unit: 'percent', days: 30 }, minAge: 65 },
    '体重30天内减少达到 5%；65岁及以上',
  ],
  [
    'bp',
    { terms: [], history: { kind: 'nightMean', metric: 'high', op: '>=', value: 120, of: 7 } },
    '一次睡眠记录中至少 7 次读数的收缩压均值 ≥ 120 mmHg',
  ],
  [
    'bloodSugar',
    {
      terms: [{ metric: 'bloodSugar', op: '>=', value: 7, periods: [1, 3] }],
      withoutTags: ['diabetes'],
      addText: [{ metric: 'bloodSugar', from: 20, text: '建议就诊' }],
    },
    '血糖 ≥ 7 mmol/L（空腹，午餐前）；无糖尿病；达到 血糖 20 mmol/L 时附加“建议就诊”',
  ],
  [
    'heart',
    {
      terms: [
        {
          metric: 'heart',
          op: '>',
          value: {
            steps: [
              { toAge: 0, value: 190 },
              { toAge: 2, value: 180 },
            ],
          },
        },
      ],
    },
    '心率 ＞ 0岁内 190 次/分、2岁内 180 次/分',
  ],
  [
    'offline',
    {
      terms: [],
      event: { event: 'offline', minutes: 720, wakingTime: true, raise: { level: 2, minutes: 60, gateway: true } },
    },
    '设备离线达12小时（家庭网关达1小时时升为关注，静默时段内顺延到时段结束）',
  ],
  [
    'heart',
    { terms: [], history: { kind: 'share', metric: 'irregular', met: 5, of: 10 } },
    '同一天最近 10 次中有 5 次心律不齐',
  ],
  ['bp', { terms: [{ metric: '', op: '>=', value: null }] }, '— ≥ —'],
  ['battery', { terms: [], event: { event: 'offline', minutes: 60 } }, '设备离线达1小时'],
])('a condition of %s is a sentence', (kind, condition, sentence) => {
  expect(conditionText(kind, condition)).toBe(sentence);
});

test('what is no condition stays as it is stored', () => {
  expect(conditionText('bp', { level: 2 })).toBeNull();
});
