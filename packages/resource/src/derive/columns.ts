import { snake, type AnyResource } from '../define-resource.ts';
import type { AnyField } from '../fields/field.ts';
import { isFilled, kindOf } from '../fields/kinds.ts';

/** A column of a resource's table as the schema and the SQL builder need it. */
export interface Column {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
}

/**
 * The columns of an encrypted field: the sealed value, its blind index and the tail for searching by the last four
 * characters.
 */
export const sealedColumns = (
  name: string,
): { readonly sealed: string; readonly index: string; readonly tail: string } => ({
  sealed: `${name}_sealed`,
  index: `${name}_index`,
  tail: `${name}_tail`,
});

/** The column name of a field; references end in `_id`. */
export function columnName(name: string, field: AnyField): string {
  return field.kind === 'ref' ? `${snake(name)}_id` : field.kind === 'refs' ? `${snake(name)}_ids` : snake(name);
}

/** True when the field's value is kept encrypted. */
export const sealed = (field: AnyField): boolean => field.options.sensitive === 'sealed';

const known = new WeakMap<AnyField, { readonly name: string; readonly columns: readonly Column[] }>();

/** All columns of one field: none for a computed one, three for a sealed one. */
export function columnsOfField(name: string, field: AnyField): readonly Column[] {
  const found = known.get(field);
  if (found?.name === name) return found.columns;
  const columns = makeColumns(name, field);
  known.set(field, { name, columns });
  return columns;
}

function makeColumns(name: string, field: AnyField): readonly Column[] {
  const storage = kindOf(field).storage(field);
  if (storage.form === 'none') return [];
  const column = columnName(name, field);
  const notNull = isFilled(field);
  if (!sealed(field)) return [{ field: name, name: column, type: storage.type, notNull }];
  const { sealed: value, index, tail } = sealedColumns(column);
  return [
    { field: name, name: value, type: 'bytea', notNull },
    { field: name, name: index, type: 'bytea', notNull: false },
    { field: name, name: tail, type: 'text', notNull: false },
  ];
}

const all = new WeakMap<AnyResource, readonly Column[]>();

/** All columns of a resource's fields, in the order of the definition. */
export function columnsOf(resource: AnyResource): readonly Column[] {
  const columns =
    all.get(resource) ?? Object.entries(resource.fields).flatMap(([name, field]) => columnsOfField(name, field));
  all.set(resource, columns);
  return columns;
}
