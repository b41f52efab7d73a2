import { groupBy } from '../../platform/group-by.ts';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { StoredEvent } from './delivery.ts';
import { metricsOf, tableOf } from './points.ts';

type Stored = StoredEvent['readings'][number];

/** Rows that were neither replaced nor declared void. */
const live = (table: string): string => `r.quality not in (2, 4) and not exists (select 1 from "${table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id)`;

function byKind(readings: readonly Stored[]): ReadonlyMap<ReadingKind, readonly Stored[]> {
  return groupBy(readings, ([kind]) => kind as ReadingKind);
}

/**
 * Keeps the newest reading of each kind by time of measurement, whatever the order of arrival. Where a row was replaced or declared void,
 * the newest is looked up again.
 */
export async function followLatest(ctx: CallCtx, readings: readonly Stored[]): Promise<void> {
  await Promise.all([...byKind(readings)].map(async ([kind, group]) => {
    const { resource } = tableOf(kind);
    const figures = metricsOf(kind).map(({ key, column }) => `'${key}', r."${column}"`).join(', ');
    const level = 'level' in resource.fields ? 'r.level' : '0::smallint';
    const keys = keysOf(group);
    const replaced = keys.filter((key) => key.replaced);
    if (replaced.length > 0) {
      await ctx.tx.execute(
        `delete from reading_latest l using unnest($3::bigint[], $4::bigint[]) as k(client_id, device_id) where l.tenant_id = $1 and l.kind = $2 and l.client_id = coalesce(k.client_id, 0) and l.device_id = coalesce(k.device_id, 0)`,
        [ctx.tenantId, kind, replaced.map(({ clientId }) => clientId), replaced.map(({ deviceId }) => deviceId)]);
    }
    await ctx.tx.execute(
      `insert into reading_latest (tenant_id, device_id, client_id, kind, measured_at, reading_id, level, figures)
       select $1, coalesce(k.device_id, 0), coalesce(k.client_id, 0), $2, r.measured_at, r.id, ${level}, jsonb_build_object(${figures})
       from unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) as k(client_id, device_id, since, until)
       cross join lateral (select r.* from "${resource.table}" r where r.tenant_id = $1 and r.measured_at >= k.since and r.measured_at <= k.until and r.client_id is not distinct from k.client_id and r.device_id is not distinct from k.device_id and ${live(resource.table)}
         order by r.measured_at desc, r.id desc limit 1) r
       on conflict (tenant_id, device_id, client_id, kind) do update set measured_at = excluded.measured_at, reading_id = excluded.reading_id, level = excluded.level, figures = excluded.figures
       where excluded.measured_at > reading_latest.measured_at or (excluded.measured_at = reading_latest.measured_at and excluded.reading_id > reading_latest.reading_id)`,
      [ctx.tenantId, kind, keys.map(({ clientId }) => clientId), keys.map(({ deviceId }) => deviceId), keys.map(sinceOf), keys.map(untilOf)]);
  }));
}

const lookBackMs = 400 * 86_400_000;

interface LatestKey {
  readonly clientId: number | null;
  readonly deviceId: number | null;
  first: number;
  last: number;
  replaced: boolean;
}

/** Each person and device of a delivery once, with its span of time. One pass: a delivery may hold thousands of readings. */
function keysOf(group: readonly Stored[]): readonly LatestKey[] {
  const found = new Map<string, LatestKey>();
  for (const [, clientId, deviceId, at, , supersedes] of group) {
    const name = `${clientId}|${deviceId}`;
    const key = found.get(name) ?? { clientId, deviceId, first: at, last: at, replaced: false };
    found.set(name, key);
    key.first = Math.min(key.first, at);
    key.last = Math.max(key.last, at);
    key.replaced ||= supersedes !== null;
  }
  return [...found.values()];
}

/** From when on the newest is looked for: among what came now, or, where a row was replaced, in the last year too. */
const sinceOf = (key: LatestKey): Date => new Date(key.replaced ? key.first - lookBackMs : key.last);
/** What came later has an event of its own. */
const untilOf = (key: LatestKey): Date => new Date(key.replaced ? key.last + lookBackMs : key.last);

const hourMs = 3_600_000;

interface Hours {
  /** A row was replaced, so that an hour may have fewer readings than before. */
  readonly shrunk: boolean;
  readonly clients: readonly number[];
  readonly hours: readonly Date[];
}

function hoursOf(group: readonly Stored[]): Hours {
  const seen = new Map<string, readonly [number, number]>();
  for (const [, clientId, , at] of group) if (clientId !== null) seen.set(`${clientId}|${Math.floor(at / hourMs)}`, [clientId, Math.floor(at / hourMs) * hourMs]);
  return { shrunk: group.some(([, , , , , supersedes]) => supersedes !== null), clients: [...seen.values()].map(([clientId]) => clientId), hours: [...seen.values()].map(([, hour]) => new Date(hour)) };
}

