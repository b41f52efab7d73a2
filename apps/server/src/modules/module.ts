import type { Call } from '../crud/call.ts';
import type { Follow } from '../outbox/follower.ts';
import type { Implementation } from '../crud/implement.ts';

/** What an area of the product registers: resources with code, calls of another shape, and what follows its events. */
export interface ServerModule {
  readonly name: string;
  readonly implementations?: readonly Implementation[];
  readonly calls?: readonly Call[];
  /** What follows an event: runs after its commit, exactly once, with all waiting events of the tenant together. */
  readonly follow?: { readonly [topic: string]: Follow };
}
