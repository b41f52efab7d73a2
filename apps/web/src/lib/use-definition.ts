import { findEntry, loadDefinition } from '@kangmai/model/catalogue';
import { useQuery } from '@tanstack/react-query';

import { loadPart } from './lazy-part.ts';

import type { AnyResource } from '@kangmai/resource';

interface KnownDefinition {
  readonly definition: AnyResource | undefined;
  readonly isWaiting: boolean;
}

/** Definition of another resource, loaded on demand; none for an unknown name. */
export function useDefinition(name: string | undefined): KnownDefinition {
  const isKnown = name !== undefined && findEntry(name) !== undefined;
  const { data, isLoading } = useQuery({
    queryKey: ['definition', name],
    queryFn: () => loadPart(() => loadDefinition(name ?? '')),
    enabled: isKnown,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return { definition: data, isWaiting: isLoading };
}
