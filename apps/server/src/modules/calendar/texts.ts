import type { Wording } from '../../platform/texts/index.ts';

export const calendarTexts: Readonly<Record<string, Wording>> = {
  'calendar.other-year': {
    'zh-Hans': '{day} 不是{year}年的日期，请改为{year}年的日期或删除',
    en: '{day} is not a day of {year}; enter a day of {year} or remove it',
  },
  'calendar.no-weekday': {
    'zh-Hans': '{day} 是调休上班日，请选择按周几上班',
    en: '{day} is a make-up workday; choose the weekday whose hours it has',
  },
  'calendar.weekday-of-holiday': {
    'zh-Hans': '{day} 放假，不按周几上班，请清空该项',
    en: '{day} is a holiday and has no hours of a weekday; leave this empty',
  },
  'calendar.make-up-on-workday': {
    'zh-Hans': '{day} 不是周六或周日，不需要调休上班，请核对日期',
    en: '{day} is no Saturday or Sunday and needs no make-up; check the day',
  },
  'calendar.years': {
    'zh-Hans': '{field}请填写2000年至2099年的日期',
    en: '{field} must lie between the years 2000 and 2099; choose another day',
  },
  'calendar.end-before-start': {
    'zh-Hans': '结束日期不能早于开始日期，请重新选择',
    en: 'The end must not be before the start; choose again',
  },
  'calendar.too-long': {
    'zh-Hans': '一次最多查询{most}天，请缩短日期范围',
    en: 'At most {most} days can be asked for at once; choose a shorter span',
  },
};
