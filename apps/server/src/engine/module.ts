import type { Call } from './crud/call.ts';
import type { CallCtx } from './crud/call-ctx.ts';
import type { Audience, LockedAlarms } from '../platform/live-bus.ts';
import type { Implementation } from './crud/implement.ts';
import type { Wording } from '../platform/texts/index.ts';
import type { ImportDoor } from './import-door/import-door.ts';
import type { Importer } from './sheets/importer.ts';
import type { Work } from './works/work.ts';
import type { Job } from '../platform/jobs.ts';

/** Follows a topic: gets all waiting events of one tenant together, in the order in which they were written. */
export type Follow = (ctx: CallCtx, payloads: readonly unknown[]) => Promise<void>;

/** What an area of the product registers: resources with code, calls with shapes of their own, followers of events. */
export interface ServerModule {
  readonly name: string;
  /** Reasons and other texts of the area, in every language. */
  readonly texts?: readonly Readonly<Record<string, Wording>>[];
  readonly implementations?: readonly Implementation[];
  readonly calls?: readonly Call[];
  /** How spreadsheets become rows that are not saved in the usual way. */
  readonly importers?: readonly Importer[];
  /** Services that import rows of several resources. */
  readonly importDoors?: readonly ImportDoor[];
  /** Long pieces of work that users begin by a call. */
  readonly works?: readonly Work[];
  /** Followers by topic: run after the commit, exactly once, with all waiting events of the tenant together. */
  readonly follow?: { readonly [topic: string]: Follow };
  /** Splits an event that cannot be followed as a whole into parts, of which one may fail without the others. */
  readonly apart?: { readonly [topic: string]: (payload: unknown) => readonly unknown[] };
  /** Topics whose events are more work than one reading; few of them share a transaction. */
  readonly work?: Readonly<Record<string, number>>;
  /** Jobs of the queues that the migrator creates. */
  readonly jobs?: readonly Job[];
  /** The receivers of live events. */
  readonly audiences?: readonly Audience[];
  /** Live events reported to a locked screen, without content; whether they sound. */
  readonly alarms?: LockedAlarms;
  /** Work by the clock: started with the server, stopped before its database is closed. */
  readonly clocks?: readonly {
    readonly start: () => void;
    readonly stop: () => Promise<void>;
    readonly tick: () => Promise<void>;
  }[];
  /**
   * Creates and updates a tenant's initial data; runs at the tenant's creation and at every start, so it changes only
   * what is missing or outdated.
   */
  readonly provision?: (ctx: CallCtx) => Promise<void>;
}
