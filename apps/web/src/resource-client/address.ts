import { choicesOf, listFilter, listFilters, type AnyField, type AnyResource } from '@kangmai/resource';

import { layoutsOf } from './layout-words.ts';
import { isRange, type Filters, type FilterValue, type ListState } from './query.ts';

export const pageSizes = [10, 20, 50, 100] as const;

export const firstPage: ListState = { text: '', filters: {}, sort: '', page: 1, size: 10 };

const words = {
  text: 'q',
  sort: 'sort',
  page: 'page',
  size: 'size',
  view: 'view',
  match: 'match',
  layout: 'as',
  at: 'at',
} as const;
const choiceKinds = new Set(['choice', 'choices']);

// Other pages link with the code of a choice; filters show its name.
const named = (field: AnyField, shown: string): string =>
  choiceKinds.has(field.kind) ? (choicesOf(field).read(shown) ?? shown) : shown;

function readFilter(field: AnyField, shown: string): FilterValue {
  const range = /^(.*?)\.\.(.*)$/.exec(shown);
  if (range) return { from: range[1] ?? '', to: range[2] ?? '' };
  return field.options.filter === 'in' ? shown.split(',').map((one) => named(field, one)) : named(field, shown);
}

/** Whether a filter may be part of an address; identity numbers and phones may not. */
export const isAddressable = (field: AnyField | undefined): boolean =>
  field !== undefined && field.options.sensitive === undefined;

function readFilters(resource: AnyResource, given: URLSearchParams): Filters {
  const asked = listFilters(resource).flatMap(({ name, field }): [string, FilterValue][] => {
    const shown = given.get(name) ?? '';
    if (shown === '' || !isAddressable(field)) return [];
    const value = readFilter(field, shown);
    return [[name, typeof value === 'string' && field.options.filter === 'range' ? { from: value, to: value } : value]];
  });
  return Object.fromEntries(asked);
}

export const isBareAddress = (resource: AnyResource, search: string): boolean =>
  [...new URLSearchParams(search).keys()].every(
    (key) =>
      !Object.hasOwn(resource.fields, key) &&
      !Object.hasOwn(resource.conditions, key) &&
      !Object.values<string>(words).includes(key),
  );

const matchOf = ({ any = false }: Pick<ListState, 'any'>): string => (any ? 'any' : 'all');

const readView = (shown: string | null): Pick<ListState, 'view'> =>
  shown !== null && /^\d{1,15}$/.test(shown) ? { view: Number(shown) } : {};

const readLayout = (resource: AnyResource, shown: string | null | undefined): Pick<ListState, 'layout'> => {
  const layout = layoutsOf(resource).find((known) => known === shown);
  return layout ? { layout } : {};
};

const readAt = (shown: string | null): Pick<ListState, 'at'> =>
  shown !== null && /^\d{4}-\d{2}-\d{2}$/.test(shown) ? { at: shown } : {};

/** Parses the state of a list from an address; unknown names and invalid numbers are ignored. */
export function parseListState(resource: AnyResource, search: string, usual: ListState = firstPage): ListState {
  const given = new URLSearchParams(search);
  const size = Number(given.get(words.size));
  return {
    text: given.get(words.text) ?? '',
    filters: Object.fromEntries([
      ...Object.entries(usual.filters).filter(([name]) => !given.has(name)),
      ...Object.entries(readFilters(resource, given)),
    ]),
    ...((given.get(words.match) ?? matchOf(usual)) === 'any' && { any: true }),
    sort: given.get(words.sort) ?? usual.sort,
    page: Math.max(1, Math.trunc(Number(given.get(words.page))) || 1),
    size: pageSizes.some((known) => known === size) ? size : usual.size,
    ...readView(given.get(words.view)),
    ...readLayout(resource, given.get(words.layout) ?? usual.layout),
    ...readAt(given.get(words.at)),
  };
}

const shownFilter = (value: FilterValue): string =>
  isRange(value) ? `${value.from}..${value.to}` : typeof value === 'string' ? value : value.join(',');

function shownLayout({ layout, at }: ListState, usual: ListState): Readonly<Record<string, string>> {
  const shown = layout ?? usual.layout ?? 'table';
  return {
    ...((shown !== 'table' || usual.layout !== undefined) && { [words.layout]: shown }),
    ...(at !== undefined && { [words.at]: at }),
  };
}

/** The state of a list as a search string, without defaults and without sensitive filters. */
export function formatListState(resource: AnyResource, state: ListState, usual: ListState = firstPage): string {
  // A removed default filter is written without a value, so that it stays removed.
  const gone = Object.keys(usual.filters).filter((name) => state.filters[name] === undefined);
  const kept = Object.entries(state.filters).filter(([name]) => isAddressable(listFilter(resource, name)?.field));
  const out = new URLSearchParams([
    ...gone.map((name) => [name, '']),
    ...kept.map(([name, value]) => [name, shownFilter(value)]),
  ]);
  if (state.text !== '') out.set(words.text, state.text);
  if (matchOf(state) !== matchOf(usual)) out.set(words.match, matchOf(state));
  if (state.sort !== usual.sort) out.set(words.sort, state.sort);
  if (state.page > 1) out.set(words.page, String(state.page));
  if (state.size !== usual.size) out.set(words.size, String(state.size));
  if (state.view !== undefined) out.set(words.view, String(state.view));
  for (const [word, value] of Object.entries(shownLayout(state, usual))) out.set(word, value);
  const shown = out.toString();
  return shown === '' ? '' : `?${shown}`;
}

const isEmptyFilter = (value: FilterValue | undefined): boolean =>
  value === undefined ||
  (isRange(value)
    ? value.from.trim() === '' && value.to.trim() === ''
    : typeof value === 'string'
      ? value.trim() === ''
      : value.length === 0);

export function cleanFilters(filters: Readonly<Record<string, FilterValue | undefined>>): Filters {
  const kept = Object.entries(filters).filter((entry): entry is [string, FilterValue] => !isEmptyFilter(entry[1]));
  return Object.fromEntries(kept.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
}

/** Whether the start of a number range is above its end. */
export const isReversed = (value: FilterValue | undefined): boolean =>
  value !== undefined &&
  isRange(value) &&
  value.from !== '' &&
  value.to !== '' &&
  Number(value.to) < Number(value.from);
