import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { planEachTime } from '../../../platform/database/plan-each-time.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { countedOf, type Addition, type PersonHour } from './counted.ts';
import type { CountedEvent, StoredEvent } from '../intake/delivery.ts';
import { metricsOf, tableOf } from '../readings/points.ts';
import { isNoTwin } from './no-twin.ts';
import { mixedSpansSql, noteTwins, spansOf, twinHours } from './twins.ts';

type EventReading = StoredEvent['readings'][number];

const live = (table: string): string =>
  `r.quality not in (2, 4, 5) and not exists (select 1 from "${table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id)`;

function byKind(readings: readonly EventReading[]): ReadonlyMap<ReadingKind, readonly EventReading[]> {
  return groupBy(readings, ([kind]) => kind as ReadingKind);
}

/** Keeps the newest reading of each kind by measuring time; after a replaced one it is searched again. */
export async function followLatest(ctx: CallCtx, readings: readonly EventReading[]): Promise<void> {
  await Promise.all(
    [...byKind(readings)].map(async ([kind, group]) => {
      const { resource } = tableOf(kind);
      const figures = metricsOf(kind)
        .map(({ key, column }) => `'${key}', r."${column}"`)
        .join(', ');
      const level = 'level' in resource.fields ? 'r.level' : '0::smallint';
      const keys = keysOf(group);
      // An index finds the readings of a person by equality only.
      const ofPerson = keys.every(({ clientId }) => clientId !== null)
        ? 'r.client_id = k.client_id'
        : 'r.client_id is not distinct from k.client_id';
      const replaced = keys.filter((key) => key.replaced);
      if (replaced.length > 0) {
        await ctx.tx.execute(
          `delete from reading_latest l using unnest($3::bigint[], $4::bigint[]) as k(client_id, device_id) where l.tenant_id = $1 and l.kind = $2 and l.client_id = coalesce(k.client_id, 0) and l.device_id = coalesce(k.device_id, 0)`,
          [ctx.tenantId, kind, replaced.map(({ clientId }) => clientId), replaced.map(({ deviceId }) => deviceId)],
        );
      }
      await ctx.tx.execute(
        `insert into reading_latest (tenant_id, device_id, client_id, kind, measured_at, reading_id, level, figures)
       select $1, coalesce(k.device_id, 0), coalesce(k.client_id, 0), $2, r.measured_at, r.id, ${level}, jsonb_build_object(${figures})
       from unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) as k(client_id, device_id, since, until)
       cross join lateral (select * from (select r.* from "${resource.table}" r where r.tenant_id = $1 and r.measured_at >= k.since and r.measured_at <= k.until and ${ofPerson} and r.device_id is not distinct from k.device_id and ${live(resource.table)}
         order by r.measured_at desc fetch first row with ties) r order by r.id desc limit 1) r
       on conflict (tenant_id, device_id, client_id, kind) do update set measured_at = excluded.measured_at, reading_id = excluded.reading_id, level = excluded.level, figures = excluded.figures
       where excluded.measured_at > reading_latest.measured_at or (excluded.measured_at = reading_latest.measured_at and excluded.reading_id > reading_latest.reading_id)`,
        [
          ctx.tenantId,
          kind,
          keys.map(({ clientId }) => clientId),
          keys.map(({ deviceId }) => deviceId),
          keys.map(sinceOf),
          keys.map(untilOf),
        ],
      );
    }),
  );
}

const lookBackMs = 400 * 86_400_000;

interface LatestKey {
  readonly clientId: number | null;
  readonly deviceId: number | null;
  first: number;
  last: number;
  replaced: boolean;
}

