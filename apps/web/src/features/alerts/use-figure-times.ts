import { abnormalCase } from '@kangmai/model/alerts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { figureTimesOf, type FigureTimes } from '../../lib/api/figure-times.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';

import type { CaseRow } from './case-moves.ts';

const none: ReadonlyMap<number, FigureTimes> = new Map();

/** When the figures of open and late cases were measured; a milder reading since does not change them. */
export function useFigureTimes(rows: readonly CaseRow[]): ReadonlyMap<number, FigureTimes> {
  const ids = rows.map(({ id }) => id);
  const newest = rows.map(({ values }) => values.latestAt.getTime());
  const { data } = useQuery({
    queryKey: [...rowKeys.lists(abnormalCase), 'figureTimes', ids, newest],
    queryFn: ({ signal }) => figureTimesOf(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? none;
}
