import { type ReadingKind, readingOfKind } from '@kangmai/model';
import { type AnyResource, jsonKeyOf } from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import { notReplaced, inSight, Values } from '../../engine/public.ts';
import { metricsOf } from '../main-loop/public.ts';
import { notOfDeleted } from '../clients/public.ts';

/** Above this number of readings not yet totalled, counting the person's rows is faster. */
const mostWaiting = 20_000;

/** The metric that every reading of the kind has, whose count is that of the readings. */
function certainMetric(kind: ReadingKind): string | undefined {
  const resource: AnyResource = readingOfKind[kind];
  const required = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.options.required ? [jsonKeyOf(name, field)] : [],
    ),
  );
  return metricsOf(kind).find(({ key }) => required.has(key))?.key;
}

const rowsOf = (table: string): string =>
  `from "${table}" b where b.tenant_id = $1 and b.client_id = any($2::bigint[]) and b.quality <> 4 and ${notReplaced({ table })}`;

/** Days of dropped months keep their statistics; before the first complete day the rows are counted. */
const sinceSql = `select k.day, k.day::timestamp at time zone (select time_zone from tenant where id = $1) as at
  from (select coalesce((select since from reading_kept where tenant_id = $1 and kind = $3), 'epoch') as day) k`;

/**
 * The exact number of a kind's readings of some persons from the statistics of days, without visiting each reading:
 * including those with poor or no contact, which no day counts, twins, and those not totalled yet. One statement, so
 * that none is counted twice or missed between two reads. Undefined when rows must be counted.
 */
export async function totalOfPersons(
  ctx: Pick<Ctx, 'tx' | 'tenantId'>,
  kind: ReadingKind,
  clientIds: readonly number[],
): Promise<number | undefined> {
  const metric = certainMetric(kind);
  if (metric === undefined) return undefined;
  const { table } = readingOfKind[kind];
  const row = await ctx.tx.one<{ total: number | null }>(
    `with since as materialized (${sinceSql}),
       waiting as materialized (select o.weight, o.payload from outbox o where o.tenant_id = $1 and o.topic = 'readings.counted' and o.payload ->> 'kind' = $3)
     select case when (select coalesce(sum(weight), 0) > ${mostWaiting} or coalesce(bool_or(payload ->> 'replaced' is not null), false) from waiting) then null else
         coalesce((select sum(d.count)::bigint from reading_day d where d.tenant_id = $1 and d.client_id = any($2::bigint[]) and d.kind = $3 and d.metric = $4 and d.day >= (select day from since)), 0)
         + (select count(*) from reading_twin t where t.tenant_id = $1 and t.client_id = any($2::bigint[]) and t.kind = $3 and t.measured_at >= (select at from since))
         + (select count(*) ${rowsOf(table)} and b.quality = any (array[2, 5]) and b.measured_at >= (select at from since))
         + (select count(*) ${rowsOf(table)} and b.measured_at < (select at from since))
         + (select count(*) from waiting w cross join lateral (select c.value as client, (w.payload -> 'at' ->> (c.ordinality - 1)::integer)::bigint as at, coalesce(w.payload -> 'quality' ->> (c.ordinality - 1)::integer, '0') as quality from json_array_elements_text(w.payload -> 'client') with ordinality c where c.value = any($2::text[])) r
             where r.quality not in ('2', '4', '5') and r.at >= (select date_part('epoch', at) * 1000 from since))
       end as total`,
    [ctx.tenantId, clientIds, kind, metric],
  );
  return row?.total ?? undefined;
}

/** The same of one person; 0 when the person is deleted or out of the caller's sight. */
export async function personTotal(ctx: Ctx, kind: ReadingKind, clientId: number): Promise<number | undefined> {
  const values = new Values(ctx);
  const place = values.bind(clientId);
  const scope = inSight(ctx, readingOfKind[kind], { alias: 'p', values });
  const [row, total] = await Promise.all([
    ctx.tx.one(
      `select 1 from (select $1::bigint as tenant_id, ${place}::bigint as client_id) p where ${notOfDeleted(place)} and ${scope}`,
      values.list,
    ),
    totalOfPersons(ctx, kind, [clientId]),
  ]);
  return row ? total : 0;
}
