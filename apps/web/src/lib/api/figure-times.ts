import { shellCalls } from '@kangmai/model/menu';
import { api } from './api.ts';

import type { LiveEvents } from '@kangmai/model/events';

/** When the value in the words of a case was measured, and its worst value where that is another one. */
export type FigureTimes = Pick<LiveEvents['newabnormal'], 'valueTime' | 'worst'>;

interface WireTimes {
  readonly items: readonly (FigureTimes & { readonly id: number })[];
}

/** The times of the figures of cases, by case id. */
export async function figureTimesOf(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, FigureTimes>> {
  if (ids.length === 0) return new Map();
  const { items } = await api.get<WireTimes>(shellCalls.alarmTimes, { ids: ids.join(',') }, signal && { signal });
  return new Map(items.map(({ id, valueTime, worst }) => [id, { valueTime, worst }] as const));
}
