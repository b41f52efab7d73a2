import { culture } from './i18n/i18n.ts';
import { unitWord } from './i18n/unit-word.ts';

const none = '—';

const writers = new Map<string, Intl.NumberFormat>();

function writerOf(digits: number): Intl.NumberFormat {
  const language = culture() === 'en' ? 'en' : 'zh-CN';
  const key = `${language} ${digits}`;
  const writer = writers.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  writers.set(key, writer);
  return writer;
}

/** Number with thousands separators and at most `digits` decimals; `—` when unknown. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) return none;
  return writerOf(digits).format(value);
}

export function formatQuantity(value: number | null | undefined, unit: string, digits = 1): string {
  const text = formatNumber(value, digits);
  return text === none || unit === '' ? text : `${text} ${unitWord(unit)}`;
}

/** Total of a list: `100000+` when the server stopped counting. */
export const formatTotal = (total: number, isCapped = false): string => (isCapped ? `${total}+` : String(total));
