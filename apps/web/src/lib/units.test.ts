// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';

import { setCulture } from './i18n/i18n.ts';
import { loadTexts } from './i18n/texts.ts';
import { formatQuantity, withUnit } from './units.ts';

beforeAll(async () => {
  setCulture('zh-Hans');
  await loadTexts();
});

test('whole hours of minutes are told in hours, other minutes as they are', () => {
  const told = [0, 5, 59, 60, 90, 720, 1440, 10_080].map((minutes) => formatQuantity(minutes, '分钟'));
  expect(told).toEqual(['0分钟', '5分钟', '59分钟', '1小时', '90分钟', '12小时', '24小时', '168小时']);
  expect(formatQuantity(null, '分钟')).toBe('—');
});

test('a figure stands together with a Chinese unit, and apart from another', () => {
  expect([withUnit('5', '次'), withUnit('72', '次/分'), withUnit('36.5', '°C'), withUnit('7', '')]).toEqual([
    '5次',
    '72 次/分',
    '36.5 °C',
    '7',
  ]);
  expect([formatQuantity(1440, '元'), formatQuantity(60, 's')]).toEqual(['1,440元', '60 s']);
});
