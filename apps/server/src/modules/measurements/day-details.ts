import { addDays, startOfDay, wholeYears, type MeasurementKind, metricOf, roundTo } from '@kangmai/domain';
import { client, readingOfKind, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { isNoTwin, metricsOf } from '../readings/public.ts';
import { pressureTarget, sugarTarget } from './targets.ts';

/** One day of one person in one kind. */
export interface SummaryDay {
  readonly clientId: number;
  readonly day: string;
  readonly kind: ReadingKind;
}

/** What only the readings of a day can tell of a metric. */
export interface DayDetail {
  readonly first: number;
  readonly last: number;
  readonly p5: number;
  readonly p95: number;
}

const keyOf = ({ clientId, day }: Pick<SummaryDay, 'clientId' | 'day'>): string => `${clientId}|${day}`;
const live = (table: string): string => `b.quality not in (4, 5) and not exists (select 1 from "${table}" n where n.tenant_id = b.tenant_id and n.measured_at = b.measured_at and n.supersedes = b.id and n.supersedes is not null) and ${isNoTwin('b')}`;

/** The places of the days in a statement whose first value is the tenant: `d(client_id, day, since, until)`. */
const daysJoin = (table: string): string => `from unnest($2::bigint[], $3::date[], $4::timestamptz[], $5::timestamptz[]) as d(client_id, day, since, until)
  join "${table}" b on b.tenant_id = $1 and b.client_id = d.client_id and b.measured_at >= d.since and b.measured_at < d.until and ${live(table)}`;

const dayValues = (ctx: CallCtx, zone: string, days: readonly SummaryDay[]): unknown[] =>
  [ctx.tenantId, days.map(({ clientId }) => clientId), days.map(({ day }) => day), days.map(({ day }) => new Date(startOfDay(day, zone))), days.map(({ day }) => new Date(startOfDay(addDays(day, 1), zone)))];

interface DetailRow extends DayDetail { readonly clientId: number; readonly day: string; readonly metric: string }

/** First, last and the outer percentiles of every metric of a kind's days, by `person|day|metric`. */
export async function detailsOf(ctx: CallCtx, zone: string, days: readonly SummaryDay[]): Promise<ReadonlyMap<string, DayDetail>> {
  const [one] = days;
  if (!one) return new Map();
  const values = metricsOf(one.kind).map(({ key, column }) => `('${key}', b."${column}"::double precision)`).join(', ');
  const rows = await ctx.tx.query<DetailRow>(
    `select d.client_id as "clientId", d.day, m.metric, (array_agg(m.value order by b.measured_at, b.id))[1] as first, (array_agg(m.value order by b.measured_at desc, b.id desc))[1] as last,
       percentile_cont(0.05) within group (order by m.value) as p5, percentile_cont(0.95) within group (order by m.value) as p95
     ${daysJoin(readingOfKind[one.kind].table)} cross join lateral (values ${values}) as m(metric, value) where m.value is not null group by 1, 2, 3`, dayValues(ctx, zone, days));
  return new Map(rows.map(({ first, last, p5, p95, metric, ...day }) => {
    const digits = (metricOf(one.kind as MeasurementKind, metric)?.decimals ?? 0) + 1;
    return [`${keyOf(day)}|${metric}`, { first, last, p5: roundTo(p5, digits), p95: roundTo(p95, digits) }];
  }));
}

interface PersonRow { readonly id: number; readonly birthday: string; readonly tags: readonly string[] | null }
interface CountRow { readonly clientId: number; readonly day: string; readonly count: number }

async function personsOf(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, { readonly age: number | undefined; readonly tags: ReadonlySet<string> }>> {
  const rows = await ctx.tx.query<PersonRow>(`select id, birthday, risk_tags as tags from "${client.table}" where tenant_id = $1 and id = any($2::bigint[])`, [ctx.tenantId, ids]);
  return new Map(rows.map(({ id, birthday, tags }) => [id, { age: wholeYears(birthday, ctx.today()), tags: new Set(tags) }]));
}

const targetSql: Partial<Readonly<Record<ReadingKind, string>>> = {
  bp: 'b.high < t.one and b.low < t.two',
  bloodSugar: 'case when b.period in (1, 3, 5) then b.blood_sugar between t.one and t.two else b.blood_sugar < t.three end',
};

/** How many readings of a day lie within the person's target, by `person|day`; only pressure and glucose have one. */
export async function inTargetOf(ctx: CallCtx, zone: string, days: readonly SummaryDay[]): Promise<ReadonlyMap<string, number>> {
  const kind = days[0]?.kind;
  const condition = kind && targetSql[kind];
  if (!kind || condition === undefined) return new Map();
  const persons = await personsOf(ctx, [...new Set(days.map(({ clientId }) => clientId))]);
  const limits = [...persons].map(([id, person]) => {
    const { high, low } = pressureTarget(person);
    const { fasting, other } = sugarTarget(person);
    return kind === 'bp' ? { id, one: high, two: low, three: 0 } : { id, one: fasting[0], two: fasting[1], three: other };
  });
  const rows = await ctx.tx.query<CountRow>(
    `select d.client_id as "clientId", d.day, count(*) as count ${daysJoin(readingOfKind[kind].table)} join unnest($6::bigint[], $7::numeric[], $8::numeric[], $9::numeric[]) as t(client_id, one, two, three) on t.client_id = d.client_id
     where ${condition} group by 1, 2`, [...dayValues(ctx, zone, days), limits.map(({ id }) => id), limits.map(({ one }) => one), limits.map(({ two }) => two), limits.map(({ three }) => three)]);
  return new Map(rows.map((row) => [keyOf(row), row.count]));
}

/** Minutes a device was worn on each day: ten for every ten minutes with a heart rate, by `person|day`. */
export async function wearMinutesOf(ctx: CallCtx, zone: string, days: readonly SummaryDay[]): Promise<ReadonlyMap<string, number>> {
  if (days.length === 0) return new Map();
  const rows = await ctx.tx.query<CountRow>(
    `select w."clientId", w.day, sum(w.minutes)::bigint as count from (
       select d.client_id as "clientId", d.day, b.device_id, i.minutes, date_bin(make_interval(mins => i.minutes), b.measured_at, d.since) as slot ${daysJoin(readingOfKind.heart.table)}
       cross join lateral (select greatest(10, coalesce((select a.heart_interval from device_attribute a where a.tenant_id = $1 and a.device_id = b.device_id), 10)) as minutes) i
       where b.device_id is not null group by 1, 2, 3, 4, 5) w group by 1, 2`, dayValues(ctx, zone, days));
  return new Map(rows.map((row) => [keyOf(row), Math.min(1440, row.count)]));
}
