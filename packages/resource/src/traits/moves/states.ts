import { defineChoices, type ChoiceEntry, type Choices } from '../../fields/choices.ts';

export interface StateEntry extends ChoiceEntry {
  /** Off the usual way: shown as a step only while a row is in it. */
  readonly aside?: true;
}

export interface States<N extends string = string> extends Choices<N> {
  readonly entries: { readonly [K in N]: StateEntry };
  readonly isStates: true;
}

/**
 * A closed set of states, which the moves of a resource lead through; in the order of the usual way.
 * @example defineStates({ open: { label: '未处理' }, closed: { label: '已处理' }, dropped: { label: '已取消', aside: true } })
 */
export function defineStates<const N extends string>(entries: { readonly [K in N]: StateEntry }): States<N> {
  return { ...(defineChoices(entries) as Choices<N>), entries, isStates: true };
}
