import { bad, defineKind, accepted, shownText, type Field, type FieldOptions } from './field.ts';
import { readNumber } from './number.ts';

export interface PhoneOptions extends FieldOptions<string> {
  readonly filter?: 'exact';
}
export interface IdCardOptions extends FieldOptions<string> {
  readonly filter?: 'exact';
}
export interface AgeOptions extends FieldOptions<number> {
  readonly filter?: 'range';
  /** The date field of the same resource that holds the birthday. */
  readonly of: string;
  /** A birthday that means «not known»: no age follows from it. */
  readonly unknown?: string;
}

/**
 * A mainland mobile number or a landline with area code.
 * @example phone({ label: '手机号', required: true, sensitive: 'sealed', filter: 'exact' })
 */
export function phone<const O extends PhoneOptions>(options: O): Field<'phone', string, O> {
  return { kind: 'phone', options };
}

/**
 * The number of an identity document. Its shape is checked here; the check digit of a resident card belongs to the
 * resource that knows the kind of document.
 * @example idCard({ label: '证件号码', sensitive: 'sealed', unique: true, filter: 'exact' })
 */
export function idCard<const O extends IdCardOptions>(options: O): Field<'idCard', string, O> {
  return { kind: 'idCard', options };
}

/**
 * Whole years since a birthday field, computed when read in the tenant's day; never stored.
 * @example age({ label: '年龄', of: 'birthday', filter: 'range' })
 */
export function age<const O extends Omit<AgeOptions, 'readonly'>>(
  options: O,
): Field<'age', number, O & { readonly readonly: true }> {
  return { kind: 'age', options: { ...options, readonly: true } };
}

const phonePattern = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}|400\d{7})$/;

export const phoneKind = defineKind({
  storage: 'text',
  check: (value) => {
    const digits = shownText(value)
      .replaceAll(/\s/g, '')
      .replace(/^(\+?86)(?=1)/, '');
    return phonePattern.test(digits) ? accepted(digits) : bad('field.not-phone');
  },
  schema: () => ({ type: 'string', format: 'phone' }),
  sample: (seed) => `139${String(10_000_000 + (seed % 89_999_999))}`,
});

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

export const idCardKind = defineKind({
  storage: 'text',
  check: (value) => {
    const number = shownText(value).replaceAll(/\s/g, '').toUpperCase();
    return /^[A-Z0-9]{5,30}$/.test(number) ? accepted(number) : bad('field.bad-format');
  },
  schema: () => ({ type: 'string', maxLength: 30 }),
  sample: (seed) => {
    const day = new Date(Date.UTC(1950, 0, 1 + (seed % 20_000))).toISOString().slice(0, 10).replaceAll('-', '');
    const head = `110101${day}${String(seed % 1000).padStart(3, '0')}`;
    return head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
  },
});

export const ageKind = defineKind({
  storage: () => ({ type: 'integer', form: 'none' }),
  check: (value) => {
    const years = readNumber(value);
    return years !== undefined && Number.isInteger(years) && years >= 0 && years <= 150
      ? accepted(years)
      : bad('field.not-integer');
  },
  schema: () => ({ type: 'integer', readOnly: true }),
  sample: () => null,
});
