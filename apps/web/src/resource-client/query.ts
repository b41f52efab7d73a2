import {
  choicesOf,
  columnsOfField,
  listFilter,
  mayBeJoined,
  naturalKeyOf,
  type AnyField,
  type AnyResource,
  type FieldKindName,
  type ListFilter,
} from '@kangmai/resource';
import { wireNameOf } from '@kangmai/resource/wire';
import dayjs from 'dayjs';

import { currentZone } from '../lib/dates.ts';
import { joinedPath } from '../lib/api/joined-path.ts';

import type { LayoutWord } from './layout-words.ts';
import type { Query } from '../lib/api/query-string.ts';

/** Both ends inclusive; an empty end is open. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Filter of one field: a value, several, or a range; all as text, to fit into an address. */
export type FilterValue = string | readonly string[] | Range;
export type Filters = Readonly<Record<string, FilterValue>>;

export interface ListState {
  readonly text: string;
  readonly filters: Filters;
  /** One of the filters must hold, not all. */
  readonly any?: boolean;
  /** Filters of the page around the list, which hold in any case. */
  readonly fixed?: readonly string[];
  /** Field names separated by commas, `-` in front for descending; empty for the default order. */
  readonly sort: string;
  readonly page: number;
  readonly size: number;
  /** The chosen view; 0 when the user cleared it, absent when none was chosen. */
  readonly view?: number;
  /** Table, board, calendar or week; the table when absent. */
  readonly layout?: LayoutWord;
  /** A day that the calendar or week shows; today when absent. */
  readonly at?: string;
}

export const isRange = (value: FilterValue): value is Range => typeof value === 'object' && 'from' in value;
const isMany = (value: FilterValue): value is readonly string[] => Array.isArray(value);

type Write = (shown: string, field: AnyField, end: 'from' | 'to' | undefined) => string;

const asIs: Write = (shown) => shown.trim();
const byCode: Write = (shown, field) => String(choicesOf(field).wireOf(shown));

// A day in a filter of instants means the whole day in the user's zone.
const asInstant: Write = (shown, _field, end) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(shown)) return shown;
  const day = dayjs.tz(shown, currentZone());
  return (end === 'to' ? day.endOf('day') : day).toISOString();
};

const writers: Readonly<Record<FieldKindName, Write>> = {
  text: asIs,
  integer: asIs,
  decimal: asIs,
  money: asIs,
  bool: asIs,
  date: asIs,
  dateTime: asInstant,
  choice: byCode,
  choices: byCode,
  dict: asIs,
  dicts: asIs,
  ref: asIs,
  refs: asIs,
  phone: asIs,
  idCard: asIs,
  region: asIs,
  json: asIs,
  file: asIs,
  secret: asIs,
  age: asIs,
};

function filterQuery({ field, parameter }: ListFilter, value: FilterValue): Query {
  const write = writers[field.kind];
  if (isRange(value)) {
    return {
      ...(value.from !== '' && { [`Min${parameter}`]: write(value.from, field, 'from') }),
      ...(value.to !== '' && { [`Max${parameter}`]: write(value.to, field, 'to') }),
    };
  }
  const shown = isMany(value)
    ? value.map((one) => write(one, field, undefined)).join(',')
    : write(value, field, undefined);
  return shown === '' ? {} : { [parameter]: shown };
}

/** Wire name of a joined path such as `client.name`. */
const joinNameOf = (resource: AnyResource, path: string): string | undefined =>
  Object.entries(resource.wire.joins).find(([, known]) => known === path)?.[0];

const unsortable = new Set<FieldKindName>(['json', 'file', 'secret', 'choices', 'dicts', 'refs']);

/** Sort key of a field; computed, masked and structured values cannot be sorted. */
export function sortWord(resource: AnyResource, name: string): string | undefined {
  const field = resource.fields[name];
  if (!field || unsortable.has(field.kind) || field.options.sensitive !== undefined) return undefined;
  if (columnsOfField(name, field).length === 0) return undefined;
  if (field.kind !== 'ref' || naturalKeyOf(field) !== undefined) return wireNameOf(name, field);
  return joinNameOf(resource, joinedPath(name, field));
}

function sorting(resource: AnyResource, sort: string): string | undefined {
  const words = sort.split(',').flatMap((key) => {
    const word = sortWord(resource, key.replace(/^-/, ''));
    return word === undefined ? [] : [`${word} ${key.startsWith('-') ? 'desc' : 'asc'}`];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

export type Asked = Pick<ListState, 'text' | 'filters' | 'any' | 'fixed'>;

/** The set filters of which one must hold; none where all must. */
export function joinedFilters(resource: AnyResource, { filters, any = false, fixed = [] }: Asked): readonly string[] {
  const able = Object.keys(filters).filter((name) => !fixed.includes(name) && mayBeJoined(resource, name));
  return any && able.length > 1 ? able : [];
}

/** Free text and filters as query parameters, without paging; exports use the same. */
export function filtersQuery(resource: AnyResource, state: Asked): Query {
  const parts = Object.entries(state.filters).flatMap(([name, value]) => {
    const filter = listFilter(resource, name);
    if (!filter) return [];
    // A list of a tree shows everything below the chosen row.
    const below = resource.tree?.parent === name && { [`${wireNameOf(name, filter.field)}WithBelow`]: 'true' };
    return [filterQuery(filter, value), below];
  });
  const joined = joinedFilters(resource, state).flatMap((name) => listFilter(resource, name)?.parameter ?? []);
  const anyOf = joined.length > 0 && { AnyOf: joined.join(',') };
  return Object.assign({ Filter: state.text.trim() }, ...parts, anyOf) as Query;
}

export function listQuery(resource: AnyResource, state: ListState): Query {
  return {
    ...filtersQuery(resource, state),
    Sorting: sorting(resource, state.sort),
    SkipCount: (state.page - 1) * state.size,
    MaxResultCount: state.size,
  };
}
