import { culture } from './i18n/i18n.ts';
import { spoken } from './i18n/spoken.ts';

const none = '—';

/** Number with thousands marks and at most `digits` decimals; `—` when unknown. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) return none;
  return new Intl.NumberFormat(culture() === 'en' ? 'en' : 'zh-CN', { maximumFractionDigits: digits }).format(value);
}

/** `120 mmHg`; the unit is left out with an unknown value. */
export function formatQuantity(value: number | null | undefined, unit: string, digits = 1): string {
  const text = formatNumber(value, digits);
  return text === none || unit === '' ? text : `${text} ${spoken(unit)}`;
}

/** Total of a list: `100000+` when the server stopped counting. */
export const formatTotal = (total: number, isCapped = false): string => (isCapped ? `${total}+` : String(total));
