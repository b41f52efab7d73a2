import {
  fitsRow,
  mayBeMadeBy,
  movesOf,
  permissionsOfAction,
  stateAction,
  statesOf,
  type Action,
  type AnyResource,
  type Move,
} from '@kangmai/resource';

import { rowInput, type Values } from './body.ts';
import { isReadAction } from './calls.ts';
import { formatDate } from '../lib/dates.ts';
import { can } from '../lib/permissions.ts';
import { useSession } from '../lib/session/session.ts';

const anyRow = { id: 0, values: {} };

const moveNamed = (resource: AnyResource, action: string) => movesOf(resource).find(([name]) => name === action)?.[1];

/** Whether the day from which a move is made has come; a row without that day waits for none. */
function hasDayCome({ fromDay }: Move, values: Values): boolean {
  const value = fromDay === undefined ? undefined : values[fromDay];
  return !(typeof value === 'string' || value instanceof Date) || formatDate(value) <= formatDate(new Date());
}

/** Whether state, persons and day of a row allow an action to the user. */
function fits(resource: AnyResource, name: string, values: Values): boolean {
  const move = moveNamed(resource, name);
  const userId = useSession.getState().user?.id ?? null;
  if (!fitsRow(resource, name, values)) return false;
  return move === undefined || (mayBeMadeBy(move, values, userId) && hasDayCome(move, values));
}

type NamedAction = readonly [string, Action];

/** The actions that the user may do with a row, as far as its state, persons and day allow; without a row, with any. */
export const rowActionsOf = (resource: AnyResource, row?: { readonly values: Values }): readonly NamedAction[] =>
  Object.entries(resource.actions)
    .filter(
      ([name, action]) =>
        name !== stateAction &&
        (!row || fits(resource, name, row.values)) &&
        rowInput(resource, action.input, anyRow) !== undefined &&
        !isReadAction(action) &&
        can(permissionsOfAction(resource, action)),
    )
    .toSorted(([, one], [, other]) => Number(one.last ?? false) - Number(other.last ?? false));

export const isMove = (resource: AnyResource, [name]: NamedAction): boolean => moveNamed(resource, name) !== undefined;

/** The move that a row shows beside its menu: the first that leads on along the usual way of its states. */
export function nextMove(
  resource: AnyResource,
  actions: readonly NamedAction[],
  { values }: { readonly values: Values },
): NamedAction | undefined {
  if (!resource.moves) return undefined;
  const { names, entries } = statesOf(resource);
  const order = names.filter((name) => entries[name]?.aside !== true || name === values[resource.moves?.on ?? '']);
  const own = order.indexOf(String(values[resource.moves.on]));
  return actions.find(([name]) => order.indexOf(moveNamed(resource, name)?.to ?? '') > own);
}
