import type { z } from 'zod';
import type { ActionInput, AnyResource, CalledMove, Draft, Members, MoveName, Row } from '@kangmai/resource';
import type { CallCtx } from './call-ctx.ts';
import type { ReadCode, ReadCodeOf, SheetRows } from '../traits/hooks.ts';

/**
 * Code that runs with the conventional writes of a resource. There are no further hooks; everything else is an action.
 */
export interface Hooks<R extends AnyResource> {
  /** Runs before a row is locked for a change or deletion: takes the locks that other calls take first. */
  readonly lockFirst?: (ctx: CallCtx, id: number) => Promise<void>;
  /** Runs before a row is created (`current` undefined) or changed; may complete the draft or refuse. */
  readonly beforeSave?: (ctx: CallCtx, draft: Draft<R>, current: Row<R> | undefined) => Promise<void> | void;
  /** Runs after the row is written, in the same transaction. */
  readonly afterSave?: (ctx: CallCtx, row: Row<R>, before: Row<R> | undefined) => Promise<void> | void;
  readonly beforeDelete?: (ctx: CallCtx, row: Row<R>) => Promise<void> | void;
}

/** What the actions of a resource return, for the API document and generated clients. */
type Answers<R extends AnyResource> = { readonly [A in keyof R['actions'] & string]?: z.ZodType };

type Told<S> = S extends z.ZodType ? z.output<S> : unknown;
type Action<R extends AnyResource, A extends keyof R['actions']> = ActionInput<R['actions'][A]>;

type CodedAction<R extends AnyResource> = Exclude<keyof R['actions'] & string, CalledMove<R['moves']>>;

type ActionCode<R extends AnyResource, O extends Answers<R>> = {
  readonly [A in CodedAction<R>]: (ctx: CallCtx, input: Action<R, A>) => Promise<Told<O[A]>>;
};

/** What a move does besides the new state and the given fields: completes what is written, or refuses. */
type MoveCode<R extends AnyResource> = {
  readonly [M in MoveName<R>]?: (
    ctx: CallCtx,
    step: {
      readonly row: Row<R>;
      readonly input: M extends CalledMove<R['moves']> ? Action<R, M> : { readonly [field: string]: unknown };
      readonly change: Draft<R>;
    },
  ) => Promise<void> | void;
};

/** Reads the filters of a hand-made list, or refuses them, and prepares its rows. */
export type OwnSheet = (ctx: CallCtx, given: Members) => Promise<SheetRows & { readonly total: () => Promise<number> }>;

/** A resource with its hooks, moves and actions, without types. */
export interface Implementation extends ReadCode {
  readonly resource: AnyResource;
  readonly hooks: Hooks<AnyResource>;
  readonly answers: { readonly [action: string]: z.ZodType };
  readonly actions: {
    readonly [name: string]: (ctx: CallCtx, input: { readonly [field: string]: unknown }) => Promise<unknown>;
  };
  readonly moves: {
    readonly [name: string]: (
      ctx: CallCtx,
      step: { readonly row: object; readonly input: object; readonly change: Record<string, unknown> },
    ) => Promise<void> | void;
  };
  readonly sheet: OwnSheet | undefined;
}

type Code<R extends AnyResource, O extends Answers<R>> = Hooks<R> & {
  readonly moves?: MoveCode<R>;
  /** The rows of a list that code reads, for its export. */
  readonly sheet?: OwnSheet;
} & ReadCodeOf<R> &
  (CodedAction<R> extends never
    ? { readonly actions?: undefined; readonly answers?: undefined }
    : { readonly actions: ActionCode<R, O>; readonly answers?: O });

/**
 * Implements a resource's behaviour. Omitting an action of the definition does not compile.
 * @example implement(abnormalCase, { actions: { claim: async (ctx, { id }) => {…} }, answers: { claim: z.object({ id:
 * whole }) } })
 */
export function implement<R extends AnyResource, O extends Answers<R>>(resource: R, code: Code<R, O>): Implementation {
  const { actions, answers, moves, sheet, conditions, figures, ...hooks } = code;
  return {
    resource,
    hooks: hooks as unknown as Hooks<AnyResource>,
    answers: (answers ?? {}) as Implementation['answers'],
    actions: (actions ?? {}) as unknown as Implementation['actions'],
    moves: (moves ?? {}) as unknown as Implementation['moves'],
    sheet,
    conditions: (conditions ?? {}) as Implementation['conditions'],
    figures: (figures ?? {}) as Implementation['figures'],
  };
}
