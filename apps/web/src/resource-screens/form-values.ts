import { movesOf, optionsOf, type AnyField, type AnyResource, type Fields, type TimeOptions } from '@kangmai/resource';

import { formatAt } from '../lib/dates.ts';

import type { FieldEntry } from '../lib/field-sections.ts';
import type { Values } from '../resource-client/body.ts';
import type { ScreenRow } from '../resource-client/row.ts';

/** The state of a row and what its moves ask for: they change by moves alone. */
const fieldsOfMoves = (resource: AnyResource): readonly (string | undefined)[] => [
  resource.moves?.on,
  ...movesOf(resource).flatMap(([name, { input }]) => Object.keys(resource.actions[name]?.input ?? input ?? {})),
];

/** Fields of a form: those a user may write. Fixed fields stay visible on an existing row. */
export function formFields(resource: AnyResource, omit: readonly string[] = []): readonly FieldEntry[] {
  const left = new Set([...fieldsOfMoves(resource), ...omit]);
  return Object.entries(resource.fields).filter(([name, { options }]) => options.readonly !== true && !left.has(name));
}

const beginnings = { now: () => new Date(), today: () => formatAt(new Date(), 'YYYY-MM-DD') };

function beginningOf(field: AnyField): unknown {
  const { start } = optionsOf<TimeOptions>(field);
  return field.options.default ?? (start ? beginnings[start]() : null);
}

/** Initial values of a new row, as its definition gives them. */
export function startValues(fields: Fields, given: Values = {}): Values {
  const begun = Object.entries(fields).map(([name, field]) => [name, given[name] ?? beginningOf(field)]);
  return { ...given, ...Object.fromEntries(begun) };
}

export const rowValues = (fields: readonly FieldEntry[], row: ScreenRow): Values =>
  Object.fromEntries(fields.map(([name]) => [name, row.values[name] ?? null]));

/** What differs from the values that a form started with, without passwords. */
export const changedValues = (fields: readonly FieldEntry[], start: Values, values: Values): Values =>
  Object.fromEntries(
    fields
      .filter(([name, { kind }]) => kind !== 'secret' && JSON.stringify(values[name]) !== JSON.stringify(start[name]))
      .map(([name]) => [name, values[name] ?? null]),
  );