/** Persons and devices of a delivery with their period, in one pass over up to thousands of readings. */
function keysOf(group: readonly EventReading[]): readonly LatestKey[] {
  const devices = new Map<number | null, Map<number | null, LatestKey>>();
  for (const [, clientId, deviceId, at, , supersedes] of group) {
    let keys = devices.get(deviceId);
    if (!keys) devices.set(deviceId, (keys = new Map<number | null, LatestKey>()));
    let key = keys.get(clientId);
    if (!key) keys.set(clientId, (key = { clientId, deviceId, first: at, last: at, replaced: false }));
    key.first = Math.min(key.first, at);
    key.last = Math.max(key.last, at);
    key.replaced ||= supersedes !== null;
  }
  return [...devices.values()].flatMap((keys) => [...keys.values()]);
}

/** The newest reading is searched in the delivery, and in 400 days around it after a replaced reading. */
const sinceOf = (key: LatestKey): Date => new Date(key.replaced ? key.first - lookBackMs : key.first);
const untilOf = (key: LatestKey): Date => new Date(key.replaced ? key.last + lookBackMs : key.last);

/** Adds new readings to hours and days. Days are sums of whole hours, as in a recount. */
async function addUp(ctx: CallCtx, kind: ReadingKind, additions: readonly Addition[]): Promise<void> {
  if (additions.length === 0) return;
  const grown = (table: string): string =>
    `count = ${table}.count + excluded.count, abnormal_count = ${table}.abnormal_count + excluded.abnormal_count, sum = ${table}.sum + excluded.sum, sum_squares = ${table}.sum_squares + excluded.sum_squares, min = least(${table}.min, excluded.min), max = greatest(${table}.max, excluded.max)`;
  await ctx.tx.execute(
    `with a as (select * from unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::integer[], $7::integer[], $8::double precision[], $9::double precision[], $10::double precision[], $11::double precision[]) as a(client_id, metric, hour, count, abnormal_count, sum, sum_squares, min, max)),
       h as (insert into reading_hour (tenant_id, client_id, kind, metric, hour, count, abnormal_count, sum, sum_squares, min, max)
         select $1, a.client_id, $2, a.metric, a.hour, a.count, a.abnormal_count, a.sum, a.sum_squares, a.min, a.max from a
         on conflict (tenant_id, client_id, kind, metric, hour) do update set ${grown('reading_hour')})
     insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
     select $1, a.client_id, $2, a.metric, (a.hour at time zone $12)::date as day, sum(a.count), sum(a.abnormal_count), sum(a.sum), sum(a.sum_squares), min(a.min), max(a.max) from a group by a.client_id, a.metric, day
     on conflict (tenant_id, client_id, kind, metric, day) do update set ${grown('reading_day')}`,
    [
      ctx.tenantId,
      kind,
      additions.map(({ clientId }) => clientId),
      additions.map(({ metric }) => metric),
      additions.map(({ hour }) => new Date(hour)),
      additions.map(({ count }) => count),
      additions.map(({ abnormal }) => abnormal),
      additions.map(({ sum }) => sum),
      additions.map(({ squares }) => squares),
      additions.map(({ min }) => min),
      additions.map(({ max }) => max),
      ctx.caller.zone,
    ],
  );
}

/** Rows that their own event will add. Read in the same statement as the rows, so that none counts twice. */
const waiting = `waiting as materialized (select e.id::bigint as id from outbox o cross join lateral json_array_elements_text(o.payload -> 'id') as e(id) where o.tenant_id = $1 and o.topic = 'readings.counted' and o.payload ->> 'kind' = $2)`;

