import { shellCalls } from '@kangmai/model/menu';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { countsKey } from '../../lib/api/query-client.ts';

/** Figures of the health monitoring board, within the user's data scope. A figure the user may not see is absent. */
export interface ClientOverview {
  clientTotal?: number;
  vipTotal?: number;
  elderly65?: number;
  measurementsToday?: number;
  measuredPersons?: number;
  abnormalToday?: number;
  deviceBound?: number;
  deviceOnline?: number;
  sosOpen?: number;
  visitsDue?: number;
}

export const overviewQuery = queryOptions({
  queryKey: [countsKey, 'overview'],
  queryFn: ({ signal }) => api.get<ClientOverview>(shellCalls.clientOverview, undefined, { signal }),
});
