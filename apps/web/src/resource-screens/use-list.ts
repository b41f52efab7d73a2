import { listFilter } from '@kangmai/resource';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { listRows, type RowPage } from '../resource-client/calls.ts';
import {
  cleanFilters,
  firstPage,
  formatListState,
  isAddressable,
  isBareAddress,
  parseListState,
} from '../resource-client/address.ts';
import { useStable } from '../lib/use-stable.ts';
import { useSteadyCall } from '../lib/use-steady-call.ts';
import { refreshRows, rowKeys } from '../resource-client/row-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { LayoutWord } from '../resource-client/layout-words.ts';
import type { Filters, ListState } from '../resource-client/query.ts';
import type { ScreenRow } from '../resource-client/row.ts';
import type { PageFit } from './page-fit.ts';

export interface ListOptions {
  /** `memory` keeps filters, sort and page out of the address, for a list inside another page. */
  readonly keep?: 'address' | 'memory';
  /** Filters that always apply and are not shown. */
  readonly fixed?: Filters;
  readonly usual?: Partial<ListState>;
  /** Rows of a page that the user chose, else as many as fit. */
  readonly fit?: PageFit | undefined;
  readonly size?: number | undefined;
  /** The layout that the user chose last; without one the list is always a table. */
  readonly layout?: LayoutWord;
  /** Initial state for an address without one: the user's default view. */
  readonly start?: ListState | undefined;
  /** Parameters of the address that belong to the surrounding page. */
  readonly carry?: readonly string[];
}

type Change = Partial<Omit<ListState, 'filters'>> & { readonly filters?: Parameters<typeof cleanFilters>[0] };

/** A list for views: its rows, filters and sorting, and functions to change them. */
export interface RowList<R extends AnyResource = AnyResource> {
  readonly resource: R;
  readonly state: ListState;
  readonly hasAddress: boolean;
  readonly layout: LayoutWord;
  readonly fit: PageFit | undefined;
  /** Page size of an address that names none. */
  readonly usualSize: number;
  /** Identifies the set of rows, without order and page. */
  readonly condition: string;
  readonly view: number;
  /** Fixed filters combined with those of the user: the actual query. */
  readonly asked: ListState;
  readonly page: RowPage<R> | undefined;
  readonly rows: readonly ScreenRow<R>[];
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly isStopped: boolean;
  /** True while newer rows load and older ones are shown. */
  readonly isRefreshing: boolean;
  readonly updatedAt: number;
  /** True when the user's filters differ from the default. */
  readonly isFiltered: boolean;
  readonly change: (change: Change) => void;
  readonly reset: () => void;
  readonly refresh: () => void;
}

/** A list and the day that its calendar shows, which changes without the list. */
type FoundList<R extends AnyResource> = RowList<R> & { readonly at: string | undefined };

interface Kept {
  readonly usual: ListState;
  readonly start: ListState | undefined;
  readonly carry: readonly string[];
}

/** Parameters that stay in the address when the list changes. */
function carried(search: string, carry: readonly string[]): string {
  const given = new URLSearchParams(search);
  return carry
    .flatMap((word) => (given.has(word) ? [`&${word}=${encodeURIComponent(given.get(word) ?? '')}`] : []))
    .join('');
}

function useAddress(
  resource: AnyResource,
  { usual, start, carry }: Kept,
  isOn: boolean,
): readonly [ListState, (next: ListState, isFirst?: boolean) => void] {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  // Filters that may not be part of an address, by the address they belong to.
  const [hidden, setHidden] = useState<ReadonlyMap<string, Filters>>(new Map());
  const isBare = start !== undefined && isBareAddress(resource, search);
  const parsed = useMemo(
    () => (isBare ? start : parseListState(resource, search, usual)),
    [resource, search, usual, isBare, start],
  );
  const state = useStable({ ...parsed, filters: { ...parsed.filters, ...hidden.get(search) } });
  const keep = useCallback(
    (next: ListState, isFirst = false) => {
      const shown = formatListState(resource, next, usual);
      const beside = carried(search, carry);
      const to = shown === '' ? beside.replace('&', '?') : shown + beside;
      const unseen = Object.entries(next.filters).filter(([name]) => !isAddressable(listFilter(resource, name)?.field));
      setHidden((before) => new Map([...before, [to, Object.fromEntries(unseen)]]));
      void navigate({ pathname, search: to }, { replace: isFirst || to === search });
    },
    [navigate, pathname, resource, usual, search, carry],
  );
  useEffect(() => {
    if (isOn && isBare) keep(start, true);
  }, [isOn, isBare, start, keep]);
  return [state, keep];
}

