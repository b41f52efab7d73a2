import { bad, defineKind, accepted, optionsOf, shownText, type Field, type FieldOptions } from './field.ts';

export interface DictOptions extends FieldOptions<string> {
  readonly filter?: 'exact' | 'in';
}
export interface DictsOptions extends FieldOptions<readonly string[]> {
  readonly filter?: 'exact' | 'in';
}
export interface StoredDictOptions extends FieldOptions {
  /** The type_code of the dictionary. */
  readonly dict: string;
}

/**
 * The code of an entry of the tenant's dictionary.
 * @example dict('gender', { label: '性别', required: true, filter: 'exact' })
 */
export function dict<const O extends DictOptions>(typeCode: string, options: O): Field<'dict', string, O> {
  return { kind: 'dict', options: { ...options, dict: typeCode } };
}

/**
 * Several codes of one dictionary.
 * @example dicts('payment_type', { label: '医疗费用支付方式' })
 */
export function dicts<const O extends DictsOptions>(
  typeCode: string,
  options: O,
): Field<'dicts', readonly string[], O> {
  return { kind: 'dicts', options: { ...options, dict: typeCode } };
}

/** The type_code of a dict or dicts field. */
export const dictOf = (field: { readonly options: FieldOptions }): string => (field.options as StoredDictOptions).dict;

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,32}$/.test(value);

export const dictKind = defineKind({
  storage: 'text',
  check: (value) => {
    const code = typeof value === 'number' ? String(value) : value;
    return isCode(code) ? accepted(code) : bad('field.unknown-choice');
  },
  schema: (field) => ({ type: 'string', description: `dictionary ${optionsOf<StoredDictOptions>(field).dict}` }),
  sample: (seed, field) => ({ dict: dictOf(field) }),
});

export const dictsKind = defineKind({
  storage: 'text[]',
  check: (value) => {
    const list = (Array.isArray(value) ? value.map(shownText) : shownText(value).split(',')).map((code) => code.trim());
    return list.every(isCode) ? accepted([...new Set(list)]) : bad('field.unknown-choice');
  },
  toWire: (value) => (value as string[] | null) ?? [],
  schema: () => ({ type: 'array', items: { type: 'string' } }),
  sample: (seed, field) => [{ dict: dictOf(field) }],
  cell: (value) => ((value as string[] | null) ?? []).join('、'),
});
