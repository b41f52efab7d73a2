import type { TimedPoint } from '@kangmai/domain';
import { bloodPressureReading, mattressSleepReport } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { isNoTwin } from '../totals/no-twin.ts';
import type { PersonUntil } from './courses.ts';

const nap = '午睡';
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
  readonly course: readonly TimedPoint[];
}

interface Row {
  readonly clientId: number;
  readonly until: Date;
  readonly day: string;
  readonly at: Date;
  readonly value: number;
}

/**
 * The pressures of persons' newest recorded sleeps that readings or reports touch. Of several reports of a night the
 * longest counts; a night before the newest one is not judged any more.
 */
export async function nightCourses(
  ctx: CallCtx,
  metric: string,
  touched: readonly PersonUntil[],
): Promise<ReadonlyMap<number, NightCourse>> {
  const column = pressureColumns[metric];
  if (column === undefined || touched.length === 0) return new Map();
  const rows = await ctx.tx.query<Row>(
    `with k as (select client_id, min(at) as since, max(at) as until, array_agg(at) as times from unnest($2::bigint[], $3::timestamptz[]) as k(client_id, at) group by client_id),
       n as (select k.client_id, k.times, s.* from k cross join lateral (select s.report_on, s.asleep_at, s.awake_at, s.measured_at from "${mattressSleepReport.table}" s
         where s.tenant_id = $1 and s.client_id = k.client_id and s.measured_at > k.since - interval '1 day' and ${isRecordedSleep('s')} order by s.report_on desc, s.total_minutes desc, s.id desc limit 1) s)
     select n.client_id as "clientId", t.until, n.report_on::text as day, b.measured_at as at, b.${column} as value
     from n cross join lateral (select max(t.at) as until from unnest(n.times) as t(at) where t.at = n.measured_at or t.at between n.asleep_at and n.awake_at) t
     join "${bloodPressureReading.table}" b on b.tenant_id = $1 and b.client_id = n.client_id and b.measured_at between n.asleep_at and n.awake_at and ${isDevicePressure('b')}
     where t.until is not null order by n.client_id, b.measured_at, b.id`,
    [ctx.tenantId, touched.map(({ clientId }) => clientId), touched.map(({ until }) => new Date(until))],
  );
  return new Map(
    [...groupBy(rows, ({ clientId }) => clientId)].map(([clientId, own]) => [
      clientId,
      {
        until: own[0]?.until.getTime() ?? 0,
        course: own.map(({ at, day, value }): TimedPoint => ({ at: at.getTime(), day, value })),
      },
    ]),
  );
}
