import { sectionsOf, type FieldEntry } from '../../../lib/field-sections.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../../../resource-client/row.ts';

/** Above this number of fields a form has anchors, and what is rarely filled in is folded. */
export const manyFields = 20;

export interface OrderedSection {
  readonly title: string | null;
  readonly usual: readonly FieldEntry[];
  readonly rare: readonly FieldEntry[];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** 0 for required fields, 1 for those that are looked for or filled in, 2 for the rare ones. */
function rankOf([name, { options }]: FieldEntry, row: ScreenRow | undefined): number {
  if (options.required) return 0;
  const isLookedFor = options.filter !== undefined || options.default !== undefined;
  return isLookedFor || !isEmpty(row?.values[name]) ? 1 : 2;
}

/** Sections of a form; in a large one required fields come first and rare ones last. A pair stays together. */
export function orderedSections(
  { pairs }: Pick<AnyResource, 'pairs'>,
  fields: readonly FieldEntry[],
  row: ScreenRow | undefined,
): readonly OrderedSection[] {
  const sections = sectionsOf(fields);
  if (fields.length <= manyFields) return sections.map(({ title, fields: usual }) => ({ title, usual, rare: [] }));
  const ranks = new Map(fields.map((entry) => [entry[0], rankOf(entry, row)]));
  for (const pair of pairs) {
    const least = Math.min(...pair.map((name) => ranks.get(name) ?? 2));
    for (const name of pair) ranks.set(name, least);
  }
  const rank = ([name]: FieldEntry): number => ranks.get(name) ?? 2;
  return sections.map(({ title, fields: members }) => ({
    title,
    usual: members.filter((entry) => rank(entry) < 2).toSorted((a, b) => rank(a) - rank(b)),
    rare: members.filter((entry) => rank(entry) === 2),
  }));
}
