import { queryClient } from '../lib/api/query-client.ts';

import type { AnyResource } from '@kangmai/resource';

export const rowKeys = {
  all: (resource: Pick<AnyResource, 'name'>) => ['rows', resource.name] as const,
  lists: (resource: Pick<AnyResource, 'name'>) => ['rows', resource.name, 'list'] as const,
  list: (resource: AnyResource, state: unknown) => ['rows', resource.name, 'list', state] as const,
  one: (resource: AnyResource, id: number) => ['rows', resource.name, 'one', id] as const,
  lookup: (resource: AnyResource, target: string, ask: unknown) => ['lookup', resource.name, target, ask] as const,
};

export async function refreshRows(resource: AnyResource): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: rowKeys.all(resource) }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'lookup' && queryKey[2] === resource.name,
    }),
  ]);
}
