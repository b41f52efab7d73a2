import { addDays, daySteps, localDay, type MeasurementKind, type TimedPoint } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { validSql } from './courses.ts';

const dayMeans = (kind: 'spo2' | 'temperature'): string =>
  `select d.client_id, d.day, d.sum / d.count as value from k join reading_day d on d.tenant_id = $1 and d.client_id = k.client_id and d.kind = '${kind}' and d.metric = '${kind}' and d.day >= $3::timestamptz::date and $4::text is not null`;

const figures: Partial<Record<MeasurementKind, string>> = {
  // The lowest hourly mean stands for the resting heart rate of a day.
  heart: `select h.client_id, (h.hour at time zone $4)::date as day, min(h.sum / h.count) as value from k join reading_hour h on h.tenant_id = $1 and h.client_id = k.client_id and h.kind = 'heart' and h.metric = 'heart' and h.hour >= $3 where h.count >= 2 group by 1, 2`,
  spo2: dayMeans('spo2'),
  temperature: dayMeans('temperature'),
};

interface DayRow {
  readonly clientId: number;
  readonly day: string;
  readonly value: number;
}

/** Figures of a person by day; of steps also the hours in which a watch was worn, by day. */
interface PersonDays {
  readonly figures: readonly TimedPoint[];
  readonly worn?: ReadonlyMap<string, number>;
}

export type Days = ReadonlyMap<number, PersonDays>;

interface Asked {
  readonly clientIds: readonly number[];
  readonly since: Date;
}

const wornHours = 10;
const daysBack = 40;

export const figuresSince = (now: number): Date => new Date(now - daysBack * 86_400_000);

/**
 * The days before the one of an instant. Of steps, for persons with heart rates, only days on which the watch was worn
 * for ten hours.
 */
export function figuresBefore(
  days: PersonDays | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): readonly TimedPoint[] {
  const today = localDay(now, zone);
  const first = addDays(today, 1 - daysBack);
  const past = days?.figures.filter(({ day }) => day >= first && day < today) ?? [];
  const worn = days?.worn;
  const hasPulse = worn !== undefined && [...worn.keys()].some((day) => day >= first && day <= today);
  return hasPulse ? past.filter(({ day }) => (worn.get(day) ?? 0) >= wornHours) : past;
}

const toPoint = ({ day, value }: DayRow): TimedPoint => ({ day, value, at: Date.parse(day) });

async function stepDays(ctx: CallCtx, { clientIds, since }: Asked): Promise<Days> {
  const values = [ctx.tenantId, clientIds, since];
  const [steps, hours] = await Promise.all([
    ctx.tx.query<{ clientId: number; day: string; steps: readonly number[] }>(
      `select r.client_id as "clientId", r.walked_on::text as day, array_agg(r.steps order by r.measured_at, r.id) as steps from step_count r
       where r.tenant_id = $1 and r.client_id = any($2::bigint[]) and r.measured_at >= $3 and ${validSql('step_count')} group by r.client_id, r.walked_on order by 1, 2`,
      values,
    ),
    ctx.tx.query<DayRow>(
      `select h.client_id as "clientId", (h.hour at time zone $4)::date::text as day, count(*)::integer as value from reading_hour h
       where h.tenant_id = $1 and h.client_id = any($2::bigint[]) and h.kind = 'heart' and h.metric = 'heart' and h.hour >= $3 group by 1, 2`,
      [...values, ctx.caller.zone],
    ),
  ]);
  const worn = groupBy(hours, ({ clientId }) => clientId);
  return new Map(
    [...groupBy(steps, ({ clientId }) => clientId)].map(([clientId, own]) => [
      clientId,
      {
        figures: own.map((row) => toPoint({ ...row, value: daySteps(row.steps) })),
        worn: new Map((worn.get(clientId) ?? []).map(({ day, value }) => [day, value])),
      },
    ]),
  );
}

export async function dailyFigures(ctx: CallCtx, kind: MeasurementKind, asked: Asked): Promise<Days> {
  if (kind === 'walk') return stepDays(ctx, asked);
  if (figures[kind] === undefined) return new Map();
  const rows = await ctx.tx.query<DayRow>(
    `with k as (select unnest($2::bigint[]) as client_id) select f.client_id as "clientId", f.day::text as day, f.value from (${figures[kind]}) f order by 1, 2`,
    [ctx.tenantId, asked.clientIds, asked.since, ctx.caller.zone],
  );
  return new Map(
    [...groupBy(rows, ({ clientId }) => clientId)].map(([clientId, own]) => [clientId, { figures: own.map(toPoint) }]),
  );
}
