import { choicesOf, filtersOfViews, listFilter, type AnyResource, type View } from '@kangmai/resource';

import { api } from '../lib/api/api.ts';
import { choiceLabel } from '../lib/labels.ts';
import { filtersQuery, type Asked, type Filters, type FilterValue } from './query.ts';

/** A tab above a list: the rows that it shows. */
export interface ListTab {
  readonly name: string;
  readonly label: string;
  readonly filters: Filters;
}

/** The tabs of a list, and the names of the filters that they set. */
export interface TabRow {
  readonly call: 'GetViewCounts' | 'GetStateCounts';
  readonly names: ReadonlySet<string>;
  readonly tabs: readonly ListTab[];
}

export interface TabCount {
  readonly count: number;
  /** There are more than were counted. */
  readonly isCapped: boolean;
}

function shown(resource: AnyResource, name: string, value: View['filter'][string]): FilterValue {
  const all = (Array.isArray(value) ? value : [value]).map(String);
  return listFilter(resource, name)?.field.options.filter === 'in' ? all : (all[0] ?? '');
}

function viewTabs(resource: AnyResource): TabRow {
  const tabs = Object.entries(resource.list.views).map(([name, view]): ListTab => ({
    name,
    label: choiceLabel(view),
    filters: Object.fromEntries(Object.entries(view.filter).map(([key, value]) => [key, shown(resource, key, value)])),
  }));
  return { call: 'GetViewCounts', names: filtersOfViews(resource), tabs };
}

function stateTabs(resource: AnyResource, on: string): TabRow | undefined {
  const field = resource.fields[on];
  if (!field) return undefined;
  const { names, entries } = choicesOf(field);
  const tabs = names.map((name): ListTab => ({
    name,
    label: choiceLabel(entries[name] ?? { label: name }),
    filters: { [on]: shown(resource, on, name) },
  }));
  return { call: 'GetStateCounts', names: new Set([on]), tabs };
}

/** The tabs of a list: its views, else its states. */
export function tabRowOf(resource: AnyResource): TabRow | undefined {
  const { views, tabs } = resource.list;
  if (Object.keys(views).length > 0) return viewTabs(resource);
  return tabs === undefined ? undefined : stateTabs(resource, tabs);
}

/** Filters without those that the tabs set. */
export const besideTabs = ({ names }: TabRow, filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.has(name)));

const sameText = (filters: Filters): string =>
  JSON.stringify(Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The tab that the filters of a list are; none where they are others. */
export function activeTab({ names, tabs }: TabRow, filters: Filters): string | undefined {
  const own = Object.fromEntries(Object.entries(filters).filter(([name]) => names.has(name)));
  if (Object.keys(own).length === 0) return '';
  return tabs.find((tab) => sameText(tab.filters) === sameText(own))?.name;
}

interface WireCounts {
  readonly items: readonly {
    readonly view?: string;
    readonly state?: unknown;
    readonly count: number;
    readonly capped: boolean;
  }[];
}

/** How many rows of a list each tab shows, by the name of the tab; the server answers in the order of the tabs. */
export async function countTabs(
  resource: AnyResource,
  { row, ask, signal }: { readonly row: TabRow; readonly ask: Asked; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, TabCount>> {
  const path = `${resource.wire.service}/${row.call}`;
  const { items } = await api.get<WireCounts>(path, filtersQuery(resource, ask), { signal });
  const nameOf = ({ view, state }: WireCounts['items'][number]): string =>
    view ?? choicesOf(resource.fields[[...row.names][0] ?? ''] as never).read(state as string) ?? '';
  return new Map(items.map((item) => [nameOf(item), { count: item.count, isCapped: item.capped }]));
}
