import { createContext, use } from 'react';
import { useStore } from 'zustand';

import type { AnyResource } from '@kangmai/resource';
import type { ComponentType, ReactNode } from 'react';
import type { Values } from '../resource-client/body.ts';
import type { CellProps, OwnInput } from './field-kinds/face.ts';
import type { ScreenRow } from '../resource-client/row.ts';
import type { Selected, Selection } from '../lib/selection.ts';

/** A column beyond the definition, such as a count that only one screen shows. */
export interface ExtraColumn<R extends AnyResource = AnyResource> {
  readonly key: string;
  readonly title: string;
  readonly width?: number;
  readonly align?: 'right';
  readonly render: (row: ScreenRow<R>) => ReactNode;
}

/** A button of a screen at its rows; `word` is the text that the column makes room for. */
export type RowAction = ComponentType & { readonly word?: () => string };

export interface CreateFormProps {
  readonly defaults: Values;
  readonly onCreated?: (id: number, values: Values) => void;
  readonly onClose: () => void;
}

export interface ScreenOptions<R extends AnyResource = AnyResource> {
  readonly title?: string;
  readonly columns?: readonly string[];
  /** First filters of the search form; those of the columns when absent. */
  readonly searchFields?: readonly string[];
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  readonly inputs?: Readonly<Record<string, OwnInput>>;
  /** Sortable fields, where the server cannot sort by all. */
  readonly sortable?: readonly string[];
  readonly extraColumns?: readonly ExtraColumn<R>[];
  readonly rowActions?: readonly RowAction[];
  /** Actions that `rowActions` offer in their own way; the menu of a row has the others. */
  readonly ownActions?: readonly string[];
  readonly tools?: ReactNode;
  /** Content above the table, such as a chart of the filtered person. */
  readonly above?: ReactNode;
  /** Stands around the table, such as a tree at its left. */
  readonly Around?: ComponentType<{ readonly children: ReactNode }> | undefined;
  /** Rows open a page of their own instead of a drawer. */
  readonly detailPath?: (row: ScreenRow<R>) => string;
  readonly defaults?: Values;
  /** Fields hidden in form, search form and table, because the page implies them. */
  readonly omit?: readonly string[];
  /** Inside another page: no title, no shortcuts, no state in the address. */
  readonly isEmbedded?: boolean;
  /** One of the lists below a row: its rows open their pages. */
  readonly isRelated?: boolean;
  /** Replaces 新增, e.g. with 绑定. */
  readonly createWord?: string;
  /** Called after a new row was saved, with its id and the form's values. */
  readonly onCreated?: (id: number, values: Values) => void;
  readonly canCreate?: boolean;
  /** Takes the place of the drawer for a new row. */
  readonly CreateForm?: ComponentType<CreateFormProps>;
}

export type Opened =
  | { readonly kind: 'create'; readonly defaults?: Values }
  | { readonly kind: 'edit' | 'view'; readonly row: ScreenRow };

export interface ScreenState {
  readonly resource: AnyResource;
  readonly options: ScreenOptions;
  readonly open: (opened: Opened | null) => void;
  readonly selection: Selection<ScreenRow>;
}

export const ScreenContext = createContext<ScreenState | null>(null);

export function useScreen(): ScreenState {
  const screen = use(ScreenContext);
  if (!screen) throw new Error('no screen around this component');
  return screen;
}

export const useSelected = (): Selected<ScreenRow> => useStore(useScreen().selection);
