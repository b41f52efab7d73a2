import type { Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Implementation } from '../crud/implement.ts';

/** What an area of the product registers: resources with code, calls of another shape, and what follows its events. */
export interface ServerModule {
  readonly name: string;
  readonly implementations?: readonly Implementation[];
  readonly calls?: readonly Call[];
  /** Code that runs after a commit, once per event, in a transaction of the event's tenant. */
  readonly follow?: { readonly [topic: string]: (ctx: CallCtx, payload: unknown) => Promise<void> };
}
