import { abnormalCase } from '@kangmai/model';

import { countAnew, queryClient } from '../../lib/api/query-client.ts';
import { refreshRows } from '../../lib/api/row-keys.ts';

import type { AnyResource } from '@kangmai/resource';

/** First word of the keys of corrections. */
export const correctionsKey = 'corrections';

/** Has lists, curves, corrections and cases read again after a reading was corrected or declared void; the cases follow a moment later by themselves. */
export async function refreshReadings(resource: AnyResource): Promise<void> {
  await Promise.all([
    refreshRows(resource), refreshRows(abnormalCase), countAnew(),
    ...['vitals', 'case', correctionsKey].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  ]);
}
