import { listFilter } from '@kangmai/resource';

import { layoutsOf, type LayoutWord } from '../layout-words.ts';
import { cleanFilters, firstPage, isAddressable, pageSizes } from '../address.ts';
import { currentLook, isSameArrangement, type Arrangement, type Look } from './look.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListView, ViewState } from '../lists.ts';
import type { Filters, ListState } from '../query.ts';

const known = (resource: AnyResource, filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => isAddressable(listFilter(resource, name)?.field)));

/** The layout of a view; none where the list has only one, or no longer has it. */
const layoutOfView = (resource: AnyResource, { look }: ViewState): LayoutWord | undefined => {
  const words = layoutsOf(resource);
  return words.length === 1 ? undefined : words.find((word) => word === look?.layout);
};

/** List state of a view, without filters of removed fields; the list's own page size when the view has none. */
export function stateOfView(
  resource: AnyResource,
  { id, state }: Pick<ListView, 'id' | 'state'>,
  usualSize: number = firstPage.size,
): ListState {
  const size = pageSizes.find((one) => one === state.size) ?? usualSize;
  const layout = layoutOfView(resource, state);
  return {
    ...firstPage,
    text: state.text ?? '',
    filters: known(resource, state.filters ?? {}),
    ...(state.any && { any: true }),
    sort: state.sort ?? '',
    size,
    view: id,
    ...(layout && { layout }),
  };
}

/** The part of a list state that a view stores: no page and no filter that identifies a person. */
export function viewStateOf(
  resource: AnyResource,
  state: ListState,
  { version, columns, layout, usualSize }: Arrangement & { readonly usualSize?: number },
): ViewState {
  const hasLayouts = layoutsOf(resource).length > 1;
  return {
    text: state.text,
    filters: known(resource, cleanFilters(state.filters)),
    ...(state.any && { any: true }),
    sort: state.sort,
    ...(state.size !== usualSize && { size: state.size }),
    look: { version, columns, ...(hasLayouts && layout && { layout }) },
  };
}

/** Whether filters are active that a view would not store. */
export const hasUnkeptFilters = (resource: AnyResource, { filters }: Pick<ListState, 'filters'>): boolean =>
  Object.keys(known(resource, filters)).length < Object.keys(filters).length;

const asked = ({ text, filters, any = false, sort, size }: ListState): string =>
  JSON.stringify([text, Object.entries(filters).toSorted(([a], [b]) => a.localeCompare(b)), any, sort, size]);

export const isViewChanged = (
  resource: AnyResource,
  view: ListView,
  shown: { readonly state: ListState; readonly look: Arrangement; readonly usual: Look },
): boolean =>
  asked(stateOfView(resource, view, shown.state.size)) !== asked(shown.state) ||
  (layoutOfView(resource, view.state) ?? shown.look.layout) !== shown.look.layout ||
  !isSameArrangement(currentLook(view.state.look, shown.usual), shown.look);
