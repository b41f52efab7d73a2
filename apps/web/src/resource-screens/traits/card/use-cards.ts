import { loadDefinition } from '@kangmai/model/catalogue';
import { permissionsOfCall } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';

import { loadPart } from '../../../lib/lazy-part.ts';
import { can } from '../../../lib/permissions.ts';
import { cardsQuery, mostCards, type RowCard } from '../../../resource-client/cards.ts';

/** Whether the rows of a resource have cards that the user may see. */
function useHasCards(target: string, isOn: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['definition', target],
    queryFn: () => loadPart(() => loadDefinition(target)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOn,
  });
  return data !== undefined && data.card.length > 0 && can(permissionsOfCall(data, 'list'));
}

const none: ReadonlyMap<number, RowCard> = new Map();

/** The cards of rows by id, asked in one call; none for rows out of sight. */
export function useCards(target: string, ids: readonly number[]): ReadonlyMap<number, RowCard> {
  const isWanted = ids.length > 0;
  const hasCards = useHasCards(target, isWanted);
  return useQuery({ ...cardsQuery(target, ids.slice(0, mostCards)), enabled: isWanted && hasCards }).data ?? none;
}