async function recountedHours(
  ctx: CallCtx,
  kind: ReadingKind,
  keys: readonly [clients: readonly number[], hours: readonly Date[]],
): Promise<void> {
  const { resource } = tableOf(kind);
  const abnormal = 'level' in resource.fields ? 'count(*) filter (where r.level > 0)' : '0';
  const rows = metricsOf(kind)
    .map(({ key, column }) => `('${key}', r."${column}"::double precision)`)
    .join(', ');
  await Promise.all([
    noteTwins(ctx, kind, { keys, live: live(resource.table), waiting }),
    ctx.tx.execute(
      'delete from reading_hour h using unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour) where h.tenant_id = $1 and h.kind = $2 and h.client_id = k.client_id and h.hour = k.hour',
      [ctx.tenantId, kind, ...keys],
    ),
    ctx.tx.execute(
      `with ${waiting} insert into reading_hour (tenant_id, client_id, kind, metric, hour, count, abnormal_count, sum, sum_squares, min, max)
       select $1, k.client_id, $2, f.metric, k.hour, count(*), ${abnormal}, sum(f.value), sum(f.value * f.value), min(f.value), max(f.value)
       from unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour)
       cross join lateral (select * from "${resource.table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at >= k.hour and r.measured_at < k.hour + interval '1 hour' and ${live(resource.table)} and not exists (select 1 from waiting w where w.id = r.id) and ${isNoTwin('r')} offset 0) r
       cross join lateral (values ${rows}) as f(metric, value) where f.value is not null group by k.client_id, f.metric, k.hour`,
      [ctx.tenantId, kind, ...keys],
    ),
  ]);
}

async function recountedDays(
  ctx: CallCtx,
  kind: ReadingKind,
  keys: readonly [clients: readonly number[], hours: readonly Date[]],
): Promise<void> {
  const values = [ctx.tenantId, kind, ...keys, ctx.caller.zone];
  await Promise.all([
    ctx.tx.execute(
      'delete from reading_day d using unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour) where d.tenant_id = $1 and d.kind = $2 and d.client_id = k.client_id and d.day = (k.hour at time zone $5)::date',
      values,
    ),
    ctx.tx.execute(
      `insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
       select $1, d.client_id, $2, h.metric, d.day, sum(h.count), sum(h.abnormal_count), sum(h.sum), sum(h.sum_squares), min(h.min), max(h.max)
       from (select distinct k.client_id, (k.hour at time zone $5)::date as day from unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour)) d
       cross join unnest($6::text[]) m(metric)
       cross join lateral (select * from reading_hour h where h.tenant_id = $1 and h.client_id = d.client_id and h.kind = $2 and h.metric = m.metric and h.hour >= (d.day::timestamp at time zone $5) and h.hour < ((d.day + 1)::timestamp at time zone $5) offset 0) h
       group by d.client_id, h.metric, d.day`,
      // With its metric named, the index finds the hours of a day; `offset 0` keeps the planner from reading all hours.
      [...values, metricsOf(kind).map(({ key }) => key)],
    ),
  ]);
}

const lockRollups = (tx: Tx): Promise<number> =>
  tx.execute("select pg_advisory_xact_lock(hashtextextended('rollups', $1))", [tx.tenantId]);

export async function recountHours(ctx: CallCtx, kind: ReadingKind, hours: readonly PersonHour[]): Promise<void> {
  if (hours.length === 0) return;
  const keys = [hours.map(({ clientId }) => clientId), hours.map(({ hour }) => new Date(hour))] as const;
  await Promise.all([lockRollups(ctx.tx), recountedHours(ctx, kind, keys), recountedDays(ctx, kind, keys)]);
}

async function addTotals(ctx: CallCtx, kind: ReadingKind, quarters: ReadonlyMap<number, number>): Promise<void> {
  if (quarters.size === 0) return;
  await ctx.tx.execute(
    `insert into reading_total (tenant_id, kind, day, count) select $1, $2, (t.at at time zone $5)::date, sum(t.count) from unnest($3::timestamptz[], $4::bigint[]) as t(at, count) group by 3
     on conflict (tenant_id, kind, day) do update set count = reading_total.count + excluded.count`,
    [ctx.tenantId, kind, [...quarters.keys()].map((at) => new Date(at)), [...quarters.values()], ctx.caller.zone],
  );
}

