import { Money, moneyOf, readMoney, toYuan } from '@kangmai/domain/money';
import { accepted, bad, defineKind, optionsOf, type Field, type FieldOptions, type Json } from '../../fields/field.ts';
import type { NumberOptions } from '../../fields/number.ts';

/** Bounds, default and example are yuan. */
export type MoneyOptions = Omit<NumberOptions, 'unit'>;

type Kept<O extends MoneyOptions> = O & { readonly unit: '元' };

/**
 * An amount of yuan, exact to the fen; a number on the wire.
 * @example money({ label: '销售价', en: 'Sale price', min: 0, filter: 'range' })
 */
export function money<const O extends MoneyOptions>(options: O): Field<'money', Money, Kept<O>> {
  const usual = options.default === undefined ? {} : { default: moneyOf(options.default) };
  return { kind: 'money', options: { ...options, unit: '元', ...usual } as unknown as Kept<O> };
}

const most = 9_999_999_999.99;

function boundsOf(field: { readonly options: FieldOptions }): { readonly min: number; readonly max: number } {
  const { min = -most, max = most } = field.options as NumberOptions;
  return { min, max };
}

const grouped = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** A number as its cell shows it: a spreadsheet keeps 15 digits, what follows is the error of its own arithmetic. */
export const numberOfCell = (value: number): number => Number(value.toPrecision(15));

/** The amount in a cell of a spreadsheet: a number as the cell shows it, or a text with or without separators. */
export function moneyOfCell(value: string | number | boolean | Date): Json {
  if (typeof value === 'number') return numberOfCell(value);
  const text = String(value)
    .trim()
    .replace(/^[¥￥]\s*/, '');
  return grouped.test(text) ? text.replaceAll(',', '') : text;
}

export const moneyKind = defineKind({
  storage: 'numeric(12,2)',
  check(value, field) {
    const amount = readMoney(value);
    const bounds = boundsOf(field);
    if (amount instanceof Money) {
      const yuan = toYuan(amount);
      return yuan < bounds.min || yuan > bounds.max ? bad('field.out-of-range', bounds) : accepted(amount);
    }
    if (amount === 'too-large') return bad('field.out-of-range', bounds);
    return bad(`field.${amount}`, amount === 'too-many-decimals' ? { most: 2 } : undefined);
  },
  toWire: (value) => (value instanceof Money ? toYuan(value) : null),
  toStore: (value) => (value instanceof Money ? value.toString() : null),
  fromStore: (value) => (value === null ? null : moneyOf(String(value as string))),
  schema: (field) => {
    const { min, max } = optionsOf<NumberOptions>(field);
    return { type: 'number', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  },
  sample: (seed, field) => {
    const { min, max } = boundsOf(field);
    const low = optionsOf<NumberOptions>(field).min === undefined ? Math.min(0, max) : min;
    const span = Math.min(Math.round((max - low) * 100), 5000);
    return Number((low + ((seed * 101) % (span + 1)) / 100).toFixed(2));
  },
  cell: (value) => (value instanceof Money ? value : null),
});
