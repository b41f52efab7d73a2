import type { Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Audience } from '../platform/live-bus.ts';
import type { Follow } from '../outbox/follower.ts';
import type { Implementation } from '../crud/implement.ts';

/** What an area of the product registers: resources with code, calls of another shape, and what follows its events. */
export interface ServerModule {
  readonly name: string;
  readonly implementations?: readonly Implementation[];
  readonly calls?: readonly Call[];
  /** What follows an event: runs after its commit, exactly once, with all waiting events of the tenant together. */
  readonly follow?: { readonly [topic: string]: Follow };
  /** Who is told of which live events. */
  readonly audiences?: readonly Audience[];
  /** Gives a tenant what it starts with and brings it up to date; runs when a tenant is made and at every start, so it changes only what is missing or old. */
  readonly provision?: (ctx: CallCtx) => Promise<void>;
}
