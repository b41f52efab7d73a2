import { homeCounts, type HomeCount, type HomeCountName } from '@kangmai/model/home';
import { shellCalls } from '@kangmai/model/menu';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { countsKey } from '../../lib/api/query-client.ts';
import { formatAt, inZone } from '../../lib/dates.ts';

/** Number of rows of a list; `isCapped` when the server stopped counting. */
export interface Counted {
  readonly total: number;
  readonly isCapped: boolean;
}

interface WirePage {
  readonly totalCount: number;
  readonly totalCountCapped?: boolean;
}

const dayPattern = 'YYYY-MM-DD';

export const today = (): string => formatAt(Date.now(), dayPattern) ?? '';

function instants(): Readonly<Record<string, string>> {
  const now = inZone(Date.now());
  return { '{from}': now?.startOf('day').toISOString() ?? '', '{to}': now?.endOf('day').toISOString() ?? '' };
}

export function askedOf({ query }: HomeCount): Readonly<Record<string, string>> {
  const known = instants();
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, known[value] ?? value]));
}

export const listsOf = ({ paths, search }: HomeCount): readonly string[] =>
  paths.map((path) => path + search.replaceAll('{today}', today()));

async function countOf(name: HomeCountName, signal: AbortSignal): Promise<readonly [HomeCountName, Counted]> {
  const entry: HomeCount = homeCounts[name];
  const page = await api.get<WirePage>(entry.call, { ...askedOf(entry), SkipCount: 0, MaxResultCount: 1 }, { signal });
  return [name, { total: page.totalCount, isCapped: page.totalCountCapped === true }];
}

export type Counts = Readonly<Partial<Record<HomeCountName, Counted>>>;

export const countsQuery = (names: readonly HomeCountName[]) =>
  queryOptions({
    queryKey: [countsKey, 'home', today(), ...names],
    queryFn: async ({ signal }): Promise<Counts> =>
      Object.fromEntries(await Promise.all(names.map((name) => countOf(name, signal)))),
  });

export interface BoardDay {
  readonly date: string;
  readonly measuredClients: number;
  readonly readings: number;
  readonly abnormalReadings: number;
  readonly abnormalCases: number;
}

export interface Board {
  readonly today: { readonly measuredClients: number; readonly readings: number; readonly abnormalReadings: number };
  readonly trend: readonly BoardDay[];
}

/** Measurements of today and of the last days that the user may see; no list holds these numbers. */
export const boardQuery = queryOptions({
  queryKey: [countsKey, 'board'],
  queryFn: ({ signal }) => api.get<Board>(shellCalls.clientOverview, undefined, { signal }),
});
