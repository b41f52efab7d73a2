import { defineChoices, type ChoiceEntry, type Choices } from '../../fields/choices.ts';

export interface StateEntry<N extends string = string> extends ChoiceEntry {
  /** States that may follow, where the resource declares no `moves`. */
  readonly to?: readonly N[];
}

export interface States<N extends string = string> extends Choices<N> {
  readonly transitions: { readonly [K in N]: readonly N[] };
  /** The states that may follow one. */
  readonly from: (name: N) => readonly N[];
}

/**
 * A closed set of states, which the moves of a resource lead through.
 * @example defineStates({ open: { label: '未处理' }, closed: { label: '已处理' } })
 */
export function defineStates<const N extends string>(entries: {
  readonly [K in N]: StateEntry<NoInfer<N>>;
}): States<N> {
  const transitions = Object.fromEntries(
    Object.entries<StateEntry<N>>(entries).map(([name, state]) => [name, state.to ?? []]),
  ) as { [K in N]: readonly N[] };
  return { ...(defineChoices(entries) as Choices<N>), transitions, from: (name) => transitions[name] };
}
