import { createContext, use } from 'react';
import { useStore } from 'zustand';

import type { AnyResource } from '@kangmai/resource';
import type { ComponentType, ReactNode } from 'react';
import type { Values } from '../lib/api/resource-body.ts';
import type { CellProps, OwnInput } from './field-kinds/face.ts';
import type { ScreenRow } from '../lib/api/resource-row.ts';
import type { Selected, Selection } from '../lib/lists/selection.ts';

/** A column beside those of the definition, such as a count that only one screen shows. */
export interface ExtraColumn<R extends AnyResource = AnyResource> {
  readonly key: string;
  readonly title: string;
  readonly width?: number;
  readonly align?: 'right';
  readonly render: (row: ScreenRow<R>) => ReactNode;
}

/** What a screen may arrange differently from the default one. */
export interface ScreenOptions<R extends AnyResource = AnyResource> {
  readonly title?: string;
  /** Fields in the order of the table; the definition's columns when left out. */
  readonly columns?: readonly string[];
  /** Filters that stand first in the search form; those of the columns when left out. */
  readonly searchFields?: readonly string[];
  /** Own drawings of some fields' values, in the table and in the drawer. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Own inputs of some fields in the form. */
  readonly inputs?: Readonly<Record<string, OwnInput>>;
  /** Fields the list can be sorted by, where the server cannot sort by all. */
  readonly sortable?: readonly string[];
  readonly extraColumns?: readonly ExtraColumn<R>[];
  /** Buttons at a row, drawn with the row as their context. */
  readonly rowActions?: readonly ComponentType[];
  readonly tools?: ReactNode;
  /** What stands above the table, such as a chart of what it is filtered by. */
  readonly above?: ReactNode;
  /** A row has a page of its own instead of a drawer. */
  readonly detailPath?: (row: ScreenRow<R>) => string;
  /** What a new row starts with. */
  readonly defaults?: Values;
  /** Fields that the form, the search form and the table do not show, because the place says them. */
  readonly omit?: readonly string[];
  /** Inside another page: no title, no hot keys, nothing in the address. */
  readonly isEmbedded?: boolean;
  /** Another word for 新增, such as 绑定. */
  readonly createWord?: string;
  /** After a new row was saved, with its id and what was filled in. */
  readonly onCreated?: (id: number, values: Values) => void;
  /** Hides 新增 where rows are made elsewhere. */
  readonly canCreate?: boolean;
}

export type Opened = { readonly kind: 'create' } | { readonly kind: 'edit' | 'view'; readonly row: ScreenRow };

export interface ScreenState {
  readonly resource: AnyResource;
  readonly options: ScreenOptions;
  readonly open: (opened: Opened | null) => void;
  readonly selection: Selection<ScreenRow>;
}

export const ScreenContext = createContext<ScreenState | null>(null);

/** The screen around a component: its options, how to open something, where ticks are kept. */
export function useScreen(): ScreenState {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('no screen around this component');
  return screen;
}

/** What is ticked in the list of the screen around a component, and how to tick. */
export const useSelected = (): Selected<ScreenRow> => useStore(useScreen().selection);
