import type { Wording } from '../../platform/texts/index.ts';

export const measurementTexts: Readonly<Record<string, Wording>> = {
  'period.reversed': { 'zh-Hans': '结束时间不能早于开始时间', en: 'The end must not lie before the begin' },
  'period.too-long': { 'zh-Hans': '时间范围最多{days}天', en: 'The period may have at most {days} days' },
  'reading.whose': { 'zh-Hans': '请指定客户或设备', en: 'Name a client or a device' },
};
