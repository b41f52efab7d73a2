import { localDay, type TimedPoint } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { isNoTwin } from '../totals/no-twin.ts';
import { tableOf } from '../readings/points.ts';

export interface PersonUntil {
  readonly clientId: number;
  readonly until: number;
}

export type Courses = ReadonlyMap<number, readonly TimedPoint[]>;

export const validSql = (table: string): string =>
  `r.quality not in (2, 4, 5) and not exists (select 1 from "${table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id) and ${isNoTwin('r')}`;

interface PointRow {
  readonly clientId: number;
  readonly at: Date;
  readonly day: string | null;
  readonly value: number;
}

function byClient(rows: readonly PointRow[], zone: string): Courses {
  const points = groupBy(rows, (row) => row.clientId);
  return new Map(
    [...points].map(([clientId, own]) => [
      clientId,
      own.map(({ at, day, value }): TimedPoint => ({
        at: at.getTime(),
        day: day ?? localDay(at.getTime(), zone),
        value,
      })),
    ]),
  );
}

interface MetricOf {
  readonly kind: ReadingKind;
  readonly metric: string;
  readonly days: number;
  /** For heart rate: only readings at rest. */
  readonly atRest?: boolean;
}

export async function coursesOf(
  ctx: CallCtx,
  { kind, metric, days, atRest = false }: MetricOf,
  asked: readonly PersonUntil[],
): Promise<Courses> {
  const { resource, own } = tableOf(kind);
  const column = own.find(({ key }) => key === metric)?.name;
  if (column === undefined || asked.length === 0) return new Map();
  const day = own.find(({ key }) => key === 'report_date')?.name;
  const rest = own.find(({ key }) => key === 'heartState')?.name;
  const rows = await ctx.tx.query<PointRow>(
    `select r.client_id as "clientId", r.measured_at as at, ${day === undefined ? 'null' : `r."${day}"::text`} as day, r."${column}"${typeOf(own, metric)} as value
     from unnest($2::bigint[], $3::timestamptz[]) as k(client_id, until)
     cross join lateral (select * from "${resource.table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at <= k.until
       and r.measured_at > k.until - make_interval(days => $4) offset 0) r
     where r."${column}" is not null and ${validSql(resource.table)}${atRest && rest !== undefined ? ` and r."${rest}" in (0, 1)` : ''} order by r.client_id, r.measured_at, r.id`,
    [ctx.tenantId, asked.map(({ clientId }) => clientId), asked.map(({ until }) => new Date(until)), days],
  );
  return byClient(rows, ctx.caller.zone);
}

const typeOf = (own: ReturnType<typeof tableOf>['own'], metric: string): string =>
  own.find(({ key }) => key === metric)?.type === 'boolean' ? '::integer' : '::float8';

export function daily(course: readonly TimedPoint[]): readonly TimedPoint[] {
  return [...new Map(course.map((point) => [point.day, point])).values()];
}

export async function irregularOf(ctx: CallCtx, fresh: readonly PersonUntil[]): Promise<readonly PersonUntil[]> {
  if (fresh.length === 0) return [];
  const { resource, own } = tableOf('heart');
  const column = own.find(({ key }) => key === 'irregular')?.name ?? 'is_irregular';
  const rows = await ctx.tx.query<{ clientId: number; until: Date }>(
    `select k.client_id as "clientId", max(k.at) as until from unnest($2::bigint[], $3::timestamptz[]) as k(client_id, at)
     where (select bool_or(r."${column}") from "${resource.table}" r where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at = k.at) group by k.client_id`,
    [ctx.tenantId, fresh.map(({ clientId }) => clientId), fresh.map(({ until }) => new Date(until))],
  );
  return rows.map(({ clientId, until }) => ({ clientId, until: until.getTime() }));
}
