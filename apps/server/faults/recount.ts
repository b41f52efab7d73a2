import { kinds, tables, type Kind } from './messages.ts';
import type { World } from './world.ts';

/** Figures of a kind that are rolled up, with their columns. */
const metrics: Readonly<Record<Kind, readonly (readonly [metric: string, column: string])[]>> = {
  heart: [['heart', 'heart']],
  bp: [
    ['high', 'high'],
    ['low', 'low'],
  ],
  temperature: [['temperature', 'temperature']],
};
const zone = 'Asia/Shanghai';

interface Problem {
  readonly what: string;
}

interface Span {
  readonly rollup: 'reading_hour' | 'reading_day';
  readonly column: 'hour' | 'day';
  readonly of: string;
}

const spans: readonly Span[] = [
  { rollup: 'reading_hour', column: 'hour', of: `date_trunc('hour', measured_at)` },
  { rollup: 'reading_day', column: 'day', of: `(measured_at at time zone '${zone}')::date` },
];

/** Compares rollup and recount of a metric; selects the differences. */
function rollupSql(kind: Kind, [metric, column]: readonly [string, string], span: Span): string {
  return `with kept as (select tenant_id, client_id, ${span.column} as span, count, abnormal_count, sum, min, max from ${span.rollup} where tenant_id = any($1::bigint[]) and kind = '${kind}' and metric = '${metric}'),
      fresh as (select tenant_id, client_id, ${span.of} as span, count(*) as count, count(*) filter (where level > 0) as abnormal_count, sum("${column}"::double precision) as sum, min("${column}")::double precision as min, max("${column}")::double precision as max
        from ${tables[kind]} where tenant_id = any($1::bigint[]) and client_id is not null and "${column}" is not null and quality not in (2, 4, 5) group by 1, 2, 3)
    select format('${span.rollup} of ${kind}.${metric}: person %s at %s has %s, recounted %s', coalesce(k.client_id, f.client_id), coalesce(k.span, f.span), k.count, f.count) as what
    from kept k full join fresh f on f.tenant_id = k.tenant_id and f.client_id = k.client_id and f.span = k.span
    where k.count is distinct from f.count or k.abnormal_count is distinct from f.abnormal_count or k.min is distinct from f.min or k.max is distinct from f.max or abs(k.sum - f.sum) > 0.001 or k.sum is null or f.sum is null`;
}

const totalSql = (kind: Kind): string =>
  `with kept as (select tenant_id, day, count from reading_total where tenant_id = any($1::bigint[]) and kind = '${kind}'),
      fresh as (select tenant_id, (measured_at at time zone '${zone}')::date as day, count(*) as count from ${tables[kind]} where tenant_id = any($1::bigint[]) and supersedes is null group by 1, 2)
    select format('reading_total of ${kind}: tenant %s on %s has %s, recounted %s', coalesce(k.tenant_id, f.tenant_id), coalesce(k.day, f.day), k.count, f.count) as what
    from kept k full join fresh f on f.tenant_id = k.tenant_id and f.day = k.day where k.count is distinct from f.count`;

/** Condition that no correction replaced row `r`. */
const isStanding = (kind: Kind): string =>
  `not exists (select 1 from ${tables[kind]} n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id)`;

const latestSql = (kind: Kind): string =>
  `with kept as (select tenant_id, device_id, client_id, measured_at, reading_id from reading_latest where tenant_id = any($1::bigint[]) and kind = '${kind}'),
      fresh as (select distinct on (tenant_id, device_id, client_id) tenant_id, coalesce(device_id, 0) as device_id, coalesce(client_id, 0) as client_id, measured_at, id from ${tables[kind]} r where tenant_id = any($1::bigint[]) and quality not in (2, 4, 5) and ${isStanding(kind)} order by tenant_id, device_id, client_id, measured_at desc, id desc)
    select format('reading_latest of ${kind}: device %s person %s has %s of %s, the newest is %s of %s', coalesce(k.device_id, f.device_id), coalesce(k.client_id, f.client_id), k.reading_id, k.measured_at, f.id, f.measured_at) as what
    from kept k full join fresh f on f.tenant_id = k.tenant_id and f.device_id = k.device_id and f.client_id = k.client_id where k.reading_id is distinct from f.id`;

/** Recounts all derived tables from the readings and compares them. */
export async function recountProblems(
  world: World,
  tenantIds: readonly number[],
): Promise<{ readonly checked: number; readonly broken: readonly string[] }> {
  const broken: string[] = [];
  for (const kind of kinds) {
    const statements = [
      ...metrics[kind].flatMap((metric) => spans.map((span) => rollupSql(kind, metric, span))),
      totalSql(kind),
      latestSql(kind),
    ];
    for (const statement of statements)
      broken.push(...(await world.sql<Problem>(statement, [tenantIds])).map(({ what }) => what));
  }
  const [count] = await world.sql<{ rows: number }>(
    `select (select count(*) from reading_hour where tenant_id = any($1::bigint[])) + (select count(*) from reading_day where tenant_id = any($1::bigint[])) + (select count(*) from reading_total where tenant_id = any($1::bigint[])) + (select count(*) from reading_latest where tenant_id = any($1::bigint[])) as rows`,
    [tenantIds],
  );
  return { checked: count?.rows ?? 0, broken };
}
