import { culture } from './i18n/i18n.ts';
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

/** Yuan with thousands separators and two decimals: `1,168.50 元`. */
export function formatMoney(yuan: number | null | undefined, unit = '元'): string {
  if (yuan === null || yuan === undefined || Number.isNaN(yuan)) return none;
  const text = writerOf(2, 2).format(yuan);
  return unit === '' ? text : `${text} ${unitWord(unit)}`;
}

export function formatQuantity(value: number | null | undefined, unit: string, digits = 1): string {
  const text = formatNumber(value, digits);
  return text === none || unit === '' ? text : `${text} ${unitWord(unit)}`;
}

/** Total of a list: `100000+` when the server stopped counting. */
export const formatTotal = (total: number, isCapped = false): string => (isCapped ? `${total}+` : String(total));
