import type { z } from 'zod';
import type { ActionInput, AnyResource, Draft, FieldsOf, Row, States } from '@kangmai/resource';
import { notAllowed } from '../../platform/errors.ts';
import type { CallCtx } from './call-ctx.ts';

/**
 * Code that runs with the conventional writes of a resource. There are no further hooks; everything else is an action.
 */
export interface Hooks<R extends AnyResource> {
  /**
   * Runs before the row of a change is locked: locks what other calls lock first, so that two calls cannot deadlock.
   */
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

type ActionCode<R extends AnyResource, O extends Answers<R>> = {
  readonly [A in keyof R['actions'] & string]: (ctx: CallCtx, input: Action<R, A>) => Promise<Told<O[A]>>;
};

/** A resource with its hooks and actions, without types. */
export interface Implementation {
  readonly resource: AnyResource;
  readonly hooks: Hooks<AnyResource>;
  readonly answers: { readonly [action: string]: z.ZodType };
  readonly actions: {
    readonly [name: string]: (ctx: CallCtx, input: { readonly [field: string]: unknown }) => Promise<unknown>;
  };
}

type Code<R extends AnyResource, O extends Answers<R>> = Hooks<R> &
  (keyof R['actions'] & string extends never
    ? { readonly actions?: undefined; readonly answers?: undefined }
    : { readonly actions: ActionCode<R, O>; readonly answers?: O });

/**
 * Implements a resource's behaviour. Omitting an action of the definition does not compile.
 * @example implement(abnormalCase, { actions: { claim: async (ctx, { id }) => {…} }, answers: { claim: z.object({ id:
 * whole }) } })
 */
export function implement<R extends AnyResource, O extends Answers<R>>(resource: R, code: Code<R, O>): Implementation {
  const { actions, answers, ...hooks } = code;
  return {
    resource,
    hooks: hooks as unknown as Hooks<AnyResource>,
    answers: (answers ?? {}) as Implementation['answers'],
    actions: (actions ?? {}) as unknown as Implementation['actions'],
  };
}

/** Refuses a step that the states do not allow. Staying in a state is allowed. */
export function requireTransition<N extends string>(states: States<N>, from: N, to: N): void {
  if (from !== to && !states.from(from).includes(to))
    throw notAllowed('state.not-allowed', { from: states.entries[from].label, to: states.entries[to].label });
}

/** Checks the transitions of every field with states in a save. */
export function requireTransitions(
  resource: AnyResource,
  draft: { readonly [field: string]: unknown },
  current: { readonly [field: string]: unknown } | undefined,
): void {
  for (const [name, field] of Object.entries(resource.fields as FieldsOf<AnyResource>)) {
    const set = (field.options as { choices?: Partial<States> }).choices;
    const to = draft[name];
    const from = current?.[name];
    if (field.kind === 'choice' && set?.transitions && typeof to === 'string' && typeof from === 'string')
      requireTransition(set as States, from, to);
  }
}