const none: readonly string[] = [];
const noRows: readonly never[] = [];
const isGivenUp = (query: { readonly isPending: boolean; readonly fetchStatus: string }, isReady: boolean): boolean =>
  isReady && query.isPending && query.fetchStatus === 'idle';

/** How a list opens, and whether its page size is known. */
function useBeginning({ fit, size = fit?.rows ?? undefined, usual, start, layout = 'table' }: ListOptions) {
  const laid = layout !== 'table' && { layout };
  return {
    usual: useStable({ ...firstPage, ...(size !== undefined && { size }), ...usual, ...laid }),
    start: useStable(start && { ...laid, ...start }),
    isReady: !fit || size !== undefined,
  };
}

/** Changes the state; the address changes asynchronously, so further changes build on the latest requested state. */
function useChange(current: ListState, setState: (next: ListState) => void): RowList['change'] {
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  }, [current]);
  return useCallback(
    ({ filters, ...rest }: Change) => {
      const isNewQuestion = filters !== undefined || rest.text !== undefined || rest.size !== undefined;
      latest.current = {
        ...latest.current,
        ...(isNewQuestion && { page: 1 }),
        ...rest,
        ...(filters && { filters: cleanFilters(filters) }),
      };
      setState(latest.current);
    },
    [setState],
  );
}

const withFixed = (state: ListState, fixed: Filters = {}): ListState => ({
  ...state,
  filters: { ...state.filters, ...fixed },
  ...(state.any && { fixed: Object.keys(fixed) }),
});

const conditionOf = ({ text, filters, any = false }: ListState): string => JSON.stringify([text, filters, any]);

const isFiltered = (state: ListState, usual: ListState): boolean =>
  state.text !== '' || JSON.stringify(state.filters) !== JSON.stringify(usual.filters);

const layoutOf = ({ layout }: ListOptions, chosen: LayoutWord | undefined): LayoutWord => (layout && chosen) ?? 'table';

/**
 * A page of a resource's rows. Filters, sort and page are stored in the tab's address, so that the Back button works. A
 * newer request cancels the older one, whose rows stay visible.
 */
export function useList<R extends AnyResource>(resource: R, options: ListOptions = {}): FoundList<R> {
  const { keep = 'address', fixed } = options;
  const { usual, start, isReady } = useBeginning(options);
  const isAddress = keep === 'address';
  const inAddress = useAddress(resource, { usual, start, carry: options.carry ?? none }, isAddress);
  const inMemory = useState<ListState>(usual);
  const [current, set] = isAddress ? inAddress : inMemory;
  const setState = useSteadyCall(set);
  const { view = 0, layout: chosen, at, ...rest } = current;
  const state = useStable(rest);
  const layout = layoutOf(options, chosen);
  const asked = useStable(withFixed(state, fixed));
  const query = useQuery({
    queryKey: rowKeys.list(resource, asked),
    queryFn: ({ signal }) => listRows(resource, { state: asked, signal }),
    placeholderData: keepPreviousData,
    enabled: isReady && layout === 'table',
  });
  const page = query.data;

  const change = useChange(current, setState);
  return {
    resource,
    state,
    asked,
    page,
    hasAddress: isAddress,
    layout,
    at,
    fit: options.fit,
    usualSize: usual.size,
    view,
    condition: conditionOf(asked),
    rows: page?.rows ?? noRows,
    error: query.error,
    isLoading: query.isPending,
    isStopped: isGivenUp(query, isReady),
    isRefreshing: query.isFetching && !query.isPending,
    updatedAt: query.dataUpdatedAt,
    isFiltered: isFiltered(state, usual),
    change,
    reset: useSteadyCall(() => setState({ ...usual, size: state.size, layout, ...(start && { view: 0 }) })),
    // The table, or all that other layouts show.
    refresh: useSteadyCall(() => void (layout === 'table' ? query.refetch() : refreshRows(resource))),
  };
}
