import { bad, defineKind, accepted, optionsOf, type Field, type FieldOptions } from './field.ts';

/** A table with rows about rows of this one: its columns, each with the column of this table that it equals. */
export interface RowsAbout {
  readonly table: string;
  readonly on: { readonly [column: string]: string };
}

export interface BoolOptions extends FieldOptions<boolean> {
  readonly filter?: 'exact';
  /** Not stored: true when that table has a row about this one. */
  readonly namedIn?: RowsAbout;
}

/**
 * Yes or no.
 * @example bool({ label: '启用', default: true, filter: 'exact' })
 */
export function bool<const O extends BoolOptions>(options: O): Field<'bool', boolean, O> {
  return { kind: 'bool', options };
}

const words = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
]);

export const boolKind = defineKind({
  storage: (field) => ({
    type: 'boolean',
    form: optionsOf<BoolOptions>(field).namedIn === undefined ? 'column' : 'none',
  }),
  check: (value) => {
    const found = words.get(typeof value === 'string' ? value.toLowerCase() : value);
    return found === undefined ? bad('field.not-bool') : accepted(found);
  },
  schema: () => ({ type: 'boolean' }),
  sample: (seed) => seed % 2 === 0,
  cell: (value) => (value === null ? null : value ? '是' : '否'),
});
