/** A day of the Chinese calendar (GB/T 33661-2017): month 1 to 12, day 1 to 30. */
export interface LunarDay {
  readonly month: number;
  readonly day: number;
  readonly isLeap: boolean;
}

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const months = ['', '正', '二', '三', '四', '五', '六', '七', '八', '九', '十', '冬', '腊'];
const tens = ['初', '十', '廿', '三'];

function dayWord(day: number): string {
  if (day % 10 === 0) return ['', '初十', '二十', '三十'][day / 10] ?? '';
  return `${tens[Math.floor(day / 10)] ?? ''}${digits[day % 10] ?? ''}`;
}

/** 正月初一, 闰六月十五; in English month and day as numbers. */
export function lunarWord({ month, day, isLeap }: LunarDay, language: 'zh-Hans' | 'en'): string {
  if (language === 'en') return `lunar ${isLeap ? 'leap ' : ''}month ${month}, day ${day}`;
  return `${isLeap ? '闰' : ''}${months[month] ?? ''}月${dayWord(day)}`;
}

/** The 24 solar terms (GB/T 33661-2017) in the order of the calendar year, two a month. */
export const solarTerms = [
  ['小寒', 'Minor Cold'],
  ['大寒', 'Major Cold'],
  ['立春', 'Start of Spring'],
  ['雨水', 'Rain Water'],
  ['惊蛰', 'Awakening of Insects'],
  ['春分', 'Spring Equinox'],
  ['清明', 'Pure Brightness'],
  ['谷雨', 'Grain Rain'],
  ['立夏', 'Start of Summer'],
  ['小满', 'Grain Buds'],
  ['芒种', 'Grain in Ear'],
  ['夏至', 'Summer Solstice'],
  ['小暑', 'Minor Heat'],
  ['大暑', 'Major Heat'],
  ['立秋', 'Start of Autumn'],
  ['处暑', 'End of Heat'],
  ['白露', 'White Dew'],
  ['秋分', 'Autumn Equinox'],
  ['寒露', 'Cold Dew'],
  ['霜降', 'Frost'],
  ['立冬', 'Start of Winter'],
  ['小雪', 'Minor Snow'],
  ['大雪', 'Major Snow'],
  ['冬至', 'Winter Solstice'],
] as const;
