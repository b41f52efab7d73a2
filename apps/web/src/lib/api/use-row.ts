import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { getRow } from './resource-calls.ts';
import { rowKeys } from './row-keys.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from './resource-row.ts';

interface RowOptions {
  /** Always read, never taken from memory: what a form starts from. */
  readonly fresh?: boolean;
}

/** One row by its id; nothing is read while there is none. */
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
