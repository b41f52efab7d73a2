import type { AnyResource } from '../define-resource.ts';
import type { AnyField, FieldKindName, Json } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { naturalKeyOf } from '../fields/ref.ts';
import { joinsOf, type Model } from '../model.ts';
import { besideFields } from '../traits/counts/counts.ts';
import { creatorParts } from '../traits/moves/creator.ts';
import { jsonKeyOf, jsonName } from './json-name.ts';
import { maskValue } from './mask.ts';

/** A row as the repository gives it: field values by domain name, joined values under `reference.field`. */
export interface LoadedRow {
  readonly id: number;
  readonly rowVersion: number;
  readonly createdAt: Date;
  readonly [field: string]: unknown;
}

export type WireRow = { readonly [key: string]: Json };

export interface RowWriter {
  /** The row alone, flat, with joined names next to its fields. */
  readonly flat: (row: LoadedRow) => WireRow;
  /** `{wrapper: row, joined names}` for a wrapping service, else flat. */
  readonly wrapped: (row: LoadedRow) => WireRow;
}

type Part = readonly [key: string, read: (row: LoadedRow) => Json];

function fieldPart(name: string, field: AnyField): Part {
  const key = jsonKeyOf(name, field);
  const by = naturalKeyOf(field);
  if (field.kind === 'ref' && by !== undefined) return [key, (row) => (row[`${name}.${by}`] ?? null) as Json];
  const kind = kindOf(field);
  if (field.options.sensitive) return [key, (row) => maskValue(row[name], field)];
  return [key, (row) => kind.toWire(row[name] ?? null, field)];
}

const blankKinds = new Set<FieldKindName>(['text', 'phone', 'idCard']);

/** True for a joined value that travels as empty text where the reference is empty. */
export const isBlankWhenJoined = (field: AnyField): boolean => blankKinds.has(field.kind);

/**
 * Builds the writer of a resource once; sensitive values are masked, nulls are written, joined names of empty
 * references are empty text.
 */
export function rowWriter(resource: AnyResource, model: Model): RowWriter {
  const parts = [...Object.entries(resource.fields).map((entry) => fieldPart(...entry)), ...creatorParts(resource)];
  const counted = Object.entries(besideFields(resource)).map((entry) => [entry[0], ...fieldPart(...entry)] as const);
  const joins = joinsOf(resource, model).map(({ wireName, through, target, field }): Part => {
    const definition = target.fields[field];
    const path = `${through}.${field}`;
    if (!definition) return [wireName, (row) => (row[path] ?? null) as Json];
    const read = definition.options.sensitive
      ? (row: LoadedRow) => maskValue(row[path], definition)
      : (row: LoadedRow) => kindOf(definition).toWire(row[path] ?? null, definition);
    const empty = isBlankWhenJoined(definition) ? '' : null;
    return [wireName, (row) => read(row) ?? empty];
  });
  const own = (row: LoadedRow): Record<string, Json> => {
    const out: Record<string, Json> = { id: row.id };
    for (const [key, read] of parts) out[key] = read(row);
    for (const [name, key, read] of counted) if (name in row) out[key] = read(row);
    out['creationTime'] = row.createdAt.toISOString();
    out['rowVersion'] = row.rowVersion;
    return out;
  };
  const beside = (row: LoadedRow, out: Record<string, Json>): WireRow => {
    for (const [key, read] of joins) out[key] = read(row);
    return out;
  };
  const wrapper = jsonName(resource.wire.entity);
  const flat = (row: LoadedRow): WireRow => beside(row, own(row));
  return { flat, wrapped: resource.wire.wrap ? (row) => beside(row, { [wrapper]: own(row) }) : flat };
}
