import { naturalKeyOf, shownText, type AnyField } from '@kangmai/resource';

import { joinedPath } from '../lib/api/joined-path.ts';
import { textWidth } from '../lib/text-width.ts';

import type { ScreenRow } from './row.ts';

const padding = 20;
const step = 16;

function cellText(name: string, field: AnyField, row: ScreenRow): string | undefined {
  if (field.kind === 'text') return shownText(row.values[name]);
  if (field.kind !== 'ref') return undefined;
  return shownText(naturalKeyOf(field) === undefined ? row.joined[joinedPath(name, field)] : row.values[name]);
}

/**
 * Width in px of a text column: the longest visible value, at most half above the default, in steps so that paging
 * seldom moves the columns. Other columns keep their default.
 */
export function fittedWidth(
  name: string,
  field: AnyField,
  { rows, usual }: { readonly rows: readonly ScreenRow[]; readonly usual: number },
): number {
  const filled = rows.filter((row) => (row.values[name] ?? null) !== null);
  const texts = filled.map((row) => cellText(name, field, row) ?? '');
  if ((field.kind !== 'text' && field.kind !== 'ref') || rows.length === 0 || texts.includes('')) return usual;
  const longest = Math.max(0, ...texts.map(textWidth));
  return Math.min(usual * 1.5, Math.ceil((longest + padding) / step) * step);
}
