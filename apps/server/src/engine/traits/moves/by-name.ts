import { type AnyResource, type MoveName, movesOf, type StateAfter, statesOf } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { inStates } from '../../sql/in-states.ts';
import { refuseState } from './refuse-state.ts';

/** A move that code of a module writes, with more than the new state or for many rows at once. */
export interface MoveByName<S extends string> {
  /** The state it leads to. */
  readonly to: S;
  /** Whether it leads from a state. */
  readonly fits: (state: string) => boolean;
  /** The state it leads to; refuses a row in a state from which it does not lead. */
  readonly from: (ctx: CallCtx, state: string) => S;
  /** For statements: how the database holds the state it leads to. */
  readonly code: number | string;
  /** For statements: the condition that a row is in a state from which it leads. */
  readonly waits: (alias?: string) => string;
}

/**
 * A move of a definition by its name, so that the module's own code and statements follow the definition.
 * @example
 *   const settle = moveOf(abnormalCase, 'settle');
 *   await ctx.repo(abnormalCase).update(id, { state: settle.from(ctx, row.state), outcome });
 */
export function moveOf<R extends AnyResource, const N extends MoveName<R>>(
  resource: R,
  name: N,
): MoveByName<StateAfter<R, N>> {
  const found = movesOf(resource).find(([known]) => known === name);
  if (!found) throw new Error(`${resource.name} has no move ${name}`);
  const { from, to } = found[1];
  const fits = (state: string): boolean => from.includes(state);
  return {
    to: to as StateAfter<R, N>,
    fits,
    from: (ctx, state) => (fits(state) ? (to as StateAfter<R, N>) : refuseState(ctx, resource, { from: state, to })),
    code: statesOf(resource).wireOf(to),
    waits: (alias) => inStates(resource, from, alias),
  };
}
