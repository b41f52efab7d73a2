import { loadDefinition } from '@kangmai/model/catalogue';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';

import { loadPart } from '../../../lib/lazy-part.ts';
import { L } from '../../../lib/i18n/texts.ts';
import { fieldLabel } from '../../../lib/labels.ts';
import { can } from '../../../lib/permissions.ts';
import { withUnit } from '../../../lib/units.ts';
import { cardsQuery, mostCards, type RowCard } from '../../../resource-client/cards.ts';

/** A resource whose rows have cards that the user may see; undefined for others and while it loads. */
function useCarded(target: string, isOn: boolean): AnyResource | undefined {
  const { data } = useQuery({
    queryKey: ['definition', target],
    queryFn: () => loadPart(() => loadDefinition(target)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOn,
  });
  return data && data.card.length > 0 && can(permissionsOfCall(data, 'list')) ? data : undefined;
}

const none: ReadonlyMap<number, RowCard> = new Map();

/** The cards of rows by id, asked in one call; none for rows out of sight. */
export function useCards(target: string, ids: readonly number[]): ReadonlyMap<number, RowCard> {
  const isWanted = ids.length > 0;
  const hasCards = useCarded(target, isWanted) !== undefined;
  return useQuery({ ...cardsQuery(target, ids.slice(0, mostCards)), enabled: isWanted && hasCards }).data ?? none;
}

type Fact = RowCard['facts'][number];

/** A fact that is understood without its label beside it: a number has its unit, a yes or no says of what. */
function factWords({ card, fields }: AnyResource, { label, text }: Fact): string {
  const field = card.flatMap((name) => {
    const known = fields[name];
    return known && fieldLabel(name, known) === label ? [known] : [];
  })[0];
  if (field?.kind === 'bool') return `${label}${L('word.colon')}${text}`;
  return field?.options.unit === undefined ? text : withUnit(text, field.options.unit);
}

/** The facts of rows by id, each in one line. */
export function useCardLines(target: string, ids: readonly number[]): ReadonlyMap<number, string> {
  const resource = useCarded(target, ids.length > 0);
  const cards = useCards(target, ids);
  return new Map(
    resource
      ? [...cards].map(([id, { facts }]) => [id, facts.map((fact) => factWords(resource, fact)).join(' · ')])
      : [],
  );
}
