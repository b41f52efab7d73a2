import { addDays, startOfDay, type MeasurementKind, metricOf, roundTo } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../engine/public.ts';
import { isNoTwin, metricsOf } from '../main-loop/public.ts';
import { inside, limitsJoin, limitsOver, type ControlledKind } from './inside-limits.ts';

export interface SummaryDay {
  readonly clientId: number;
  readonly day: string;
  readonly kind: ReadingKind;
}

export interface DayDetail {
  readonly first: number;
  readonly last: number;
  readonly p5: number;
  readonly p95: number;
}

const personDayKey = ({ clientId, day }: Pick<SummaryDay, 'clientId' | 'day'>): string => `${clientId}|${day}`;
const live = (table: string): string => `b.quality not in (4, 5) and ${notReplaced({ table })} and ${isNoTwin('b')}`;

/** The days as a table in a statement whose first value is the tenant: `d(client_id, day, since, until)`. */
const daysJoin = (
  table: string,
): string => `from unnest($2::bigint[], $3::date[], $4::timestamptz[], $5::timestamptz[]) as d(client_id, day, since, until)
  join "${table}" b on b.tenant_id = $1 and b.client_id = d.client_id and b.measured_at >= d.since and b.measured_at < d.until and ${live(table)}`;

const dayValues = (ctx: CallCtx, zone: string, days: readonly SummaryDay[]): unknown[] => [
  ctx.tenantId,
  days.map(({ clientId }) => clientId),
  days.map(({ day }) => day),
  days.map(({ day }) => new Date(startOfDay(day, zone))),
  days.map(({ day }) => new Date(startOfDay(addDays(day, 1), zone))),
];

interface DetailRow extends DayDetail {
  readonly clientId: number;
  readonly day: string;
  readonly metric: string;
}

/** First, last and the outer percentiles of every metric of a kind's days, by `person|day|metric`. */
export async function detailsOf(
  ctx: CallCtx,
  zone: string,
  days: readonly SummaryDay[],
): Promise<ReadonlyMap<string, DayDetail>> {
  const [one] = days;
  if (!one) return new Map();
  const values = metricsOf(one.kind)
    .map(({ key, column }) => `('${key}', b."${column}"::double precision)`)
    .join(', ');
  const rows = await ctx.tx.query<DetailRow>(
    `select d.client_id as "clientId", d.day, m.metric, (array_agg(m.value order by b.measured_at, b.id))[1] as first, (array_agg(m.value order by b.measured_at desc, b.id desc))[1] as last,
       percentile_cont(0.05) within group (order by m.value) as p5, percentile_cont(0.95) within group (order by m.value) as p95
     ${daysJoin(readingOfKind[one.kind].table)} cross join lateral (values ${values}) as m(metric, value) where m.value is not null group by 1, 2, 3`,
    dayValues(ctx, zone, days),
  );
  return new Map(
    rows.map(({ first, last, p5, p95, metric, ...day }) => {
      const digits = (metricOf(one.kind as MeasurementKind, metric)?.decimals ?? 0) + 1;
      return [`${personDayKey(day)}|${metric}`, { first, last, p5: roundTo(p5, digits), p95: roundTo(p95, digits) }];
    }),
  );
}

interface CountRow {
  readonly clientId: number;
  readonly day: string;
  readonly count: number;
}

export interface ControlledDay {
  readonly judged: number;
  readonly inside: number;
}

type ControlledRow = ControlledDay & Pick<SummaryDay, 'clientId' | 'day'>;
const controlledKinds: ReadonlySet<ReadingKind> = new Set<ControlledKind>(['bp', 'bloodSugar']);
const isControlled = (kind: ReadingKind): kind is ControlledKind => controlledKinds.has(kind);

/** Counts the readings within the person's limits, by `person|day`; empty for kinds other than pressure and glucose. */
export async function inTargetOf(
  ctx: CallCtx,
  zone: string,
  days: readonly SummaryDay[],
): Promise<ReadonlyMap<string, ControlledDay>> {
  const kind = days[0]?.kind;
  if (!kind || !isControlled(kind)) return new Map();
  const order = days.map(({ day }) => day).toSorted();
  const limits = await limitsOver(ctx, {
    kind,
    clientIds: [...new Set(days.map(({ clientId }) => clientId))],
    firstDay: order[0] ?? '',
    lastDay: order.at(-1) ?? '',
  });
  const values = dayValues(ctx, zone, days);
  const joined = limitsJoin(limits, (value) => `$${values.push(value)}`);
  const rows = await ctx.tx.query<ControlledRow>(
    `select d.client_id as "clientId", d.day, count(*) filter (where v.judged) as judged, count(*) filter (where ${inside}) as inside ${daysJoin(readingOfKind[kind].table)}${joined}group by 1, 2`,
    values,
  );
  return new Map(rows.map(({ judged, inside: within, ...day }) => [personDayKey(day), { judged, inside: within }]));
}

/** Minutes a device was worn on each day: ten for every ten minutes with a heart rate, by `person|day`. */
export async function wearMinutesOf(
  ctx: CallCtx,
  zone: string,
  days: readonly SummaryDay[],
): Promise<ReadonlyMap<string, number>> {
  if (days.length === 0) return new Map();
  const rows = await ctx.tx.query<CountRow>(
    `select w."clientId", w.day, sum(w.minutes)::bigint as count from (
       select d.client_id as "clientId", d.day, b.device_id, i.minutes, date_bin(make_interval(mins => i.minutes), b.measured_at, d.since) as slot ${daysJoin(readingOfKind.heart.table)}
       cross join lateral (select greatest(10, coalesce((select a.heart_interval from device_attribute a where a.tenant_id = $1 and a.device_id = b.device_id), 10)) as minutes) i
       where b.device_id is not null group by 1, 2, 3, 4, 5) w group by 1, 2`,
    dayValues(ctx, zone, days),
  );
  return new Map(rows.map((row) => [personDayKey(row), Math.min(1440, row.count)]));
}
