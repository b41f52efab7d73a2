import { abnormalCase } from '@kangmai/model/alerts';

import { countsKey, queryClient } from '../lib/api/query-client.ts';
import { refreshRows, rowKeys } from '../resource-client/row-keys.ts';

import type { AnyResource } from '@kangmai/resource';

export const correctionsKey = 'corrections';

/**
 * Refetches lists, charts, corrections and cases after the reading `id` was corrected or voided; cases follow a moment
 * later by live event. The reading itself is not refetched, because another row replaces it.
 */
export async function refreshReadings(resource: AnyResource, id: number): Promise<void> {
  queryClient.removeQueries({ queryKey: rowKeys.one(resource, id) });
  await Promise.all([
    refreshRows(resource),
    refreshRows(abnormalCase),
    ...[countsKey, 'vitals', 'case', correctionsKey].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  ]);
}
