import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { useQuery } from '@tanstack/react-query';

import { readFrom } from '../resource-client/calls.ts';
import { correctionsKey } from './refresh-readings.ts';
import { isCorrectable } from './use-reading-rights.ts';

import type { ScreenRow } from '../resource-client/row.ts';

const none: ReadonlySet<number> = new Set();

/** The given readings that duplicate one of another source and are counted once with it; empty while loading. */
export function useTwins(kind: ReadingKind, rows: readonly ScreenRow[]): ReadonlySet<number> {
  const times = rows.flatMap(({ values: { measuredAt } }) =>
    measuredAt instanceof Date ? [measuredAt.getTime()] : [],
  );
  const ids = rows
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
    .join(',');
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const { data } = useQuery({
    queryKey: [correctionsKey, 'twins', kind, ids, from, to],
    queryFn: async ({ signal }) => {
      const query = { ids, beginTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() };
      return (await readFrom<{ readonly items: readonly number[] }>(readingOfKind[kind], 'GetTwins', { query, signal }))
        .items;
    },
    enabled: times.length > 0 && isCorrectable(kind),
    select: (items) => new Set(items),
  });
  return data ?? none;
}
