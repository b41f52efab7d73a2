import { choicesOf, type AnyResource, type Json } from '@kangmai/resource';

import { api } from '../lib/api/api.ts';
import { filtersQuery, type ListState } from './query.ts';

export interface StateCount {
  readonly count: number;
  /** There are more than were counted. */
  readonly isCapped: boolean;
}

interface CountAsk {
  /** The field of the state. */
  readonly on: string;
  readonly ask: Pick<ListState, 'text' | 'filters'>;
  readonly signal: AbortSignal;
}

interface WireCounts {
  readonly items: readonly { readonly state: Json; readonly count: number; readonly capped: boolean }[];
}

/** How many rows of a list are in each state, by the name of the state. */
export async function countStates(
  resource: AnyResource,
  { on, ask, signal }: CountAsk,
): Promise<ReadonlyMap<string, StateCount>> {
  const field = resource.fields[on];
  if (!field) throw new Error(`${resource.name} has no field ${on}`);
  const path = `${resource.wire.service}/GetStateCounts`;
  const { items } = await api.get<WireCounts>(path, filtersQuery(resource, ask), { signal });
  return new Map(
    items.map(({ state, count, capped }) => [choicesOf(field).read(state) ?? '', { count, isCapped: capped }]),
  );
}
