import { readNumber } from './number.ts';
import {
  bad,
  defineKind,
  accepted,
  hasBadCharacters,
  shownText,
  type Checked,
  type Field,
  type FieldOptions,
} from './field.ts';
import type { OnlyOption } from '../traits/only/option.ts';

export interface RefOptions extends FieldOptions<number>, OnlyOption {
  readonly filter?: 'exact' | 'in';
  /** The target's unique field that travels instead of the id, such as an imei. */
  readonly by?: string;
}
export interface RefsOptions extends FieldOptions<readonly number[]>, OnlyOption {
  readonly filter?: 'exact' | 'in';
}
/** Options with the target in the type, so that the list of resources can check it. */
export type Targeted<O, T extends string> = O & { readonly target: T };

/**
 * A row of another resource of the same tenant; its value is the id.
 * @example ref('client', { label: '客户', required: true, filter: 'exact', wire: 'USERID' })
 * @example ref('device', { label: '设备IMEI', by: 'imei', wire: 'imei', filter: 'exact' })
 */
export function ref<const T extends string, const O extends RefOptions>(
  target: T,
  options: O,
): Field<'ref', number, Targeted<O, T>> {
  return { kind: 'ref', options: { ...options, target } };
}

/**
 * Several rows of another resource.
 * @example refs('tag', { label: '标签', filter: 'in' })
 */
export function refs<const T extends string, const O extends RefsOptions>(
  target: T,
  options: O,
): Field<'refs', readonly number[], Targeted<O, T>> {
  return { kind: 'refs', options: { ...options, target } };
}

/** The resource that a ref or refs field points to. */
export const targetOf = (field: { readonly options: FieldOptions }): string =>
  (field.options as Targeted<FieldOptions, string>).target;
/** The natural key that a ref travels by, when it is not the id. */
export const naturalKeyOf = (field: { readonly options: FieldOptions }): string | undefined =>
  (field.options as RefOptions).by;

const readId = (value: unknown): number | undefined => {
  const number = readNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 1 ? number : undefined;
};

function checkRef(value: unknown, field: { readonly options: FieldOptions }): Checked {
  if (naturalKeyOf(field) !== undefined) {
    const key = shownText(value).trim();
    return key !== '' && key.length <= 64 && !hasBadCharacters(key) ? accepted(key) : bad('field.bad-format');
  }
  const id = readId(value);
  return id === undefined ? bad('field.not-id') : accepted(id);
}

export const refKind = defineKind({
  storage: 'bigint',
  check: checkRef,
  schema: (field) => (naturalKeyOf(field) === undefined ? { type: 'integer' } : { type: 'string' }),
  sample: (seed, field) => ({ ref: targetOf(field), by: naturalKeyOf(field) ?? 'id' }),
});

export const refsKind = defineKind({
  storage: 'bigint[]',
  check: (value) => {
    const list = Array.isArray(value) ? value : shownText(value).split(',');
    const ids = list.map(readId);
    return ids.includes(undefined) ? bad('field.not-id') : accepted([...new Set(ids)]);
  },
  toWire: (value) => (value as number[] | null) ?? [],
  schema: () => ({ type: 'array', items: { type: 'integer' } }),
  sample: (seed, field) => [{ ref: targetOf(field), by: 'id' }],
  cell: (value) => ((value as number[] | null) ?? []).join('、'),
});