/** Recounts the totals of days (`YYYY-MM-DD` in the tenant's zone, inclusive), without queued readings. */
export async function recountTotals(
  tx: Tx,
  kind: ReadingKind,
  days: { readonly first: string; readonly last: string; readonly zone: string },
): Promise<void> {
  const { table } = tableOf(kind).resource;
  const values = [tx.tenantId, kind, days.first, days.last];
  await Promise.all([
    lockRollups(tx),
    tx.execute(
      'delete from reading_total where tenant_id = $1 and kind = $2 and day between $3::date and $4::date',
      values,
    ),
    tx.execute(
      `with ${waiting} insert into reading_total (tenant_id, kind, day, count) select $1, $2, (r.measured_at at time zone $5)::date as day, count(*) from "${table}" r
       where r.tenant_id = $1 and r.measured_at >= $3::date::timestamp at time zone $5 and r.measured_at < ($4::date + 1)::timestamp at time zone $5 and r.supersedes is null and not exists (select 1 from waiting w where w.id = r.id) group by 3`,
      [...values, days.zone],
    ),
  ]);
}

interface RareRows {
  readonly replaced: ReadonlySet<number>;
  /** Rows that may have one of another origin of their person within a minute. */
  readonly nearby: readonly { readonly clientId: number; readonly at: Date }[];
}

/** Reads replaced rows and possible duplicates of the rows of events, both rare, in one statement. */
async function rareRowsOf(ctx: CallCtx, kind: ReadingKind, events: readonly CountedEvent[]): Promise<RareRows> {
  const [first, last] = events.reduce(
    ([from, to], { at }) =>
      at.reduce(([least, most], each): readonly [number, number] => [Math.min(least, each), Math.max(most, each)], [
        from,
        to,
      ] as readonly [number, number]),
    [Number.POSITIVE_INFINITY, 0] as readonly [number, number],
  );
  const { table } = tableOf(kind).resource;
  const readings =
    kind === 'location'
      ? []
      : events.flatMap(({ client, at }) =>
          client.flatMap((clientId, row) => (clientId === null ? [] : [{ clientId, at: at[row] ?? 0 }])),
        );
  const spans = spansOf(readings);
  const found = await planEachTime(ctx.tx, () =>
    ctx.tx.query<{ id: number | null; place: number | null }>(
      `select supersedes as id, null::integer as place from "${table}" where tenant_id = $1 and supersedes is not null and measured_at between $2 and $3 union all ${mixedSpansSql(table)}`,
      [
        ctx.tenantId,
        new Date(first),
        new Date(last),
        spans.map(({ clientId }) => clientId),
        spans.map((span) => new Date(span.first)),
        spans.map((span) => new Date(span.last)),
      ],
    ),
  );
  const mixed = groupBy(
    found.flatMap(({ place }) => spans[(place ?? 0) - 1] ?? []),
    ({ clientId }) => clientId,
  );
  const isMixed = ({ clientId, at }: { clientId: number; at: number }): boolean =>
    mixed.get(clientId)?.some((span) => span.first <= at && at <= span.last) ?? false;
  return {
    replaced: new Set(found.flatMap(({ id }) => id ?? [])),
    nearby:
      mixed.size === 0 ? [] : readings.filter(isMixed).map(({ clientId, at }) => ({ clientId, at: new Date(at) })),
  };
}

/**
 * Adds new readings to hours, days and totals. Hours with replaced rows or equal readings of two sources are
 * recounted, so that the order of arrival does not matter.
 */
export async function followRollups(ctx: CallCtx, events: readonly CountedEvent[]): Promise<void> {
  await lockRollups(ctx.tx);
  for (const [kind, group] of groupBy(events, (event) => event.kind)) {
    const { replaced, nearby } = await rareRowsOf(ctx, kind, group);
    const { additions, recounted, quarters } = countedOf(group, replaced, await twinHours(ctx, kind, nearby));
    const rolled = kind === 'location' ? [] : [addUp(ctx, kind, additions), recountHours(ctx, kind, recounted)];
    await Promise.all([...rolled, addTotals(ctx, kind, quarters)]);
  }
}
