import { twinMs } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import type { PersonHour } from './counted.ts';
import { metricsOf, tableOf } from '../readings/points.ts';

const near = `interval '${twinMs} ms'`;
const hourMs = 3_600_000;
const origin = (row: string): string => `(${row}.device_id, ${row}.slot, ${row}.source_id)`;
const last = '9223372036854775807';

/** Order of equal readings: registered products and manual entries first, then by device, slot and source. */
const rank = (row: string): string =>
  `(case when ${row}.device_id is null or exists (select 1 from device v join device_product w on w.tenant_id = v.tenant_id and w.id = v.product_id where v.tenant_id = $1 and v.id = ${row}.device_id and coalesce(w.registration_no, '') <> '') then 0 else 1 end, coalesce(${row}.device_id, ${last}), ${row}.slot, coalesce(${row}.source_id, ${last}))`;

const sameFigures = (kind: ReadingKind): string =>
  metricsOf(kind)
    .map(({ column }) => `(o."${column}" = r."${column}" or o."${column}" is null or r."${column}" is null)`)
    .join(' and ');

const otherOriginSql = (
  kind: ReadingKind,
): string => `o.tenant_id = $1 and o.client_id = r.client_id and o.measured_at between r.measured_at - ${near} and r.measured_at + ${near} and ${origin('o')} is distinct from ${origin('r')}
  and not exists (select 1 from "${tableOf(kind).resource.table}" n where n.tenant_id = $1 and n.measured_at = o.measured_at and n.supersedes = o.id)`;

/** Hours to recount because two sources have equal readings; `nearby` are rows with another within a minute. */
export async function twinHours(
  ctx: CallCtx,
  kind: ReadingKind,
  nearby: readonly { readonly clientId: number; readonly at: Date }[],
): Promise<readonly PersonHour[]> {
  if (nearby.length === 0) return [];
  const { table } = tableOf(kind).resource;
  // "offset 0" makes PostgreSQL use the index on persons for each row, also in a partition without statistics.
  const rows = await ctx.tx.query<{ clientId: number; at: Date; beside: Date }>(
    `select distinct k.client_id as "clientId", k.at, o.beside from unnest($2::bigint[], $3::timestamptz[]) as k(client_id, at)
       cross join lateral (select * from "${table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at = k.at offset 0) r
       cross join lateral (select o.measured_at as beside from "${table}" o where ${otherOriginSql(kind)} and (r.supersedes is not null or (${sameFigures(kind)})) offset 0) o`,
    [ctx.tenantId, nearby.map(({ clientId }) => clientId), nearby.map(({ at }) => at)],
  );
  return rows.flatMap(({ clientId, at, beside }) =>
    [at, beside].map((each) => ({ clientId, hour: Math.floor(each.getTime() / hourMs) * hourMs })),
  );
}

/** Records the readings of some hours that are duplicates; `live` selects valid rows, `waiting` queued ones. */
export async function noteTwins(
  ctx: CallCtx,
  kind: ReadingKind,
  {
    keys,
    live,
    waiting,
  }: {
    readonly keys: readonly [clients: readonly number[], hours: readonly Date[]];
    readonly live: string;
    readonly waiting: string;
  },
): Promise<void> {
  const { table } = tableOf(kind).resource;
  await Promise.all([
    ctx.tx.execute(
      `delete from reading_twin t using unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour) where t.tenant_id = $1 and t.kind = $2 and t.client_id = k.client_id and t.measured_at >= k.hour and t.measured_at < k.hour + interval '1 hour'`,
      [ctx.tenantId, kind, ...keys],
    ),
    ctx.tx.execute(
      `with ${waiting} insert into reading_twin (tenant_id, client_id, kind, measured_at, reading_id) select $1, k.client_id, $2, r.measured_at, r.id from unnest($3::bigint[], $4::timestamptz[]) as k(client_id, hour)
       cross join lateral (select * from "${table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at >= k.hour and r.measured_at < k.hour + interval '1 hour' and ${live} and not exists (select 1 from waiting w where w.id = r.id) offset 0) r
       where exists (select 1 from "${table}" o where ${otherOriginSql(kind)} and o.quality not in (2, 4, 5) and ${sameFigures(kind)} and ${rank('o')} < ${rank('r')} offset 0)`,
      [ctx.tenantId, kind, ...keys],
    ),
  ]);
}

/** A person's readings with gaps of at most two minutes; first and last instant in ms. */
export interface Span {
  readonly clientId: number;
  readonly first: number;
  readonly last: number;
}

export function spansOf(readings: readonly { readonly clientId: number; readonly at: number }[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { clientId, at } of readings.toSorted(
    (one, other) => one.clientId - other.clientId || one.at - other.at,
  )) {
    const before = spans.at(-1);
    if (before?.clientId === clientId && at - before.last <= 2 * twinMs)
      spans[spans.length - 1] = { ...before, last: at };
    else spans.push({ clientId, first: at, last: at });
  }
  return spans;
}

const differs = (column: string): string =>
  `min(r.${column}) <> max(r.${column}) or (count(r.${column}) <> 0 and count(r.${column}) <> count(*))`;

/** Selects spans within a minute of which a person has rows of two origins. */
export const mixedSpansSql = (
  table: string,
): string => `select null::bigint as id, k.place::integer as place from unnest($4::bigint[], $5::timestamptz[], $6::timestamptz[]) with ordinality as k(client_id, first, last, place)
  where (select ${['device_id', 'slot', 'source_id'].map(differs).join(' or ')} from "${table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at between k.first - ${near} and k.last + ${near})`;
