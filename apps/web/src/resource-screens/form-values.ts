import { isFilled, type AnyResource, type Fields } from '@kangmai/resource';

import type { FieldEntry } from '../lib/field-sections.ts';
import type { Values } from '../resource-client/body.ts';
import type { ScreenRow } from '../resource-client/row.ts';

/** Fields of a form: those a user may write. Fixed fields stay visible on an existing row. */
export const formFields = (resource: AnyResource, omit: readonly string[] = []): readonly FieldEntry[] =>
  Object.entries(resource.fields).filter(([name, field]) => field.options.readonly !== true && !omit.includes(name));

/** Initial values of a new row: defaults; a required instant starts as now. */
export function startValues(fields: Fields, given: Values = {}): Values {
  const usual = Object.entries(fields).map(([name, field]) => [
    name,
    field.options.default ?? (field.kind === 'dateTime' && isFilled(field) ? new Date() : null),
  ]);
  return { ...Object.fromEntries(usual), ...given };
}

export const rowValues = (fields: readonly FieldEntry[], row: ScreenRow): Values =>
  Object.fromEntries(fields.map(([name]) => [name, row.values[name] ?? null]));

/** Values that may be stored in the browser: nothing sensitive. */
export const draftValues = (fields: readonly FieldEntry[], values: Values): Values =>
  Object.fromEntries(
    fields
      .filter(([, field]) => field.options.sensitive === undefined && field.kind !== 'secret')
      .map(([name]) => [name, values[name] ?? null]),
  );