async function rebuildHours(ctx: CallCtx, kind: ReadingKind, { clients, hours, shrunk }: Hours): Promise<void> {
  if (shrunk) await ctx.tx.execute('delete from reading_hour h using unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour) where h.tenant_id = $1 and h.kind = $2 and h.client_id = k.client_id and h.hour = k.hour', [ctx.tenantId, kind, clients, hours]);
  const { resource } = tableOf(kind);
  const metrics = metricsOf(kind);
  const abnormal = 'level' in resource.fields ? 'count(*) filter (where r.level > 0)' : '0';
  const rows = metrics.map(({ key, column }) => `('${key}', r."${column}"::double precision)`).join(', ');
  await ctx.tx.execute(
    `insert into reading_hour (tenant_id, client_id, kind, metric, hour, count, abnormal_count, sum, sum_squares, min, max)
     select $1, k.client_id, $2, f.metric, k.hour, count(*), ${abnormal}, sum(f.value), sum(f.value * f.value), min(f.value), max(f.value)
     from unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour)
     join "${resource.table}" r on r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at >= k.hour and r.measured_at < k.hour + interval '1 hour' and ${live(resource.table)}
     cross join lateral (values ${rows}) as f(metric, value) where f.value is not null group by k.client_id, f.metric, k.hour
     on conflict (tenant_id, client_id, kind, metric, hour) do update set count = excluded.count, abnormal_count = excluded.abnormal_count, sum = excluded.sum, sum_squares = excluded.sum_squares, min = excluded.min, max = excluded.max`,
    [ctx.tenantId, kind, clients, hours]);
}

async function rebuildDays(ctx: CallCtx, kind: ReadingKind, { clients, hours, shrunk }: Hours): Promise<void> {
  if (shrunk) await ctx.tx.execute('delete from reading_day d using unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour) where d.tenant_id = $1 and d.kind = $2 and d.client_id = k.client_id and d.day = (k.hour at time zone $5)::date', [ctx.tenantId, kind, clients, hours, ctx.caller.zone]);
  await ctx.tx.execute(
    `insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
     select $1, d.client_id, $2, h.metric, d.day, sum(h.count), sum(h.abnormal_count), sum(h.sum), sum(h.sum_squares), min(h.min), max(h.max)
     from (select distinct k.client_id, (k.hour at time zone $5)::date as day from unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour)) d
     join reading_hour h on h.tenant_id = $1 and h.client_id = d.client_id and h.kind = $2 and h.hour >= (d.day::timestamp at time zone $5) and h.hour < ((d.day + 1)::timestamp at time zone $5)
     group by d.client_id, h.metric, d.day
     on conflict (tenant_id, client_id, kind, metric, day) do update set count = excluded.count, abnormal_count = excluded.abnormal_count, sum = excluded.sum, sum_squares = excluded.sum_squares, min = excluded.min, max = excluded.max`,
    [ctx.tenantId, kind, clients, hours, ctx.caller.zone]);
}

async function countDays(ctx: CallCtx, kind: ReadingKind, all: readonly Stored[]): Promise<void> {
  const group = all.filter(([, , , , , supersedes]) => supersedes === null);
  if (group.length === 0) return;
  await ctx.tx.execute(
    `insert into reading_total (tenant_id, kind, day, count) select $1, $2, (t.at at time zone $4)::date, count(*) from unnest($3::timestamptz[]) as t(at) group by 3
     on conflict (tenant_id, kind, day) do update set count = reading_total.count + excluded.count`,
    [ctx.tenantId, kind, group.map(([, , , at]) => new Date(at)), ctx.caller.zone]);
}

/** Rebuilds the hours and days that new readings touch and adds to the totals; an event lists every row exactly once. */
export async function followRollups(ctx: CallCtx, readings: readonly Stored[]): Promise<void> {
  for (const [kind, group] of byKind(readings)) {
    const hours = hoursOf(group);
    const rolled = hours.clients.length === 0 || kind === 'location' ? [] : [rebuildHours(ctx, kind, hours), rebuildDays(ctx, kind, hours)];
    await Promise.all([...rolled, countDays(ctx, kind, group)]);
  }
}

/** Notes the signs of life of devices: last seen, battery, signal, and by which source. */
export async function followContacts(ctx: CallCtx, contacts: StoredEvent['contacts']): Promise<void> {
  if (contacts.length === 0) return;
  const newest = new Map<number, StoredEvent['contacts'][number]>();
  for (const contact of contacts) if ((newest.get(contact[0])?.[1] ?? 0) <= contact[1]) newest.set(contact[0], contact);
  const rows = [...newest.values()].toSorted(([one], [other]) => one - other);
  await ctx.tx.execute(
    `update device d set last_seen_at = greatest(d.last_seen_at, c.at), online = 1, battery = coalesce(c.battery, d.battery), signal = coalesce(c.signal, d.signal), is_charging = coalesce(c.charging, d.is_charging), last_source_id = c.source
     from unnest($2::bigint[], $3::timestamptz[], $4::smallint[], $5::smallint[], $6::boolean[], $7::bigint[]) as c(id, at, battery, signal, charging, source)
     where d.tenant_id = $1 and d.id = c.id and (d.last_seen_at is null or d.last_seen_at < c.at - interval '30 seconds' or d.online = 0 or c.battery is distinct from d.battery)`,
    [ctx.tenantId, rows.map(([id]) => id), rows.map(([, at]) => new Date(at)), rows.map(([, , battery]) => battery), rows.map(([, , , signal]) => signal), rows.map(([, , , , charging]) => charging), rows.map(([, , , , , source]) => source)]);
}
