import { bad, defineKind, accepted, type Field, type FieldOptions } from './field.ts';

export interface BoolOptions extends FieldOptions<boolean> {
  readonly filter?: 'exact';
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
  storage: 'boolean',
  check: (value) => {
    const found = words.get(typeof value === 'string' ? value.toLowerCase() : value);
    return found === undefined ? bad('field.not-bool') : accepted(found);
  },
  schema: () => ({ type: 'boolean' }),
  sample: (seed) => seed % 2 === 0,
  cell: (value) => (value === null ? null : value ? '是' : '否'),
});
