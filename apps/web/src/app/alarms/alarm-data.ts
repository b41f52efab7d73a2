import { shellCalls, silentKinds } from '@kangmai/model/menu';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';
import { figureTimesOf, type FigureTimes } from '../../lib/api/figure-times.ts';
import { countAnew, countsKey, queryClient } from '../../lib/api/query-client.ts';

import type { LiveEvents } from '@kangmai/model/events';

export interface AlarmCount {
  total: number;
  unhandled: number;
  level1: number;
  level2: number;
  level3: number;
  level4: number;
  byType: readonly { readonly type: string; readonly count: number }[];
}

export interface Alarm extends Partial<FigureTimes> {
  id: number;
  clientName: string | null;
  finding: string;
  level: number;
  latestAt: string;
}

interface WireAlarm {
  abnormalData: { id: number; 'abnormaL_DIA': string; 'abnormaL_LEVEL': number; 'tO_TIME': string };
  userName: string | null;
}

const latestCount = 10;

/** Wire values of the states of an open case. */
const openStates: readonly number[] = [0, 1, 2];
export const isOpenState = (state: number): boolean => openStates.includes(state);

/** Number of counted cases about a silent device. */
export const silentOf = ({ byType }: AlarmCount): number =>
  byType.reduce((sum, { type, count }) => (silentKinds.includes(type) ? sum + count : sum), 0);

const toAlarm = ({ abnormalData: row, userName }: WireAlarm): Alarm => ({
  id: row.id,
  clientName: userName,
  finding: row['abnormaL_DIA'],
  level: row['abnormaL_LEVEL'],
  latestAt: row['tO_TIME'],
});

export const alarmOfEvent = (event: LiveEvents['newabnormal']): Alarm => ({
  id: event.id,
  clientName: event.userName,
  finding: event['abnormaL_DIA'],
  level: event['abnormaL_LEVEL'],
  latestAt: event['tO_TIME'],
  valueTime: event.valueTime,
  worst: event.worst,
});

/** Cases that nobody has taken over yet, by level. */
export const openAlarmCountQuery = queryOptions({
  queryKey: [countsKey, 'alarms', 'open'],
  queryFn: ({ signal }) => api.get<AlarmCount>(shellCalls.alarmCount, { stateFilter: 0 }, { signal }),
});

export const latestAlarmsQuery = queryOptions({
  queryKey: [countsKey, 'alarms', 'latest'],
  queryFn: async ({ signal }) => {
    const query = {
      stateFilter: openStates.join(','),
      Sorting: 'deskRank asc, toldNobody desc, alarmedTime asc',
      SkipCount: 0,
      MaxResultCount: latestCount,
    };
    const page = await api.get<{ items: readonly WireAlarm[] }>(shellCalls.alarmList, query, { signal });
    const alarms = page.items.map(toAlarm);
    // The list of cases does not contain the times of the values.
    const times = await figureTimesOf(
      alarms.map(({ id }) => id),
      signal,
    ).catch(() => new Map<number, FigureTimes>());
    return alarms.map((alarm) => ({ ...alarm, ...times.get(alarm.id) }));
  },
});

/** Raises the number on the bell at once; the server's own count replaces it later. */
export function countMore(n: number): void {
  queryClient.setQueryData(
    openAlarmCountQuery.queryKey,
    (count) => count && { ...count, unhandled: count.unhandled + n, total: count.total + n },
  );
  void countAnew();
}
