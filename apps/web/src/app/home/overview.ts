import { shellCalls } from '@kangmai/model/menu';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { countsKey } from '../../lib/api/query-client.ts';

/** The health monitoring board as the server answers it, within the user's data scope. */
interface Board {
  readonly clients: { readonly total: number; readonly vip: number; readonly ageBands: readonly { readonly name: string; readonly count: number }[] };
  readonly devices: { readonly worn: number; readonly online: number };
  readonly sosOpen: number;
  readonly today: { readonly measuredClients: number; readonly readings: number; readonly abnormalCases: number };
}

/** The figures of the home page. */
export interface ClientOverview {
  readonly clientTotal: number;
  readonly vipTotal: number;
  readonly elderly65: number;
  readonly measurementsToday: number;
  readonly measuredPersons: number;
  readonly abnormalToday: number;
  readonly deviceBound: number;
  readonly deviceOnline: number;
  readonly sosOpen: number;
}

const elderlyBands = new Set(['65-79', '80+']);

const figuresOf = ({ clients, devices, sosOpen, today }: Board): ClientOverview => ({
  clientTotal: clients.total,
  vipTotal: clients.vip,
  elderly65: clients.ageBands.filter(({ name }) => elderlyBands.has(name)).reduce((sum, { count }) => sum + count, 0),
  measurementsToday: today.readings,
  measuredPersons: today.measuredClients,
  abnormalToday: today.abnormalCases,
  deviceBound: devices.worn,
  deviceOnline: devices.online,
  sosOpen,
});

export const overviewQuery = queryOptions({
  queryKey: [countsKey, 'overview'],
  queryFn: async ({ signal }) => figuresOf(await api.get<Board>(shellCalls.clientOverview, undefined, { signal })),
});
