import { statesOf, type Action, type AnyResource } from '@kangmai/resource';

import { actionLabel, choiceLabel } from '../../../lib/labels.ts';
import { T } from '../../screen-texts.ts';

import type { Values } from '../../../resource-client/body.ts';
import type { ScreenRow } from '../../../resource-client/row.ts';

function stateWord(resource: AnyResource, state: unknown): string | undefined {
  const entry = statesOf(resource).entries[String(state)];
  return entry && choiceLabel(entry);
}

function stateAfter(resource: AnyResource, action: Action): string | undefined {
  const name = Object.keys(resource.actions).find((each) => resource.actions[each] === action);
  const move = resource.moves?.[name ?? ''];
  return typeof move === 'object' ? stateWord(resource, move.to) : undefined;
}

/** What a move will do: from which state to which. */
export function outlookOf(resource: AnyResource, action: Action, { values }: ScreenRow): string | undefined {
  const to = stateAfter(resource, action);
  const from = to === undefined ? undefined : stateWord(resource, values[resource.moves?.on ?? '']);
  return to === undefined || from === undefined ? undefined : T('willMove', { from, to });
}

/** What an action begins with. Texts of a move are about that move, so those of a former one are left out. */
export function startOf(resource: AnyResource, action: Action, { values }: ScreenRow): Values {
  const isMove = stateAfter(resource, action) !== undefined;
  const isKept = ([name]: readonly [string, unknown]): boolean =>
    name in action.input && !(isMove && action.input[name]?.kind === 'text');
  return Object.fromEntries(Object.entries(values).filter(isKept));
}

/** What is said after an action, as people say it: 已认领, 已报废, 已标为误报. */
export function doneSentence(resource: AnyResource, action: Action): string {
  const label = actionLabel(action);
  const state = stateAfter(resource, action);
  if (state?.startsWith('已')) return state;
  return T(state === label ? 'markedAs' : 'done', { action: label });
}
