import { createContext, use } from 'react';

import type { AnyResource } from '@kangmai/resource';
import type { ComponentType } from 'react';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { RowList } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

export const ListContext = createContext<RowList | null>(null);
/** A tool in the bar of every list; it receives the list's resource and may render nothing. */
export const ListTool = createContext<ComponentType<{ readonly resource: AnyResource }> | null>(null);
/** List tools that the app passes to the screens. */
export interface ListParts {
  /** Left side of the bar: actions on the whole list. */
  readonly Tools: ComponentType<{ readonly look: ListLook }>;
  readonly Looks: ComponentType<{ readonly look: ListLook; readonly hasTable: boolean }>;
  /** Below the bar: active filters, selection and its actions. */
  readonly Selection: ComponentType<{ readonly look: ListLook; readonly hasTable: boolean }>;
  /** Whether rows of a resource can be ticked for bulk actions. */
  readonly useHasMoves: (resource: AnyResource) => boolean;
}
export const ListPartsContext = createContext<ListParts | null>(null);
export const RowContext = createContext<ScreenRow | null>(null);

/** Whether rows of the surrounding list can be ticked. */
export function useMayTick(): boolean {
  const parts = use(ListPartsContext);
  const { resource } = useListContext();
  return (parts?.useHasMoves ?? never)(resource);
}

const never = (): boolean => false;

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
