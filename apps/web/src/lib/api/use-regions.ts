import { useQuery } from '@tanstack/react-query';

import { regionTree, type RegionRow, type RegionTree } from '../region-tree.ts';
import { api } from './api.ts';

const none: RegionTree = { nodes: [], codesOf: (code) => [code], pathOf: () => '' };

const readRegions = async (signal: AbortSignal): Promise<RegionTree> =>
  regionTree((await api.get<{ readonly items: readonly RegionRow[] }>('Region/GetAll', undefined, { signal })).items);

/** Administrative divisions, loaded once; without names until loaded. */
export function useRegions(): RegionTree & { readonly isLoading: boolean } {
  const { data, isPending, isError } = useQuery({
    queryKey: ['regions'],
    queryFn: ({ signal }) => readRegions(signal),
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return { ...(data ?? none), ...(isError && { pathOf: (code: string) => code }), isLoading: isPending };
}
