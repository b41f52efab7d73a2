import { entryOf } from '@kangmai/model/catalogue';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../lib/api/api.ts';

/** What tells a row from others of its name. */
export interface RowCard {
  readonly id: number;
  readonly displayName: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
}

export const mostCards = 50;
const freshFor = 60_000;

/** The cards of rows in sight, in one call; `ids` at most 50. */
export const cardsQuery = (target: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['cards', target, ids],
    queryFn: async ({ signal }) => {
      const path = `${entryOf(target).wire.service}/GetCards`;
      const { items } = await api.post<{ readonly items: readonly RowCard[] }>(path, { ids }, { signal });
      return new Map(items.map((card) => [card.id, card]));
    },
    staleTime: freshFor,
  });
