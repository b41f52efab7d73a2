import {
  creatorOf,
  kindOf,
  shownFields,
  type AnyField,
  type AnyResource,
  type FieldsOf,
  type FieldValue,
  type Json,
} from '@kangmai/resource';
import { jsonKeyOf, jsonName } from '@kangmai/resource/wire';

import { checkContext } from './check.ts';

/** A row for screens: values by domain name, names of references by path (`client.name`). */
export interface ScreenRow<R extends AnyResource = AnyResource> {
  readonly id: number;
  readonly rowVersion: number | null;
  readonly createdAt: Date | null;
  readonly values: { readonly [K in keyof FieldsOf<R> & string]: FieldValue<FieldsOf<R>[K]> };
  /** Joined values by path `reference.field`; missing ones are omitted. */
  readonly joined: Readonly<Record<string, unknown>>;
  /** Further members of the row, by wire name. */
  readonly beside: Readonly<Record<string, Json>>;
}

/** In place of a row that is not there yet. */
export const blankRow: ScreenRow = { id: 0, rowVersion: null, createdAt: null, values: {}, joined: {}, beside: {} };

type WireObject = Readonly<Record<string, Json>>;

const isObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Future times that may not be entered may still be displayed.
const readContext = { ...checkContext, now: () => new Date(8.64e15), isAnswer: true } as const;

/** Converts a wire value; an unreadable one, such as a masked value, stays unchanged. */
export function readValue(field: AnyField, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  const checked = kindOf(field).check(value, field, readContext);
  return checked.ok ? checked.value : value;
}

const readDate = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

function joinedOf(resource: AnyResource, body: WireObject): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [wireName, path] of Object.entries(resource.wire.joins)) {
    const value = body[jsonName(wireName)] ?? body[wireName];
    if (value !== undefined && value !== null && value !== '') joined[path] = value;
  }
  return joined;
}

/** Parses a row of the wire, with or without its wrapper. */
export function readRow<R extends AnyResource>(resource: R, wire: unknown): ScreenRow<R> {
  const outer = isObject(wire) ? wire : {};
  const wrapper = jsonName(resource.wire.entity);
  const wrapped = outer[wrapper];
  const own = isObject(wrapped) ? wrapped : outer;
  const values: Record<string, unknown> = creatorOf(resource, own);
  for (const [name, field] of Object.entries(shownFields(resource)))
    values[name] = readValue(field, own[jsonKeyOf(name, field)]);
  const { [wrapper]: _row, ...beside } = outer;
  return {
    id: Number(own['id'] ?? 0),
    rowVersion: typeof own['rowVersion'] === 'number' ? own['rowVersion'] : null,
    createdAt: readDate(own['creationTime']),
    values: values as ScreenRow<R>['values'],
    joined: joinedOf(resource, outer),
    beside,
  };
}
