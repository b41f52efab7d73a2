import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'calendar',
  {
    today: '今天',
    earlierMonth: '上个月',
    laterMonth: '下个月',
    earlierWeek: '上一周',
    laterWeek: '下一周',
    goTo: '转到日期',
    capped: '结果超过 100000 条，每天的条数可能不全，请缩小筛选范围',
    monthOf: '{title}：{month}',
    weekOf: '{title}：{from} 至 {to}',
    none: '这段时间没有记录',
    noneFiltered: '这段时间没有符合条件的记录',
    moved: '{name} 已改到 {place}',
  },
  {
    today: 'Today',
    earlierMonth: 'Previous month',
    laterMonth: 'Next month',
    earlierWeek: 'Previous week',
    laterWeek: 'Next week',
    goTo: 'Go to a day',
    capped: 'More than 100,000 entries: the numbers of days may be too small; narrow the filter',
    monthOf: '{title}: {month}',
    weekOf: '{title}: {from} to {to}',
    none: 'Nothing in these days',
    noneFiltered: 'Nothing in these days meets the filter',
    moved: '{name} moved to {place}',
  },
);
