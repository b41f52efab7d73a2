import { tenant } from '@kangmai/model/organization';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { getMove, isUnderWay, type MoveState, type TenantMove } from '../../resource-client/tenants.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { T } from './tenant-texts.ts';

const everyMs = 1000;

const words: Readonly<Record<MoveState, Parameters<typeof T>[0]>> = {
  'waiting': 'waiting',
  'copying': 'copying',
  'catching-up': 'catchingUp',
  'frozen': 'freezing',
  'switched': 'switched',
  'done': 'done',
  'undone': 'undone',
};

export const stateWord = ({ state }: TenantMove): string => T(words[state]);

/** A tenant's newest move, polled while it runs; at its end the list is refetched. */
export function useMove(id: number): ReturnType<typeof useQuery<TenantMove | null>> {
  const query = useQuery({
    queryKey: ['tenant-move', id],
    queryFn: ({ signal }) => getMove(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? everyMs : false),
  });
  const wasUnderWay = useRef(false);
  const isNow = query.data ? isUnderWay(query.data) : false;
  useEffect(() => {
    if (wasUnderWay.current && !isNow) void refreshRows(tenant);
    wasUnderWay.current = isNow;
  }, [isNow]);
  return query;
}
