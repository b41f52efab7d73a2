import { dictionaryCategories, type dictionaryType } from '@kangmai/model/dictionaries';

import { choiceLabel } from '../../lib/labels.ts';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { TreeEntry } from '../../ui/tree-pane/tree-nodes.ts';

export type TypeRow = ScreenRow<typeof dictionaryType>;
export type Category = (typeof dictionaryCategories.names)[number];

/** A category, or a type of one. */
export interface TypeNode {
  readonly title: string;
  readonly category: Category;
  /** Absent for a category. */
  readonly row?: TypeRow;
}

/** Categories have the numbers below zero. */
const idOf = (category: Category): number => -1 - dictionaryCategories.names.indexOf(category);
export const categoryTitle = (category: Category): string => choiceLabel(dictionaryCategories.entries[category]);

/** Wire letter of a category, as stored in every type. */
const flagOf = (category: Category): string => String(dictionaryCategories.wireOf(category));

/** The category or type of a number in the tree. */
export function nodeOf(rows: readonly TypeRow[], id: number): TypeNode | undefined {
  const category = dictionaryCategories.names[-1 - id];
  if (category) return { category, title: categoryTitle(category) };
  const row = rows.find((each) => each.id === id);
  return row && { row, category: row.values.category, title: row.values.typeName };
}

/** Categories with the number of their types, and the types below them. */
export const entriesOf = (rows: readonly TypeRow[]): readonly TreeEntry[] => [
  ...dictionaryCategories.names.map((category) => ({
    id: idOf(category),
    parentId: null,
    name: `${categoryTitle(category)} (${rows.filter(({ values }) => values.category === category).length})`,
    isGroup: true as const,
  })),
  ...rows.map(({ id, values: { typeName, typeCode, category } }) => ({
    id,
    parentId: idOf(category),
    name: typeName,
    note: `${typeCode} · ${id} · ${flagOf(category)}`,
    words: typeCode,
  })),
];
