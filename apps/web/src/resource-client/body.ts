import { kindOf, type AnyField, type AnyResource, type Fields, type Json } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';

import { checkContext, isUnchangedSecret } from './check.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Writes a domain value as JSON; secrets unchanged, everything else by its field kind. */
function writeValue(field: AnyField, value: unknown): Json {
  if (value === undefined || value === null || value === '') return null;
  if (field.kind === 'secret') return value as Json;
  const checked = kindOf(field).check(value, field, checkContext);
  return checked.ok ? kindOf(field).toWire(checked.value, field) : (value as Json);
}

export function bodyOf(fields: Fields, values: Values): Record<string, Json> {
  const body: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields))
    if (name in values) body[jsonKeyOf(name, field)] = writeValue(field, values[name]);
  return body;
}

/** Body of a save: the writable fields present, id and version. Unchanged masked values are omitted. */
export function saveBody(
  resource: AnyResource,
  values: Values,
  row?: { readonly id: number; readonly rowVersion: number | null },
): Record<string, Json> {
  const taken = Object.entries(resource.fields).filter(([name, field]) => {
    if (field.options.readonly || (row && field.options.fixed)) return false;
    return !(row && isUnchangedSecret(field, values[name]));
  });
  return { ...bodyOf(Object.fromEntries(taken), values), ...(row && { id: row.id, rowVersion: row.rowVersion }) };
}

/**
 * The part of an action's input that the row supplies: its id, or the fields that share a wire name with the input.
 * Undefined when the row cannot supply all of it.
 */
export function rowInput(
  resource: AnyResource,
  input: Fields,
  row: { readonly id: number; readonly rowVersion?: number | null; readonly values: Values },
): Values | undefined {
  if ('id' in input) return { id: row.id, ...('rowVersion' in input && { rowVersion: row.rowVersion }) };
  const byKey = new Map(
    Object.entries(resource.fields).map(([name, field]) => [jsonKeyOf(name, field), row.values[name]]),
  );
  const given = Object.entries(input).filter(
    ([name, field]) => byKey.has(jsonKeyOf(name, field)) && field.options.required,
  );
  const isEnough =
    given.some(([, field]) => field.kind === 'ref') &&
    Object.entries(input).every(([name, field]) => !field.options.required || byKey.has(jsonKeyOf(name, field)));
  return isEnough
    ? Object.fromEntries(given.map(([name, field]) => [name, byKey.get(jsonKeyOf(name, field))]))
    : undefined;
}

/** The field of a refused member; of a place in a list of rows (`steps[2].to`) the list. */
export function fieldOfMember(fields: Fields, member: string): string | undefined {
  const folded = member.replace(/\[.*/, '').toLowerCase();
  return Object.entries(fields).find(
    ([name, field]) => jsonKeyOf(name, field).toLowerCase() === folded || name.toLowerCase() === folded,
  )?.[0];
}
