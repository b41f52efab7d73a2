import type { Call } from './crud/call.ts';
import type { CallCtx } from './crud/call-ctx.ts';
import type { Audience, LockedAlarms } from '../platform/live-bus.ts';
import type { Implementation } from './crud/implement.ts';
import type { Wording } from '../platform/texts/index.ts';
import type { Job } from '../platform/jobs.ts';

/** What follows a topic: all waiting events of one tenant together, in the order in which they were written. */
export type Follow = (ctx: CallCtx, payloads: readonly unknown[]) => Promise<void>;

/** What an area of the product registers: resources with code, calls of another shape, and what follows its events. */
export interface ServerModule {
  readonly name: string;
  /** Reasons and other texts of the area, in every language. */
  readonly texts?: readonly Readonly<Record<string, Wording>>[];
  readonly implementations?: readonly Implementation[];
  readonly calls?: readonly Call[];
  /** What follows an event: runs after its commit, exactly once, with all waiting events of the tenant together. */
  readonly follow?: { readonly [topic: string]: Follow };
  /** The parts of an event of which one may fail without the others; an event that cannot be followed as a whole is followed part by part. */
  readonly apart?: { readonly [topic: string]: (payload: unknown) => readonly unknown[] };
  /** Work of the queues that the migrator makes. */
  readonly jobs?: readonly Job[];
  /** Who is told of which live events. */
  readonly audiences?: readonly Audience[];
  /** Live events that a locked screen is told of too, without what they say; whether they sound. */
  readonly alarms?: LockedAlarms;
  /** Work by the clock: started with the server, ended before its database is closed. */
  readonly clocks?: readonly {
    readonly start: () => void;
    readonly stop: () => Promise<void>;
    readonly tick: () => Promise<void>;
  }[];
  /** Gives a tenant what it starts with and brings it up to date; runs when a tenant is made and at every start, so it changes only what is missing or old. */
  readonly provision?: (ctx: CallCtx) => Promise<void>;
}
