import type { Action, Actions } from '../../action.ts';
import { choice, choicesOf } from '../../fields/choices.ts';
import type { Field, Fields, FieldOptions } from '../../fields/field.ts';
import { id, integer } from '../../fields/number.ts';
import type { States } from './states.ts';

/** A span of time: `30s`, `15m`, `24h`, `7d`. */
export type Span = `${number}${'s' | 'm' | 'h' | 'd'}`;

/** The time of a row at which the product makes a move, or a span after it; a date ends with its day. */
export interface MoveClock<T extends string = string> {
  readonly field: T;
  readonly after?: Span;
}

/** One way from some states to another, by a user with the permission or, without one, by the product itself. */
export interface Move<N extends string = string, I extends Fields = Fields> {
  readonly label: string;
  readonly en: string;
  readonly from: readonly N[];
  readonly to: N;
  /** Verb and action name of the move's own call; `POST` and the move's name when left out. */
  readonly wire?: string;
  readonly permission?: Action['permission'];
  /** Made by saves, by the call for a state, and by code of the module; no call is its own. */
  readonly ownCall?: false;
  /** What the user gives besides the row. Names of the resource's own fields are written to the row. */
  readonly input?: I;
  readonly confirm?: string;
  readonly confirmEn?: string;
  /** Allowed for many rows at once. */
  readonly many?: true;
  /** Made by the product itself; needs no input. */
  readonly clock?: MoveClock;
  /** Fields that name users who may not make the move, `createdBy` among them: the second pair of eyes. */
  readonly notBy?: readonly string[];
  /** Fields that name the only users who may make it. */
  readonly by?: readonly string[];
  /** A day or time of the row: before its day nobody makes the move. */
  readonly fromDay?: string;
}

/** The moves of a resource: `on` is the field of its state. */
export type Moves = { readonly on: string } & { readonly [name: string]: Move | string };

/** Fields that hold a state. */
export type StateField<F extends Fields> = {
  [K in keyof F & string]: F[K]['options'] extends { readonly choices: { readonly isStates: true } } ? K : never;
}[keyof F & string];
/** The states of a field. */
export type StateIn<F extends Fields, K> = K extends keyof F
  ? F[K] extends Field<'choice', infer N>
    ? N
    : never
  : never;
type UserField<F extends Fields> =
  | 'createdBy'
  | { [K in keyof F & string]: F[K]['options'] extends { readonly target: 'user' } ? K : never }[keyof F & string];

type TimeField<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'date' | 'dateTime' ? K : never;
}[keyof F & string];

interface MoveWithin<N extends string, U extends string, T extends string> extends Move<N> {
  readonly clock?: MoveClock<T>;
  readonly notBy?: readonly U[];
  readonly by?: readonly U[];
  readonly fromDay?: T;
}

/** Moves whose states and users are those of the fields; a wrong name does not compile. */
export type CheckedMoves<F extends Fields, M> = M extends { readonly on: infer O }
  ? {
      readonly [K in keyof M]: K extends 'on'
        ? StateField<F>
        : MoveWithin<StateIn<F, O> & string, UserField<F>, TimeField<F>>;
    }
  : unknown;

type RowInput = { readonly id: ReturnType<typeof id>; readonly rowVersion: Field<'integer', number, FieldOptions> };
type InputOf<V> = V extends { readonly input: infer I extends Fields } ? I : { readonly [none in never]: never };

/** Names of moves that users make by a call of their own. */
export type CalledMove<M> = {
  [K in keyof M & string]: M[K] extends { readonly permission: unknown }
    ? M[K] extends { readonly ownCall: false }
      ? never
      : K
    : never;
}[keyof M & string];

/** Names of the moves of a resource. */
export type MoveName<R extends Moved> = Exclude<keyof R['moves'] & string, 'on'>;

/** The state that a move leads to. */
export type StateAfter<R extends Moved, N> = N extends keyof R['moves']
  ? R['moves'][N] extends { readonly to: infer S extends string }
    ? S
    : never
  : never;

/** The actions that moves of users are. */
export type ActionsOfMoves<M> = M extends Moves
  ? {
      readonly [K in CalledMove<M>]: Action<RowInput & InputOf<M[K]>>;
    }
  : unknown;

