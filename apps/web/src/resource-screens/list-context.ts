import { createContext, use } from 'react';

import type { AnyResource } from '@kangmai/resource';
import type { ComponentType } from 'react';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { RowList } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

/** The list that a view stands in. */
export const ListContext = createContext<RowList | null>(null);
/** A tool that every list's bar offers, drawn with the list's resource; it decides itself where it has nothing to offer. */
export const ListTool = createContext<ComponentType<{ readonly resource: AnyResource }> | null>(null);
/** What every list offers beside its table, drawn by the program around the screens. */
export interface ListParts {
  /** At the left of the bar: what is done with the list as a whole. */
  readonly Tools: ComponentType<{ readonly look: ListLook }>;
  /** At the right of the bar: how the list looks; `hasTable` where it is a table. */
  readonly Looks: ComponentType<{ readonly look: ListLook; readonly hasTable: boolean }>;
  /** Below the bar: what a table is filtered by, what is ticked, and what can be done with it. */
  readonly Selection: ComponentType<{ readonly look: ListLook; readonly hasTable: boolean }>;
  /** Whether several rows of a resource can be ticked, to do something with them. */
  readonly useHasMoves: (resource: AnyResource) => boolean;
}
export const ListPartsContext = createContext<ListParts | null>(null);
/** The row that a view stands in. */
export const RowContext = createContext<ScreenRow | null>(null);

/** Whether rows of the list around a component can be ticked. */
export function useMayTick(): boolean {
  const parts = use(ListPartsContext);
  const { resource } = useListContext();
  return (parts?.useHasMoves ?? never)(resource);
}

const never = (): boolean => false;

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
