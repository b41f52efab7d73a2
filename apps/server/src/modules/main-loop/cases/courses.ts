import { daySteps, localDay, type MeasurementKind, type TimedPoint } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { isNoTwin } from '../totals/no-twin.ts';
import { tableOf } from '../readings/points.ts';

const dayMs = 86_400_000;

export interface PersonUntil {
  readonly clientId: number;
  readonly until: number;
}

export type Courses = ReadonlyMap<number, readonly TimedPoint[]>;

const validSql = (table: string): string =>
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

const figures: Partial<Record<MeasurementKind, string>> = {
  // The lowest hourly mean stands for the resting heart rate of a day.
  heart: `select h.client_id, (h.hour at time zone $4)::date as day, min(h.sum / h.count) as value from k join reading_hour h on h.tenant_id = $1 and h.client_id = k.client_id and h.kind = 'heart' and h.metric = 'heart' and h.hour >= $3 where h.count >= 2 group by 1, 2`,
  spo2: `select d.client_id, d.day, d.sum / d.count as value from k join reading_day d on d.tenant_id = $1 and d.client_id = k.client_id and d.kind = 'spo2' and d.metric = 'spo2' and d.day >= $3::timestamptz::date and $4::text is not null`,
  temperature: `select d.client_id, d.day, d.sum / d.count as value from k join reading_day d on d.tenant_id = $1 and d.client_id = k.client_id and d.kind = 'temperature' and d.metric = 'temperature' and d.day >= $3::timestamptz::date and $4::text is not null`,
};

interface DayRow {
  readonly clientId: number;
  readonly day: string;
  readonly value: number;
}

const wornHours = 10;

/** Steps per day. For persons with heart rate readings, only days on which the watch was worn for ten hours. */
async function stepDays(ctx: CallCtx, clientIds: readonly number[], since: Date): Promise<readonly DayRow[]> {
  const rows = await ctx.tx.query<{
    clientId: number;
    day: string;
    steps: readonly number[];
    hours: number | null;
    hasPulse: boolean;
  }>(
    `with k as (select unnest($2::bigint[]) as client_id),
       w as (select h.client_id, (h.hour at time zone $4)::date as day, count(*) as hours from k join reading_hour h on h.tenant_id = $1 and h.client_id = k.client_id and h.kind = 'heart' and h.metric = 'heart' and h.hour >= $3 group by 1, 2),
       s as (select r.client_id, r.walked_on as day, array_agg(r.steps order by r.measured_at, r.id) as steps from k join step_count r on r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at >= $3 where ${validSql('step_count')} group by 1, 2)
     select s.client_id as "clientId", s.day::text as day, s.steps, w.hours::integer as hours, exists (select 1 from w o where o.client_id = s.client_id) as "hasPulse" from s left join w on w.client_id = s.client_id and w.day = s.day order by 1, 2`,
    [ctx.tenantId, clientIds, since, ctx.caller.zone],
  );
  return rows
    .filter(({ hours, hasPulse }) => !hasPulse || (hours ?? 0) >= wornHours)
    .map(({ clientId, day, steps }) => ({ clientId, day, value: daySteps(steps) }));
}

async function figureDays(
  ctx: CallCtx,
  kind: MeasurementKind,
  { clientIds, since }: { readonly clientIds: readonly number[]; readonly since: Date },
): Promise<readonly DayRow[]> {
  if (figures[kind] === undefined) return [];
  return ctx.tx.query<DayRow>(
    `with k as (select unnest($2::bigint[]) as client_id) select f.client_id as "clientId", f.day::text as day, f.value from (${figures[kind]}) f order by 1, 2`,
    [ctx.tenantId, clientIds, since, ctx.caller.zone],
  );
}

const daysBack = 40;

export async function dailyFigures(
  ctx: CallCtx,
  kind: MeasurementKind,
  clientIds: readonly number[],
): Promise<Courses> {
  const today = ctx.today();
  const since = new Date(ctx.now().getTime() - daysBack * dayMs);
  const rows =
    kind === 'walk' ? await stepDays(ctx, clientIds, since) : await figureDays(ctx, kind, { clientIds, since });
  const past = rows.filter(({ day }) => day < today);
  return new Map(
    [...groupBy(past, (row) => row.clientId)].map(([clientId, own]) => [
      clientId,
      own.map(({ day, value }): TimedPoint => ({ day, value, at: Date.parse(day) })),
    ]),
  );
}
