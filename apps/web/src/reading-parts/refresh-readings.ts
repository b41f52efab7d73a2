import { abnormalCase } from '@kangmai/model/alerts';

import { countAnew, queryClient } from '../lib/api/query-client.ts';
import { refreshRows, rowKeys } from '../lib/api/row-keys.ts';

import type { AnyResource } from '@kangmai/resource';

/** First word of the keys of corrections. */
export const correctionsKey = 'corrections';

/**
 * Has lists, curves, corrections and cases read again after the reading `id` was corrected or declared void; the cases follow a moment later
 * by themselves. The reading itself is not asked for: another row stands in its place.
 */
export async function refreshReadings(resource: AnyResource, id: number): Promise<void> {
  queryClient.removeQueries({ queryKey: rowKeys.one(resource, id) });
  await Promise.all([
    refreshRows(resource),
    refreshRows(abnormalCase),
    countAnew(),
    ...['vitals', 'case', correctionsKey].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  ]);
}
