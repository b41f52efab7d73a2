import type { Fields } from '../../fields/field.ts';
import type { Moves, StateField, StateIn } from '../moves/moves.ts';

/** Calls that only some states of a row allow: `edit`, `remove`, or the name of an action that is no move. */
export type StateRules<F extends Fields> = {
  readonly [call: string]: readonly StateIn<NoInfer<F>, StateField<F>>[];
};

/** The same rules as code reads them that knows no states. */
export interface CallsInStates {
  readonly [call: string]: readonly string[] | undefined;
}

interface Stated {
  readonly moves?: Moves | undefined;
  readonly inStates?: CallsInStates;
}

/** Whether the state of a row allows a call: a move where it leads from, any other where its rule says so. */
export function fitsRow({ moves, inStates = {} }: Stated, call: string, row: object): boolean {
  const move = moves?.[call];
  const states = typeof move === 'object' ? move.from : inStates[call];
  return moves === undefined || states === undefined || states.includes(String(Reflect.get(row, moves.on)));
}

interface Checked extends Stated {
  readonly name: string;
  readonly actions: object;
}

/** Refuses rules for what is no call of a row, or whose states its move says already. */
export function checkInStates({ name, moves, inStates = {}, actions }: Checked): void {
  for (const call of Object.keys(inStates)) {
    const isKnown = call === 'edit' || call === 'remove' || Object.hasOwn(actions, call);
    if (!isKnown || moves === undefined || moves[call] !== undefined)
      throw new Error(`${name}.inStates.${call} is no call that needs a state`);
  }
}
