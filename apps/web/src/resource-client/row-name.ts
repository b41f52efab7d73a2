import { choicesOf, naturalKeyOf, shownText, type AnyField, type AnyResource } from '@kangmai/resource';

import { joinedPath } from '../lib/api/joined-path.ts';
import { formatMinute } from '../lib/dates.ts';
import { choiceLabel } from '../lib/labels.ts';

import type { ScreenRow } from './row.ts';

function valueName(field: AnyField, value: unknown): string | undefined {
  if (value instanceof Date) return formatMinute(value);
  if (field.kind !== 'choice') return shownText(value) || undefined;
  const entry = choicesOf(field).entries[shownText(value)];
  return entry && choiceLabel(entry);
}

/** A value of a row in words; undefined without one. */
export function shownName(resource: AnyResource, row: ScreenRow, name: string): string | undefined {
  const field = resource.fields[name];
  if (!field) return undefined;
  if (field.kind !== 'ref' || naturalKeyOf(field) !== undefined) return valueName(field, row.values[name]);
  return shownText(row.joined[joinedPath(name, field)]) || undefined;
}

const timeKinds = new Set(['date', 'dateTime']);

export const isNamedByTime = (resource: AnyResource): boolean =>
  timeKinds.has(resource.fields[resource.display]?.kind ?? '');

/** Name of a row in titles and button labels, else its id. A name that is only a time is preceded by the person. */
export function rowName(resource: AnyResource, row: ScreenRow): string {
  const own = shownName(resource, row, resource.display);
  if (!isNamedByTime(resource)) return own ?? String(row.id);
  const whose = resource.list.columns
    .map((name) => shownName(resource, row, name))
    .find((shown) => shown !== undefined && shown !== own);
  return [whose, own].filter(Boolean).join(' ') || String(row.id);
}
