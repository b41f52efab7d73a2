import { culture } from '../../lib/i18n/i18n.ts';

const weekdays = {
  'zh-Hans': ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  'en': ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;

/** A calendar day without its year, and its weekday. */
export function dayParts(day: string): { readonly date: string; readonly weekday: string } {
  const [, month = '', date = ''] = day.split('-');
  const weekday = weekdays[culture()][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return { date: `${Number(month)}/${Number(date)}`, weekday };
}

export const dayWords = (day: string): string => `${day} ${dayParts(day).weekday}`;
