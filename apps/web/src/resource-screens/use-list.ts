import { model } from '@kangmai/model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { listRows, type RowPage } from '../lib/api/resource-calls.ts';
import { cleanFilters, firstPage, formatListState, isAddressable, parseListState } from '../lib/api/resource-address.ts';
import { useStable } from '../lib/use-stable.ts';
import { rowKeys } from './row-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Filters, ListState } from '../lib/api/resource-query.ts';
import type { ScreenRow } from '../lib/api/resource-row.ts';

export interface ListOptions {
  /** `memory` keeps filters, sort and page out of the address: for a list inside another page. */
  readonly keep?: 'address' | 'memory';
  /** Filters that always hold and that nobody sees. */
  readonly fixed?: Filters;
  readonly usual?: Partial<ListState>;
}

type Change = Partial<Omit<ListState, 'filters'>> & { readonly filters?: Parameters<typeof cleanFilters>[0] };

/** A list as views use it: the page of rows, what it is filtered and sorted by, and how to change that. */
export interface RowList<R extends AnyResource = AnyResource> {
  readonly resource: R;
  readonly state: ListState;
  /** The fixed filters with those of the user: what is really asked for. */
  readonly asked: ListState;
  readonly page: RowPage<R> | undefined;
  readonly rows: readonly ScreenRow<R>[];
  readonly error: unknown;
  readonly isLoading: boolean;
  /** True while newer rows are on their way and older ones are still shown. */
  readonly isRefreshing: boolean;
  readonly updatedAt: number;
  /** True when the user asks for something else than the list usually shows. */
  readonly isFiltered: boolean;
  readonly change: (change: Change) => void;
  readonly reset: () => void;
  readonly refresh: () => void;
}

function useAddress(resource: AnyResource, usual: ListState): readonly [ListState, (next: ListState) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [hidden, setHidden] = useState<Filters>({});
  const state = useMemo(() => {
    const parsed = parseListState(resource, search, usual);
    return { ...parsed, filters: { ...parsed.filters, ...hidden } };
  }, [resource, search, usual, hidden]);
  const keep = useCallback(
    (next: ListState) => {
      setHidden(Object.fromEntries(Object.entries(next.filters).filter(([name]) => !isAddressable(resource.fields[name]))));
      void navigate({ pathname, search: formatListState(resource, next, usual) }, { replace: true });
    },
    [navigate, pathname, resource, usual],
  );
  return [state, keep];
}

/**
 * A page of a resource's rows. Filters, sort and page live in the address of the tab; a newer question cancels the older one, whose
 * rows stay until the new ones are here.
 * @example const list = useList(device, { fixed: { lifecycle: 'inUse' } })
 */
export function useList<R extends AnyResource>(resource: R, options: ListOptions = {}): RowList<R> {
  const { keep = 'address', fixed } = options;
  const usual = useStable({ ...firstPage, ...options.usual });
  const inAddress = useAddress(resource, usual);
  const inMemory = useState<ListState>(usual);
  const [state, setState] = keep === 'address' ? inAddress : inMemory;
  const asked = useStable({ ...state, filters: { ...state.filters, ...fixed } });
  const query = useQuery({
    queryKey: rowKeys.list(resource, asked),
    queryFn: ({ signal }) => listRows(resource, { model, state: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  const page = query.data;

  const change = useCallback(
    ({ filters, ...rest }: Change) => {
      const isNewQuestion = filters !== undefined || rest.text !== undefined || rest.size !== undefined;
      setState({ ...state, ...(isNewQuestion && { page: 1 }), ...rest, ...(filters && { filters: cleanFilters(filters) }) });
    },
    [setState, state],
  );
  return {
    resource, state, asked, page,
    rows: page?.rows ?? [],
    error: query.error,
    isLoading: query.isPending,
    isRefreshing: query.isFetching && !query.isPending,
    updatedAt: query.dataUpdatedAt,
    isFiltered: state.text !== '' || JSON.stringify(state.filters) !== JSON.stringify(usual.filters),
    change,
    reset: useCallback(() => setState({ ...usual, size: state.size }), [setState, usual, state.size]),
    refresh: useCallback(() => void refetch(), [refetch]),
  };
}
