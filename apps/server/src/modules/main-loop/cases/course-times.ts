import type { MeasurementKind } from '@kangmai/domain';
import { bloodPressureReading, mattressSleepReport, type ReadingKind } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { tableOf } from '../readings/points.ts';
import type { PersonUntil } from './courses.ts';
import { instantSql } from './stored-readings.ts';
import { isDevicePressure, isRecordedSleep, pressureColumns } from './night-courses.ts';

export interface CourseSpan {
  readonly clientIds: readonly number[];
  readonly since: Date;
  readonly until: Date;
}

/** A stored reading with which courses are judged, epoch ms. */
export interface CourseTime {
  readonly clientId: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly deviceId: number | null;
}

const timesSql = (kind: ReadingKind): string => {
  const { resource } = tableOf(kind);
  return `select r.client_id as "clientId", ${instantSql('r.measured_at')} as at, ${instantSql('r.received_at')} as "receivedAt", r.device_id as "deviceId" from "${resource.table}" r
    where r.tenant_id = $1 and r.client_id = any($2::bigint[]) and r.measured_at between $3 and $4 and r.quality <> 4 and ${notReplaced(resource, 'r')}`;
};

const valuesOf = (ctx: CallCtx, { clientIds, since, until }: CourseSpan): readonly unknown[] => [
  ctx.tenantId,
  clientIds,
  since,
  until,
];

/** Stored readings of a kind in measured order; of heart rates those of an irregular rhythm. */
export function readingTimes(ctx: CallCtx, kind: ReadingKind, span: CourseSpan): Promise<readonly CourseTime[]> {
  const irregular = tableOf('heart').own.find(({ key }) => key === 'irregular')?.name ?? 'is_irregular';
  const only = kind === 'heart' ? `and r."${irregular}"` : '';
  return ctx.tx.query<CourseTime>(
    `${timesSql(kind)} ${only} order by r.client_id, r.measured_at, r.id`,
    valuesOf(ctx, span),
  );
}

export const firstTimes = (ctx: CallCtx, kind: MeasurementKind, span: CourseSpan): Promise<readonly CourseTime[]> =>
  ctx.tx.query<CourseTime>(
    `select distinct on (t."clientId", t.day) t.* from (select f.*, (to_timestamp(f."receivedAt" / 1000.0) at time zone $5)::date as day,
       (to_timestamp(f.at / 1000.0) at time zone $5)::date as measured from (${timesSql(kind as ReadingKind)}) f) t
     where t.measured >= t.day order by t."clientId", t.day, t."receivedAt", t.at`,
    [...valuesOf(ctx, span), ctx.caller.zone],
  );

interface NightReport {
  readonly clientId: number;
  readonly day: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly asleepAt: number;
  readonly awakeAt: number;
  readonly deviceId: number | null;
}

interface Pressure extends CourseTime {
  readonly value: number;
}

export interface Nights {
  readonly reports: readonly NightReport[];
  readonly pressures: readonly Pressure[];
}

export async function storedNights(
  ctx: CallCtx,
  metric: string,
  span: CourseSpan,
): Promise<ReadonlyMap<number, Nights>> {
  const column = pressureColumns[metric];
  if (column === undefined) return new Map();
  const [reports, pressures] = await Promise.all([
    ctx.tx.query<NightReport>(
      `select s.client_id as "clientId", s.report_on::text as day, ${instantSql('s.measured_at')} as at, ${instantSql('s.received_at')} as "receivedAt", ${instantSql('s.asleep_at')} as "asleepAt", ${instantSql('s.awake_at')} as "awakeAt", s.device_id as "deviceId" from "${mattressSleepReport.table}" s
       where s.tenant_id = $1 and s.client_id = any($2::bigint[]) and s.measured_at between $3 and $4 and ${isRecordedSleep('s')} order by s.client_id, s.report_on desc, s.total_minutes desc, s.id desc`,
      valuesOf(ctx, span),
    ),
    ctx.tx.query<Pressure>(
      `select b.client_id as "clientId", ${instantSql('b.measured_at')} as at, ${instantSql('b.received_at')} as "receivedAt", b.device_id as "deviceId", b.${column} as value from "${bloodPressureReading.table}" b
       where b.tenant_id = $1 and b.client_id = any($2::bigint[]) and b.measured_at between $3 and $4 and ${isDevicePressure('b')} order by b.client_id, b.measured_at, b.id`,
      valuesOf(ctx, span),
    ),
  ]);
  const own = groupBy(pressures, ({ clientId }) => clientId);
  return new Map(
    [...groupBy(reports, ({ clientId }) => clientId)].map(([clientId, all]) => [
      clientId,
      { reports: all, pressures: own.get(clientId) ?? [] },
    ]),
  );
}

export const untilEnd = ({ clientIds, until }: CourseSpan): readonly PersonUntil[] =>
  clientIds.map((clientId) => ({ clientId, until: until.getTime() }));
