import { dictionaryCategories, type dictionaryType } from '@kangmai/model/dictionaries';

import { choiceLabel } from '../../lib/labels.ts';

import type { ScreenRow } from '../../resource-client/row.ts';

export type TypeRow = ScreenRow<typeof dictionaryType>;
export type Category = (typeof dictionaryCategories.names)[number];

export interface TypeNode {
  readonly key: string;
  readonly title: string;
  readonly category: Category;
  /** Absent for a category. */
  readonly row?: TypeRow;
  readonly selectable: boolean;
  readonly children?: readonly TypeNode[];
}

const typeNode = (category: Category, row: TypeRow): TypeNode => ({
  key: row.values.typeCode,
  title: row.values.typeName,
  category,
  row,
  selectable: true,
});

export const categoryKey = (category: Category): string => `category:${category}`;

/** Wire letter of a category, as stored in every type. */
export const flagOf = (category: Category): string => String(dictionaryCategories.wireOf(category));

const contains = ({ values: { typeName, typeCode } }: TypeRow, word: string): boolean =>
  `${typeName}\n${typeCode}`.toLowerCase().includes(word);

/** Categories with their types that contain a word; with a word, only categories that have any. */
export function nodesOf(rows: readonly TypeRow[], word: string): readonly TypeNode[] {
  return dictionaryCategories.names.flatMap((category) => {
    const types = rows.filter((row) => row.values.category === category && contains(row, word));
    if (word !== '' && types.length === 0) return [];
    const title = choiceLabel(dictionaryCategories.entries[category]);
    return [
      {
        key: categoryKey(category),
        title,
        category,
        selectable: false,
        children: types.map((row) => typeNode(category, row)),
      },
    ];
  });
}
