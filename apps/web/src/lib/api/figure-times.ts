import { shellCalls } from '@kangmai/model/menu';
import { api } from './api.ts';

interface WireTimes {
  readonly items: readonly { readonly id: number; readonly valueTime: string | null }[];
}

/** When the values named in cases were measured, by case id. */
export async function figureTimesOf(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { items } = await api.get<WireTimes>(shellCalls.alarmTimes, { ids: ids.join(',') }, signal && { signal });
  return new Map(items.flatMap(({ id, valueTime }) => (valueTime === null ? [] : [[id, valueTime] as const])));
}
