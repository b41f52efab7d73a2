import { naturalKeyOf, onlyOf, shownFields, targetOf, type AnyField, type AnyResource } from '@kangmai/resource';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

import { joinedPath } from '../lib/api/joined-path.ts';
import { lookUp, type LookupOption } from '../resource-client/calls.ts';
import { listEntries, type DictionaryOption } from '../resource-client/dictionary.ts';
import { rowKeys } from '../resource-client/row-keys.ts';
import { useSettled } from '../lib/use-settled.ts';
import { useSteady } from '../lib/use-stable.ts';

import type { ScreenRow } from '../resource-client/row.ts';

interface Lookup {
  readonly options: readonly LookupOption[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** The first 20 options of a reference, searched on the server after a pause in typing; none until `isOpen`. */
export function useLookup(
  resource: AnyResource,
  field: AnyField,
  { text, isOpen, isFilter }: { readonly text: string; readonly isOpen: boolean; readonly isFilter: boolean },
): Lookup {
  const settled = useSettled(text.trim());
  const target = targetOf(field);
  const by = naturalKeyOf(field);
  const only = isFilter ? undefined : onlyOf(field);
  const query = useQuery({
    queryKey: rowKeys.lookup(resource, target, { text: settled, by, only }),
    queryFn: ({ signal }) => lookUp(resource, { target, text: settled, only, signal, ...(by !== undefined && { by }) }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return {
    options: query.data?.options ?? [],
    hasMore: query.data?.hasMore ?? false,
    isLoading: query.isFetching || settled !== text.trim(),
    error: query.error,
  };
}

const namesQuery = (resource: AnyResource, target: string, ids: readonly number[]) => ({
  queryKey: rowKeys.lookup(resource, target, { ids }),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    new Map((await lookUp(resource, { target, ids, signal })).options.map(({ id, name }) => [id, name])),
  enabled: ids.length > 0,
  staleTime: 300_000,
});

const nameless: ReadonlyMap<number, string> = new Map();

export const useNames = (resource: AnyResource, target: string, ids: readonly number[]): ReadonlyMap<number, string> =>
  useQuery(namesQuery(resource, target, ids)).data ?? nameless;

export type NamesByTarget = Readonly<Record<string, ReadonlyMap<number, string>>>;

export const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number');

/** The rows that a reference of a row names; none where only a natural key came with the row. */
export const namedIds = ({ values, joined }: ScreenRow, name: string, field: AnyField): readonly number[] =>
  idsIn(naturalKeyOf(field) === undefined ? values[name] : joined[`${name}.id`]);

type Entries = readonly (readonly [string, AnyField])[];

/** Missing reference names of rows, one request per target. */
export function useNamesOfFields(resource: AnyResource, fields: Entries, rows: readonly ScreenRow[]): NamesByTarget {
  const wanted = new Map<string, Set<number>>();
  for (const [name, field] of fields) {
    if ((field.kind !== 'ref' && field.kind !== 'refs') || naturalKeyOf(field) !== undefined) continue;
    const target = targetOf(field);
    const without = rows.filter((row) => row.joined[joinedPath(name, field)] === undefined);
    const ids = wanted.get(target) ?? new Set<number>();
    for (const id of without.flatMap((row) => idsIn(row.values[name]))) ids.add(id);
    wanted.set(target, ids);
  }
  const targets = [...wanted].map(([target, ids]) => ({ target, ids: [...ids].toSorted((a, b) => a - b) }));
  const answers = useQueries({ queries: targets.map(({ target, ids }) => namesQuery(resource, target, ids)) });
  return useSteady(Object.fromEntries(targets.map(({ target }, at) => [target, answers[at]?.data ?? nameless])));
}

export function useRefNames(
  resource: AnyResource,
  columns: readonly string[],
  rows: readonly ScreenRow[],
): NamesByTarget {
  const isColumn = ([name]: Entries[number]): boolean => columns.includes(name);
  return useNamesOfFields(resource, Object.entries(shownFields(resource)).filter(isColumn), rows);
}

const none: readonly DictionaryOption[] = [];

interface Dictionary {
  readonly entries: readonly DictionaryOption[];
  /** While loading, codes must not be shown in place of names. */
  readonly isWaiting: boolean;
}

export function useDictionary(typeCode: string, isWanted = true): Dictionary {
  const { data, isPending } = useQuery({
    queryKey: ['dictionary', typeCode],
    queryFn: ({ signal }) => listEntries(typeCode, signal),
    staleTime: 600_000,
    enabled: isWanted,
  });
  return { entries: data ?? none, isWaiting: isPending };
}
