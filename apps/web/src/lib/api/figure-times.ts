import { shellCalls } from '@kangmai/model/menu';
import { api } from './api.ts';

interface WireTimes {
  readonly items: readonly { readonly id: number; readonly valueTime: string | null }[];
}

/** When the figures were measured that cases tell, by the id of the case; the end of a case is mostly that of another reading. */
export async function figureTimesOf(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { items } = await api.get<WireTimes>(shellCalls.alarmTimes, { ids: ids.join(',') }, signal && { signal });
  return new Map(items.flatMap(({ id, valueTime }) => (valueTime === null ? [] : [[id, valueTime] as const])));
}
