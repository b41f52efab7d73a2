import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { measuredBySql } from '../intake/sub-devices.ts';
import { tableOf } from '../readings/points.ts';

export interface StoredRow {
  readonly id: number;
  readonly clientId: number;
  readonly measuredAt: Date;
  readonly receivedAt: Date;
  readonly quality: number;
  readonly origin: number;
  readonly storedLevel: number;
  readonly deviceId: number | null;
  readonly slot: number;
  readonly sourceId: number | null;
  readonly typeCode: string | null;
  readonly registered: boolean | null;
  /** From a source that imports. */
  readonly imported: boolean;
  readonly [metric: string]: unknown;
}

/** Persons, up to an instant, and how many readings; all readings of the oldest instant are included. */
type Wanted = readonly { readonly clientId: number; readonly until: Date; readonly count: number }[];

/** With more queued readings than this the queue is not read, so that alarms are not delayed. */
const mostWaiting = 300;
const waits = "tenant_id = $1 and lane = 0 and failed_at is null and topic = 'readings.stored'";

/** Ids of readings that are still queued. Read in the same statement as the rows, so that none is stored in between. */
const waitingSql = `with w as materialized (select e.id::bigint as id
    from (select payload from outbox where ${waits} and (select sum(weight) from outbox where ${waits}) <= ${mostWaiting}) o
    cross join lateral rows from (json_array_elements_text(o.payload->'id'), json_array_elements_text(o.payload->'client')) as e(id, client)
    where o.payload->>'kind' = $5 and e.client = any($2::bigint[]::text[]))`;

const isFollowed = (row: string): string => `and not exists (select 1 from w where w.id = ${row}.id)`;

function newestSql(kind: ReadingKind, only: (row: string) => string): string {
  const { own, resource } = tableOf(kind);
  const columns = own.map(({ key, name }) => `r."${name}" as "${key}"`).join(', ');
  return `select r.*, ${measuredBySql.columns}, coalesce(f.protocol = 'import', false) as imported
     from unnest($2::bigint[], $3::timestamptz[], $4::integer[]) as k(client_id, until, most)
     cross join lateral (select r.id, r.client_id as "clientId", r.measured_at as "measuredAt", r.received_at as "receivedAt", r.quality, r.origin, r.level as "storedLevel", r.device_id, r.device_id as "deviceId", r.child_imei, r.slot, r.source_id, r.source_id as "sourceId", ${columns} from "${resource.table}" r
       where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at <= k.until and r.quality <> 4 ${only('r')}
         and not exists (select 1 from "${resource.table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id ${only('n')})
       order by r.measured_at desc fetch first (k.most) rows with ties) r
     ${measuredBySql.joins}
     left join ingest_source f on f.tenant_id = $1 and f.id = r.source_id`;
}

const askedColumns = (asked: Wanted): readonly (readonly unknown[])[] => [
  asked.map(({ clientId }) => clientId),
  asked.map(({ until }) => until),
  asked.map(({ count }) => count),
];

export const newestReadings = (ctx: CallCtx, kind: ReadingKind, asked: Wanted): Promise<readonly StoredRow[]> =>
  ctx.tx.query<StoredRow>(
    newestSql(kind, () => ''),
    [ctx.tenantId, ...askedColumns(asked)],
  );

interface Span {
  readonly clientIds: readonly number[];
  readonly since: Date;
  readonly until: Date;
}

const isSince = (row: string): string => `and ${row}.measured_at >= $5`;
const mostOfSpan = 1_000_000;

/** All readings of persons between two instants. */
export const readingsBetween = (ctx: CallCtx, kind: ReadingKind, span: Span): Promise<readonly StoredRow[]> => {
  const asked = span.clientIds.map((clientId) => ({ clientId, until: span.until, count: mostOfSpan }));
  return ctx.tx.query<StoredRow>(newestSql(kind, isSince), [ctx.tenantId, ...askedColumns(asked), span.since]);
};

/** The newest readings of persons without those that are still queued. */
export const followedReadings = (ctx: CallCtx, kind: ReadingKind, asked: Wanted): Promise<readonly StoredRow[]> =>
  ctx.tx.query<StoredRow>(`${waitingSql} ${newestSql(kind, isFollowed)}`, [ctx.tenantId, ...askedColumns(asked), kind]);
