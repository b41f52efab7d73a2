import { abnormalCase } from '@kangmai/model/alerts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { figureTimesOf } from '../../lib/api/figure-times.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';

import type { CaseRow } from './case-moves.ts';

/** When the figures in the words of late cases were measured; a milder reading since does not change them. */
export function useLateTimes(rows: readonly CaseRow[]): ReadonlyMap<number, Date> {
  const late = rows.filter(({ values }) => values.timeliness === 'late');
  const ids = late.map(({ id }) => id);
  const newest = late.map(({ values }) => values.latestAt.getTime());
  const { data } = useQuery({
    queryKey: [...rowKeys.lists(abnormalCase), 'lateTimes', ids, newest],
    queryFn: ({ signal }) => figureTimesOf(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map([...(data ?? [])].map(([id, at]) => [id, new Date(at)])), [data]);
}