/**
 * Declares a move of a row from state to state.
 * @example move({ label: '取消', en: 'Cancel', from: ['waiting'], to: 'cancelled', permission: 'Edit' })
 */
export function move<const M extends Move>(definition: M): M {
  return definition;
}

interface Moved {
  readonly moves?: Moves | undefined;
}

/** The moves of a resource by name. */
export const movesOf = ({ moves }: Moved): readonly (readonly [name: string, move: Move])[] =>
  Object.entries(moves ?? {}).flatMap(([name, one]) => (typeof one === 'string' ? [] : [[name, one] as const]));

/** Whether users make a move by a call of its own. */
export const hasOwnCall = ({ permission, ownCall }: Move): boolean => permission !== undefined && ownCall !== false;

/** The moves by which users bring a row from one state to another. */
export const movesBetween = (
  resource: Moved,
  { from, to }: { readonly from: string; readonly to: string },
): readonly (readonly [name: string, move: Move])[] =>
  movesOf(resource).filter(([, move]) => move.permission !== undefined && move.to === to && move.from.includes(from));

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Seconds from the time of the row to the move; 0 without a span. */
export const secondsAfter = ({ after }: MoveClock): number =>
  after === undefined ? 0 : Number(after.slice(0, -1)) * unitSeconds[after.slice(-1) as keyof typeof unitSeconds];

/** The states that the moves of a resource lead through. */
export function statesOf({ fields, moves }: Moved & { readonly fields: Fields }): States {
  const field = fields[moves?.on ?? ''];
  if (!field) throw new Error(`no field holds the state ${moves?.on}`);
  return choicesOf(field) as States;
}

/**
 * Whether a user may make a move of a row: none whom `notBy` names, and with `by` only whom it names. A field that the
 * row does not carry excludes nobody.
 */
export function mayBeMadeBy(
  { notBy = [], by }: Move,
  row: { readonly [field: string]: unknown },
  userId: number | null,
): boolean {
  const isNamed = (field: string): boolean => row[field] === userId;
  return !notBy.some(isNamed) && (by === undefined || by.some((field) => !(field in row) || isNamed(field)));
}

/** The name of the action behind `wire.calls.state`. */
export const stateAction = 'changeState';

const rowInput: RowInput = { id: id(), rowVersion: integer({ label: '版本', en: 'Version' }) };
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const actionOf = ([name, one]: readonly [string, Move]): readonly [string, Action] => {
  const { label, en, wire = `POST ${capital(name)}`, permission = [], input, confirm, confirmEn, many } = one;
  return [
    name,
    {
      label,
      en,
      wire,
      permission,
      input: { ...rowInput, ...input },
      ...(confirm !== undefined && { confirm }),
      ...(confirmEn !== undefined && { confirmEn }),
      ...(many && { many }),
    },
  ];
};

const optional = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, options: { ...field.options, required: false } }]),
  );

/** The actions that moves of users are, and the call that finds the move by its state. */
export function actionsOfMoves(
  definition: { readonly fields: Fields; readonly moves?: Moves | undefined } & {
    readonly wire: { readonly calls: { readonly state?: string } };
  },
): Actions {
  const moves = movesOf({ moves: definition.moves }).filter(([, { permission }]) => permission !== undefined);
  const actions = Object.fromEntries(moves.filter(([, one]) => hasOwnCall(one)).map(actionOf));
  const { state } = definition.wire.calls;
  if (definition.moves === undefined || state === undefined) return actions;
  const { on } = definition.moves;
  const states = statesOf({ fields: definition.fields, moves: definition.moves });
  const field = definition.fields[on]?.options;
  return {
    ...actions,
    [stateAction]: {
      label: '变更状态',
      en: 'Change state',
      wire: state,
      permission: [...new Set(moves.flatMap(([, { permission = [] }]) => permission))],
      ...(moves.every(([, { many }]) => many) && { many: true as const }),
      input: {
        ...rowInput,
        [on]: choice(states, { label: '状态', ...field, required: true, readonly: false } as never),
        ...optional(Object.assign({}, ...moves.map(([, { input }]) => input))),
      },
    },
  };
}
