import { createContext, use } from 'react';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';
import type { RowList } from './use-list.ts';

export const ListContext = createContext<RowList | null>(null);
/** The day that the calendar of the list shows; undefined for today. */
export const DayContext = createContext<string | undefined>(undefined);
export const RowContext = createContext<ScreenRow | null>(null);

/** The surrounding list; throws when there is none. */
export function useListContext<R extends AnyResource>(resource?: R): RowList<R> {
  const list = use(ListContext);
  if (!list || (resource && list.resource.name !== resource.name))
    throw new Error(`no list of ${resource?.name ?? 'rows'} around this component`);
  return list as RowList<R>;
}

/** The surrounding row: a line of the table or the record of a drawer. */
export function useRowContext<R extends AnyResource>(resource: R): ScreenRow<R> {
  const row = use(RowContext);
  if (!row) throw new Error(`no row of ${resource.name} around this component`);
  return row as ScreenRow<R>;
}
