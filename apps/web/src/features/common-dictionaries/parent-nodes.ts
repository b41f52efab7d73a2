import { commonCatalogues } from '@kangmai/model/dictionaries';

import { choiceLabel } from '../../lib/labels.ts';
import { T } from './common-texts.ts';

import type { ParentRow } from '../../resource-client/common-codes.ts';
import type { Filters } from '../../resource-client/query.ts';
import type { TreeEntry } from '../../ui/tree-pane/tree-nodes.ts';

export type Catalogue = (typeof commonCatalogues.names)[number];

const everything = 0;
/** Divisions of the product have their six digits as ids. */
const firstRow = 1_000_000;

/** Catalogues have the numbers below zero. */
const idOf = (catalogue: Catalogue): number => -1 - commonCatalogues.names.indexOf(catalogue);

/** The catalogue that a list is filtered by. */
export const catalogueOf = ({ catalogue }: Filters): Catalogue | undefined =>
  commonCatalogues.names.find((name) => name === catalogue);

/** All catalogues; below the chosen one the rows that stand above others. */
export function entriesOf(rows: readonly ParentRow[], chosen: Catalogue | undefined): readonly TreeEntry[] {
  const catalogues = commonCatalogues.names.map((name) => ({
    id: idOf(name),
    parentId: everything,
    name: choiceLabel(commonCatalogues.entries[name]),
  }));
  const shown = chosen === undefined ? [] : rows.filter(({ id, childCount }) => childCount > 0 || id < firstRow);
  const nodes = shown.map(({ id, parentId, code, displayName, childCount }) => ({
    id,
    parentId: parentId ?? (chosen === undefined ? everything : idOf(chosen)),
    name: displayName,
    words: code,
    ...(childCount > 0 && { note: String(childCount) }),
  }));
  return [{ id: everything, parentId: null, name: T('all') }, ...catalogues, ...nodes];
}

function startOf(id: number): string {
  let start = String(id);
  while (start.endsWith('00')) start = start.slice(0, -2);
  return start;
}

/** The filters of a list that shows what stands below an entry. */
export function filtersOf(filters: Filters, id: number | null): Filters {
  const { catalogue, parent: _parent, codeStart: _start, ...others } = filters;
  if (id === null || id === everything) return others;
  const name = commonCatalogues.names[-1 - id];
  if (name) return { ...others, catalogue: name };
  const kept = { ...others, ...(catalogue !== undefined && { catalogue }) };
  return id < firstRow ? { ...kept, codeStart: startOf(id) } : { ...kept, parent: String(id) };
}

/** The entry whose rows a list shows. */
export function entryOf(filters: Filters): number {
  const { parent, codeStart } = filters;
  const catalogue = catalogueOf(filters);
  if (typeof parent === 'string' && parent !== '') return Number(parent);
  if (catalogue === 'region' && typeof codeStart === 'string' && /^\d{2,6}$/.test(codeStart))
    return Number(codeStart.padEnd(6, '0'));
  return catalogue ? idOf(catalogue) : everything;
}
