import { createContext, use } from 'react';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { RowList } from './use-list.ts';

/** The list that a view stands in. */
export const ListContext = createContext<RowList | null>(null);
/** The row that a view stands in. */
export const RowContext = createContext<ScreenRow | null>(null);

/** The list around a component; a component outside of one is a mistake of the program. */
export function useListContext<R extends AnyResource>(resource?: R): RowList<R> {
  const list = use(ListContext);
  if (!list || (resource && list.resource.name !== resource.name))
    throw new Error(`no list of ${resource?.name ?? 'rows'} around this component`);
  return list as RowList<R>;
}

/**
 * The row around a component: a line of the table or the record of a drawer.
 * @example const { values } = useRowContext(abnormalCase)
 */
export function useRowContext<R extends AnyResource>(resource: R): ScreenRow<R> {
  const row = use(RowContext);
  if (!row) throw new Error(`no row of ${resource.name} around this component`);
  return row as ScreenRow<R>;
}
