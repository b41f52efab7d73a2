import { halfWidth } from '@kangmai/domain/numbers';
import type { AnyField, FieldKindName, Json } from '../../fields/field.ts';
import { isMasked } from '../../wire/mask.ts';

type Cell = string | number | boolean | Date;

/** An apostrophe before the first character of a formula was added by an export. */
export const unquoted = (value: string): string => value.replace(/^'(?=\s*[=+\-@＝＋－＠'\t\r\n])/, '');

const written = new Set<FieldKindName>(['text', 'phone', 'idCard']);

const isBentToDate = (value: Cell, field: AnyField): boolean => value instanceof Date && written.has(field.kind);

const isMaskedCell = (value: Cell, field: AnyField): boolean =>
  field.options.sensitive !== undefined && typeof value === 'string' && isMasked(value);

const firstDay = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const chineseDay = /^\d{4}\s*[-./年]\s*\d{1,2}\s*[-./月]\s*\d{1,2}\s*日?(?=$|[\sT])/;

/** Days as people write them, and the count of days that a spreadsheet keeps, as `2026-01-05`. */
function timeOfCell(value: string | number | boolean): Json {
  const shown = halfWidth(String(value)).trim();
  if (/^[12]\d{3}[01]\d[0-3]\d$/.test(shown)) return shown.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
  const days = /^\d{1,6}(\.\d+)?$/.test(shown) ? Number(shown) : 0;
  if (days >= 367) return new Date(Math.round((firstDay + days * dayMs) / 1000) * 1000).toISOString().slice(0, 19);
  return shown.replace(chineseDay, (day) => {
    const [year = '', ...rest] = day.match(/\d+/g) ?? [];
    return [year, ...rest.map((part) => part.padStart(2, '0'))].join('-');
  });
}

/** The value of a cell that is read by itself; undefined where its kind alone says how. */
export function specialCell(value: Cell, field: AnyField): Json | undefined {
  if (value === '' || isMaskedCell(value, field)) return null;
  // Such as the room 1-2, of which a spreadsheet program made a date: its check refuses it.
  if (isBentToDate(value, field)) return [String(value)];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#' : value.toISOString().slice(0, 19);
  return field.kind === 'date' || field.kind === 'dateTime' ? timeOfCell(value) : undefined;
}
