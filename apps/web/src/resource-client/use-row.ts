import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { getRow } from './calls.ts';
import { rowKeys } from './row-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from './row.ts';

interface RowOptions {
  /** Always fetched, never from the cache: the basis of a form. */
  readonly fresh?: boolean;
}

export const useRow = <R extends AnyResource>(
  resource: R,
  id: number | null,
  { fresh = false }: RowOptions = {},
): UseQueryResult<ScreenRow<R>> =>
  useQuery({
    queryKey: rowKeys.one(resource, id ?? 0),
    queryFn: ({ signal }) => getRow(resource, id ?? 0, signal),
    enabled: id !== null,
    ...(fresh && { staleTime: 0, gcTime: 0 }),
  });
