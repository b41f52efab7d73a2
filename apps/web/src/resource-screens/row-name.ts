import { model } from '@kangmai/model';
import { choicesOf, naturalKeyOf, targetOf, type AnyResource } from '@kangmai/resource';

import { formatMinute } from '../lib/dates.ts';
import { choiceLabel } from './labels.ts';

import type { ScreenRow } from '../lib/api/resource-row.ts';

function shownName(resource: AnyResource, row: ScreenRow, name: string): string | undefined {
  const field = resource.fields[name];
  const value = row.values[name];
  if (!field || value === null || value === undefined) return undefined;
  if (value instanceof Date) return formatMinute(value);
  if (field.kind === 'choice') return choiceLabel(choicesOf(field).entries[String(value)] ?? { label: String(value) });
  if (field.kind !== 'ref' || naturalKeyOf(field) !== undefined) return String(value);
  const joined = row.joined[`${name}.${model.byName(targetOf(field)).display}`];
  return joined === undefined ? undefined : String(joined);
}

/** The name of a row in titles, questions and the names of its buttons; its number when it has no other. */
export const rowName = (resource: AnyResource, row: ScreenRow): string => shownName(resource, row, resource.display) ?? `${row.id}`;
