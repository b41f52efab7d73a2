import type { Model, Regions } from '@kangmai/resource';
import type { Database, Lane, Statement, Tx } from '../platform/database/database.ts';
import type { LiveBus, LiveEvent } from '../platform/live-bus.ts';
import { liveStatements } from '../platform/live-relay.ts';
import type { UrgentWork } from '../platform/urgent-work.ts';
import type { Caller } from './caller.ts';
import { mayOf, type Ctx, type Sealer, type When } from './ctx.ts';
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
  /** Called after a commit with events in the outbox; `hasFirst` where some of them wait for no others. */
  readonly outboxFilled: (tenantId: number, hasFirst?: boolean) => void;
  /** Alarming readings in progress in this process; large work waits for them. */
  readonly urgentWork: UrgentWork;
}

interface Emitted {
  readonly topic: string;
  readonly payload: object;
  readonly when: When | undefined;
}

/** The lane of events that wait for no others. */
export const firstLane = 2;
/** The lane of statistics and other work that no alarm waits for. */
const lastLane = 1;

const isLastFrom = (when: When | undefined): when is Extract<When, { readonly lastFrom: Date }> =>
  typeof when === 'object' && 'lastFrom' in when;

function laneOf(when: When | undefined): number {
  if (when === 'first') return firstLane;
  return when === 'last' || isLastFrom(when) ? lastLane : 0;
}

function dueOf(when: When | undefined): Date | null {
  if (when instanceof Date) return when;
  return isLastFrom(when) ? when.lastFrom : null;
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
    if (events.length > 0) {
      const hasFirst = events.some(({ when }) => when === 'first');
      tx.afterCommit(() => surroundings.outboxFilled(caller.tenantId, hasFirst));
    }
    return [...liveStatements(caller.tenantId, surroundings.bus, shown), ...outboxStatements(caller.tenantId, events)];
  });
  return ctx;
}

interface Work {
  readonly caller: Caller;
  readonly lane?: Lane;
  readonly searches: Ctx['searches'];
}

async function inTransaction<T>(surroundings: Surroundings, input: Work, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { caller, searches } = input;
  const sealer = await surroundings.sealerOf(caller.tenantId);
  return surroundings.database.withTenant(
    caller.tenantId,
    (tx) => work(makeCtx(surroundings, { caller, tx, sealer, searches })),
    input.lane ? { lane: input.lane } : undefined,
  );
}

/**
 * Runs work in one transaction of the caller's tenant; its events are sent after the commit or not at all. Work that
 * needs a search by a sealed value is rolled back and repeated once the search is recorded in a transaction of its own:
 * the record remains even when the work is refused.
 */
export async function inTenant<T>(
  surroundings: Surroundings,
  input: { readonly caller: Caller; readonly lane?: Lane },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const searches = new RecordedSearches();
  for (;;) {
    try {
      return await inTransaction(surroundings, { ...input, searches }, work);
    } catch (error) {
      if (!(error instanceof UnrecordedSearch)) throw error;
      await inTransaction(surroundings, { ...input, searches }, (ctx) => recordSearch(ctx, error.search));
      searches.add(error.search);
    }
  }
}
