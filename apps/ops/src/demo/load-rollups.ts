import { newsWindowHours } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { Tx } from '@kangmai/server/platform/database/database';
import { metricsOf, tableOf } from '@kangmai/server/modules/main-loop/public';

interface Parts {
  readonly kind: ReadingKind;
  readonly table: string;
  readonly hasLevel: boolean;
}

async function rollHours(tx: Tx, { kind, table, hasLevel }: Parts): Promise<void> {
  const metrics = metricsOf(kind);
  const rows = metrics.map(({ key, column }) => `('${key}', r."${column}"::double precision)`).join(', ');
  await tx.execute(
    `insert into reading_hour (tenant_id, client_id, kind, metric, hour, count, abnormal_count, sum, sum_squares, min, max)
     select $1, r.client_id, $2, f.metric, date_trunc('hour', r.measured_at, 'UTC') as hour, count(*), ${hasLevel ? 'count(*) filter (where r.level > 0)' : '0'}, sum(f.value), sum(f.value * f.value), min(f.value), max(f.value)
     from "${table}" r cross join lateral (values ${rows}) as f(metric, value)
     where r.tenant_id = $1 and r.client_id is not null and r.quality not in (2, 4, 5) and f.value is not null group by r.client_id, f.metric, hour order by r.client_id, f.metric, hour`,
    [tx.tenantId, kind],
  );
}

const daysSql = `insert into reading_day (tenant_id, client_id, kind, metric, day, count, abnormal_count, sum, sum_squares, min, max)
  select $1, client_id, kind, metric, (hour at time zone $2)::date as day, sum(count), sum(abnormal_count), sum(sum), sum(sum_squares), min(min), max(max)
  from reading_hour where tenant_id = $1 group by client_id, kind, metric, day order by client_id, kind, metric, day`;

async function rollLatest(tx: Tx, { kind, table, hasLevel }: Parts): Promise<void> {
  const figures = metricsOf(kind)
    .map(({ key, column }) => `'${key}', r."${column}"`)
    .join(', ');
  await tx.execute(
    `insert into reading_latest (tenant_id, device_id, client_id, kind, measured_at, reading_id, level, figures)
     select distinct on (r.device_id, r.client_id) $1, coalesce(r.device_id, 0), coalesce(r.client_id, 0), $2, r.measured_at, r.id, ${hasLevel ? 'r.level' : '0::smallint'}, jsonb_build_object(${figures})
     from "${table}" r where r.tenant_id = $1 and r.quality not in (2, 4, 5) order by r.device_id, r.client_id, r.measured_at desc, r.id desc`,
    [tx.tenantId, kind],
  );
}

const totalSql = (table: string): string =>
  `insert into reading_total (tenant_id, kind, day, count) select $1, $2, (measured_at at time zone $3)::date as day, count(*) from "${table}" where tenant_id = $1 group by day`;

/** Persons with readings of the last hours; the server makes their early warning scores when it runs. */
const dueSql = `insert into early_warning (tenant_id, client_id, due_at) select distinct tenant_id, client_id, now() from reading_latest
  where tenant_id = $1 and client_id > 0 and kind in ('bp', 'heart', 'spo2', 'temperature') and measured_at > now() - make_interval(hours => $2) on conflict do nothing`;

/** Builds the rollups and newest values of a tenant without any, from all its readings: the same as the follower's. */
export async function loadRollups(
  tx: Tx,
  { kinds, zone }: { readonly kinds: readonly ReadingKind[]; readonly zone: string },
): Promise<void> {
  await tx.query("select set_config('work_mem', '96MB', true)");
  for (const kind of kinds) {
    const { resource } = tableOf(kind);
    const parts: Parts = { kind, table: resource.table, hasLevel: 'level' in resource.fields };
    if (kind !== 'location') await rollHours(tx, parts);
    await rollLatest(tx, parts);
    await tx.execute(totalSql(resource.table), [tx.tenantId, kind, zone]);
  }
  await tx.execute(daysSql, [tx.tenantId, zone]);
  await tx.execute(dueSql, [tx.tenantId, newsWindowHours]);
}
