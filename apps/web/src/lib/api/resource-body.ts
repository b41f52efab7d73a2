import { kindOf, type AnyField, type AnyResource, type Fields, type Json } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';

import { checkContext, isUnchangedSecret } from './resource-check.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Writes one domain value as JSON; a secret travels as typed, everything else as its kind says. */
function writeValue(field: AnyField, value: unknown): Json {
  if (value === undefined || value === null || value === '') return null;
  if (field.kind === 'secret') return value as Json;
  const checked = kindOf(field).check(value, field, checkContext);
  return checked.ok ? kindOf(field).toWire(checked.value, field) : (value as Json);
}

/** Values by domain name as the members of a body. */
export function bodyOf(fields: Fields, values: Values): Record<string, Json> {
  const body: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields))
    if (name in values) body[jsonKeyOf(name, field)] = writeValue(field, values[name]);
  return body;
}

/** The body of a save: the writable fields that are there, the row's id and version when it exists. Masked values left as they came are kept out. */
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
 * What a row itself gives to an action: its id, or, for an action that names the row by what it refers to, those of its fields that travel
 * under the same name. Undefined when the row cannot fill all that the action needs.
 */
export function rowInput(
  resource: AnyResource,
  input: Fields,
  row: { readonly id: number; readonly values: Values },
): Values | undefined {
  if ('id' in input) return { id: row.id };
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

/** The field that a refused member of a body belongs to. */
export function fieldOfMember(fields: Fields, member: string): string | undefined {
  const folded = member.toLowerCase();
  return Object.entries(fields).find(
    ([name, field]) => jsonKeyOf(name, field).toLowerCase() === folded || name.toLowerCase() === folded,
  )?.[0];
}
