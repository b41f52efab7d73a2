import type { TimedPoint } from '@kangmai/domain';
import { bloodPressureReading, mattressSleepReport } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { isNoTwin } from '../totals/no-twin.ts';
import type { PersonUntil } from './courses.ts';

const nap = '午睡';
const day = 24 * 3_600_000;
export const pressureColumns: Readonly<Record<string, string>> = { high: 'high', low: 'low' };

/** A sleep report `row` that says when the person slept at night. */
export const isRecordedSleep = (row: string): string =>
  `${row}.quality not in (2, 4, 5) and ${row}.remark is distinct from '${nap}' and ${row}.awake_at > ${row}.asleep_at and ${notReplaced(mattressSleepReport, row)}`;

/** A pressure `row` that a device measured and that is valid; entries by hand and imports are none. */
export const isDevicePressure = (row: string): string =>
  `${row}.quality = 0 and ${row}.origin not in (1, 5) and ${notReplaced(bloodPressureReading, row)} and ${isNoTwin(row)}`;

export interface NightCourse {
  /** The newest reading or report that touches the night, epoch ms. */
  readonly until: number;
  readonly byMetric: Readonly<Record<string, readonly TimedPoint[]>>;
}

interface Night {
  readonly clientId: number;
  readonly until: Date;
  readonly day: string;
  readonly asleepAt: Date;
  readonly awakeAt: Date;
}

interface Pressure {
  readonly clientId: number;
  readonly at: Date;
  readonly [metric: string]: unknown;
}

/** Of several reports of a night the longest counts; a night before the newest one is not judged any more. */
const newestNights = (ctx: CallCtx, touched: readonly PersonUntil[]): Promise<readonly Night[]> =>
  ctx.tx.query<Night>(
    `with k as (select client_id, min(at) as since, array_agg(at) as times from unnest($2::bigint[], $3::timestamptz[]) as k(client_id, at) group by client_id)
     select k.client_id as "clientId", t.until, s.report_on::text as day, s.asleep_at as "asleepAt", s.awake_at as "awakeAt"
     from k cross join lateral (select s.report_on, s.asleep_at, s.awake_at, s.measured_at from "${mattressSleepReport.table}" s
         where s.tenant_id = $1 and s.client_id = k.client_id and s.measured_at > k.since - interval '1 day' and s.measured_at > $4 and ${isRecordedSleep('s')} order by s.report_on desc, s.total_minutes desc, s.id desc limit 1) s
       cross join lateral (select max(t.at) as until from unnest(k.times) as t(at) where t.at = s.measured_at or t.at between s.asleep_at and s.awake_at) t
     where t.until is not null`,
    [
      ctx.tenantId,
      touched.map(({ clientId }) => clientId),
      touched.map(({ until }) => new Date(until)),
      new Date(Math.min(...touched.map(({ until }) => until)) - day),
    ],
  );

const pressuresOf = (ctx: CallCtx, nights: readonly Night[]): Promise<readonly Pressure[]> =>
  ctx.tx.query<Pressure>(
    `select b.client_id as "clientId", b.measured_at as at, ${Object.entries(pressureColumns)
      .map(([metric, column]) => `b."${column}" as "${metric}"`)
      .join(', ')}
     from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as n(client_id, asleep_at, awake_at)
     join "${bloodPressureReading.table}" b on b.tenant_id = $1 and b.client_id = n.client_id and b.measured_at between n.asleep_at and n.awake_at and ${isDevicePressure('b')}
     order by b.client_id, b.measured_at, b.id`,
    [
      ctx.tenantId,
      nights.map(({ clientId }) => clientId),
      nights.map(({ asleepAt }) => asleepAt),
      nights.map(({ awakeAt }) => awakeAt),
    ],
  );

/** The pressures of persons' newest recorded sleeps that readings or reports touch. */
export async function nightCourses(
  ctx: CallCtx,
  touched: readonly PersonUntil[],
): Promise<ReadonlyMap<number, NightCourse>> {
  if (touched.length === 0) return new Map();
  const nights = await newestNights(ctx, touched);
  if (nights.length === 0) return new Map();
  const pressures = groupBy(await pressuresOf(ctx, nights), ({ clientId }) => clientId);
  return new Map(
    nights.map(({ clientId, until, day: night }) => {
      const own = pressures.get(clientId) ?? [];
      const courses = Object.keys(pressureColumns).map((metric) => [
        metric,
        own.map((row): TimedPoint => ({ at: row.at.getTime(), day: night, value: row[metric] as number })),
      ]);
      return [clientId, { until: until.getTime(), byMetric: Object.fromEntries(courses) }];
    }),
  );
}
