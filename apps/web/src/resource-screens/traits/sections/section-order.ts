import { sectionsOf, type FieldEntry } from '../../../lib/field-sections.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../../../resource-client/row.ts';

/** A form with more fields has anchors and folds rare fields. */
export const manyFields = 20;

/** Fields in order; those of a pair are one entry. */
type Line = readonly FieldEntry[];

export interface OrderedSection {
  readonly title: string | null;
  readonly usual: readonly Line[];
  readonly rare: readonly Line[];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** 0 for required fields, 1 for those that are looked for or filled in, 2 for the rare ones. */
function rankOf([name, { options }]: FieldEntry, row: ScreenRow | undefined): number {
  if (options.required) return 0;
  const isLookedFor = options.filter !== undefined || options.default !== undefined;
  return isLookedFor || !isEmpty(row?.values[name]) ? 1 : 2;
}

type Pairs = Pick<AnyResource, 'pairs'>['pairs'];

/** Joins fields of a pair that follow each other. */
function linesOf(fields: readonly FieldEntry[], pairs: Pairs): readonly Line[] {
  const isPair = (at: number): boolean =>
    pairs.some(([first, second]) => fields[at]?.[0] === first && fields[at + 1]?.[0] === second);
  return fields.flatMap((entry, at) => {
    if (isPair(at - 1)) return [];
    return [isPair(at) ? fields.slice(at, at + 2) : [entry]];
  });
}

interface Order {
  readonly row?: ScreenRow | undefined;
  /** Whether rare fields are folded; by default in a large form. */
  readonly isFolded?: boolean | undefined;
}

/** Sections of a form; in a large one required fields come first and rare ones last. A pair stays together. */
export function orderedSections(
  { pairs }: Pick<AnyResource, 'pairs'>,
  fields: readonly FieldEntry[],
  { row, isFolded = fields.length > manyFields }: Order = {},
): readonly OrderedSection[] {
  return sectionsOf(fields).map(({ title, fields: members }) => {
    const lines = linesOf(members, pairs);
    if (!isFolded) return { title, usual: lines, rare: [] };
    const rank = (line: Line): number => Math.min(...line.map((entry) => rankOf(entry, row)));
    return {
      title,
      usual: lines.filter((line) => rank(line) < 2).toSorted((a, b) => rank(a) - rank(b)),
      rare: lines.filter((line) => rank(line) === 2),
    };
  });
}
