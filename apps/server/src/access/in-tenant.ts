import type { Model, Regions } from '@kangmai/resource';
import type { Database, Lane, Statement, Tx } from '../platform/database/database.ts';
import type { LiveBus, LiveEvent } from '../platform/live-bus.ts';
import { liveStatements } from '../platform/live-relay.ts';
import type { UrgentWork } from '../platform/urgent-work.ts';
import type { Caller } from './caller.ts';
import { mayOf, type Ctx, type Sealer, type When } from './ctx.ts';
import { dueOf, laneOf, type FollowLane } from './follow-lanes.ts';
import { RecordedSearches, recordSearch, UnrecordedSearch } from './searches.ts';

/** What all calls share. */
export interface Surroundings {
  readonly database: Database;
  readonly model: Model;
  readonly now: () => Date;
  readonly sealerOf: (tenantId: number) => Sealer | Promise<Sealer>;
  /** Zone-less text in a zone → instant. */
  readonly toInstant: (localText: string, zone: string) => Date | undefined;
  /** The calendar day of an instant in a zone. */
  readonly dayOf: (at: Date, zone: string) => string;
  readonly regions: Regions;
  readonly bus: LiveBus;
  /** Called after a commit with events in these lanes of the outbox that may be followed at once. */
  readonly outboxFilled: (tenantId: number, lanes: ReadonlySet<FollowLane>) => void;
  /** Alarming readings in progress in this process; large work waits for them. */
  readonly urgentWork: UrgentWork;
}

interface Emitted {
  readonly topic: string;
  readonly payload: object;
  readonly when: When | undefined;
}

function outboxStatements(tenantId: number, events: readonly Emitted[]): readonly Statement[] {
  if (events.length === 0) return [];
  const sql =
    'insert into outbox (tenant_id, topic, payload, available_at, lane) select $1, e.topic, e.payload, coalesce(e.due, now()), e.lane from unnest($2::text[], $3::jsonb[], $4::timestamptz[], $5::smallint[]) as e(topic, payload, due, lane)';
  const values = [
    tenantId,
    events.map(({ topic }) => topic),
    events.map(({ payload }) => JSON.stringify(payload)),
    events.map(({ when }) => dueOf(when)),
    events.map(({ when }) => laneOf(when)),
  ];
  return [{ sql, values }];
}

/** Builds the context of a caller around an open transaction. Its events are written together with the commit. */
export function makeCtx(
  surroundings: Surroundings,
  input: { readonly caller: Caller; readonly tx: Tx; readonly sealer: Sealer; readonly searches?: Ctx['searches'] },
): Ctx {
  const { caller, tx, sealer } = input;
  const events: Emitted[] = [];
  const isDueNow = (when: When | undefined): boolean => (dueOf(when) ?? surroundings.now()) <= surroundings.now();
  const shown: LiveEvent[] = [];
  const ctx: Ctx = {
    caller,
    tx,
    sealer,
    model: surroundings.model,
    tenantId: caller.tenantId,
    now: surroundings.now,
    today: () => surroundings.dayOf(surroundings.now(), caller.zone),
    check: {
      now: surroundings.now,
      regions: surroundings.regions,
      toInstant: (text) => surroundings.toInstant(text, caller.zone),
    },
    can: mayOf(caller),
    searches: input.searches ?? new RecordedSearches(),
    emit: (topic, payload, when) => {
      events.push({ topic, payload, when });
    },
    publish: (event) => {
      shown.push(event);
      tx.afterCommit(() => surroundings.bus.publish(event));
    },
  };
  tx.withCommit(() => {
    const lanes = new Set(events.filter(({ when }) => isDueNow(when)).map(({ when }) => laneOf(when)));
    if (lanes.size > 0) tx.afterCommit(() => surroundings.outboxFilled(caller.tenantId, lanes));
    return [...liveStatements(caller.tenantId, surroundings.bus, shown), ...outboxStatements(caller.tenantId, events)];
  });
  return ctx;
}

interface Work {
  readonly caller: Caller;
  readonly lane?: Lane;
  readonly isReading?: boolean;
  readonly searches: Ctx['searches'];
}

async function inTransaction<T>(surroundings: Surroundings, input: Work, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { caller, searches, lane, isReading = false } = input;
  const sealer = await surroundings.sealerOf(caller.tenantId);
  return surroundings.database.withTenant(
    caller.tenantId,
    (tx) => work(makeCtx(surroundings, { caller, tx, sealer, searches })),
    { isReading, ...(lane && { lane }) },
  );
}

/**
 * Runs work in one transaction of the caller's tenant; its events are sent after the commit or not at all. Work that
 * needs a search by a sealed value is rolled back and repeated once the search is recorded in a transaction of its own:
 * the record remains even when the work is refused.
 */
export async function inTenant<T>(
  surroundings: Surroundings,
  input: Omit<Work, 'searches'>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const searches = new RecordedSearches();
  for (;;) {
    try {
      return await inTransaction(surroundings, { ...input, searches }, work);
    } catch (error) {
      if (!(error instanceof UnrecordedSearch)) throw error;
      await inTransaction(surroundings, { ...input, isReading: false, searches }, (ctx) =>
        recordSearch(ctx, error.search),
      );
      searches.add(error.search);
    }
  }
}
