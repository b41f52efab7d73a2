import { inChinese, Money } from '@kangmai/domain/money';

import { culture } from './i18n/i18n.ts';
import { L } from './i18n/texts.ts';
import { unitWord } from './i18n/unit-word.ts';

const none = '—';

const writers = new Map<string, Intl.NumberFormat>();

function writerOf(digits: number, least = 0): Intl.NumberFormat {
  const language = culture() === 'en' ? 'en' : 'zh-CN';
  const key = `${language} ${digits} ${least}`;
  const options = { maximumFractionDigits: digits, minimumFractionDigits: least };
  const writer = writers.get(key) ?? new Intl.NumberFormat(language, options);
  writers.set(key, writer);
  return writer;
}

/** Number with thousands separators and at most `digits` decimals; `—` when unknown. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) return none;
  return writerOf(digits).format(value);
}

const minutes = '分钟';

export const isMinutes = (unit: string | undefined): unit is typeof minutes => unit === minutes;

/** A figure with its unit; Chinese units follow without a blank. */
export function withUnit(figure: string, unit: string): string {
  const word = unitWord(unit);
  return /^\p{Script=Han}+$/u.test(word) ? figure + word : `${figure} ${word}`.trim();
}

/** Yuan with thousands separators and two decimals: `1,168.50元`. */
export function formatMoney(yuan: number | null | undefined, unit = '元'): string {
  if (yuan === null || yuan === undefined || Number.isNaN(yuan)) return none;
  const text = writerOf(2, 2).format(yuan);
  return unit === '' ? text : withUnit(text, unit);
}

/** An amount in Chinese capitals, behind its figures: `（大写：壹佰元整）`. */
export const amountInWords = (value: unknown): string =>
  value instanceof Money ? L('number.in-words', { amount: inChinese(value) }) : '';

/** A number with its unit; whole hours of minutes in hours: 1440分钟 is 24小时. */
export function formatQuantity(value: number | null | undefined, unit: string, digits = 1): string {
  const text = formatNumber(value, digits);
  if (text === none || !value) return text === none ? text : withUnit(text, unit);
  return isMinutes(unit) && value % 60 === 0 ? L('time.hours', { n: formatNumber(value / 60) }) : withUnit(text, unit);
}

/** Total of a list: `100000+` when the server stopped counting. */
export const formatTotal = (total: number, isCapped = false): string => (isCapped ? `${total}+` : String(total));
