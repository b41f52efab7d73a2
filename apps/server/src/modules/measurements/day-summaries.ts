import { addDays, daysBetween, localDay, metricOf, roundTo, startOfDay, type MeasurementKind } from '@kangmai/domain';
import { client, stepCount, type ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import {
  inSight,
  call,
  countLimit,
  headOf,
  dayTime,
  pageOf,
  Values,
  whole,
  type Call,
  type CallCtx,
  tenantZone,
} from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { invalid } from '../../platform/errors.ts';
import { metricsOf, recountHours } from '../main-loop/public.ts';
import {
  detailsOf,
  inTargetOf,
  wearMinutesOf,
  type ControlledDay,
  type DayDetail,
  type SummaryDay,
} from './day-details.ts';
import { kindNamed } from './person-views.ts';
import { healthKinds } from './shown-values.ts';
import { ofKeptPerson, personOf, whoseInput } from './whose.ts';

const permission = 'Pages.WatChDataManage.Data';

const longestRebuilt = 31;
const deepest = 100_000;

const pageInput = z.object({
  userIdFilter: whoseInput.userId,
  dataTypeFilter: z.string().max(20).optional(),
  ['Minsummary_dateFilter']: z.string().max(40).optional(),
  ['Maxsummary_dateFilter']: z.string().max(40).optional(),
  skipCount: z.coerce.number().int().min(0).max(deepest).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
});

interface SummaryInput {
  readonly kinds: readonly ReadingKind[];
  readonly clientId: number | undefined;
  readonly first: string | undefined;
  readonly last: string | undefined;
}

function dayNamed(ctx: CallCtx, field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-date');
  return localDay(at.getTime(), ctx.caller.zone);
}

/** The days of one kind as SQL. Kinds without a metric in every reading are looked up by all metrics. */
function kindSource(
  ctx: CallCtx,
  { kind, asked }: { readonly kind: ReadingKind; readonly asked: SummaryInput },
  values: Values,
): string {
  const { bind } = values;
  const conditions = [
    ...(asked.clientId === undefined
      ? [ofKeptPerson('d'), inSight(ctx, stepCount, { alias: 'd', values })]
      : [`d.client_id = ${bind(asked.clientId)}`]),
    ...(asked.first === undefined ? [] : [`d.day >= ${bind(asked.first)}::date`]),
    ...(asked.last === undefined ? [] : [`d.day <= ${bind(asked.last)}::date`]),
  ];
  const metrics = metricsOf(kind).map(({ key }) => key);
  const required = metrics.filter((key) => metricOf(kind as MeasurementKind, key)?.required);
  const tail = conditions.map((condition) => ` and ${condition}`).join('');
  const [main] = required;
  if (main !== undefined)
    return `select '${kind}'::text as kind, d.client_id, d.day from reading_day d where d.tenant_id = $1 and d.kind = '${kind}' and d.metric = '${main}'${tail}`;
  return `select distinct '${kind}'::text as kind, d.client_id, d.day from reading_day d where d.tenant_id = $1 and d.kind = '${kind}' and d.metric = any(${bind(metrics)}::text[])${tail}`;
}

async function daysOf(
  ctx: CallCtx,
  asked: SummaryInput,
  page: { readonly skip: number; readonly take: number },
): Promise<{ readonly days: readonly SummaryDay[]; readonly total: number }> {
  const values = new Values(ctx);
  const counts = new Values(ctx);
  const parts = asked.kinds.map(
    (kind) =>
      `(select * from (${kindSource(ctx, { kind, asked }, values)}) k order by k.day desc, k.client_id desc limit ${page.skip + page.take})`,
  );
  const counted = asked.kinds.map((kind) => `(${kindSource(ctx, { kind, asked }, counts)})`);
  const [days, row] = await Promise.all([
    ctx.tx.query<SummaryDay>(
      `select u.kind, u.client_id as "clientId", u.day from (${parts.join(' union all ')}) u order by u.day desc, u.client_id desc, u.kind limit ${page.take} offset ${page.skip}`,
      values.list,
    ),
    ctx.tx.one<{ total: number }>(
      `select count(*) as total from (select 1 from (${counted.join(' union all ')}) u limit ${countLimit + 1}) c`,
      counts.list,
    ),
  ]);
  return { days, total: row?.total ?? 0 };
}

interface RollupRow extends SummaryDay {
  readonly metric: string;
  readonly count: number;
  readonly abnormal: number;
  readonly sum: number;
  readonly sumSquares: number;
  readonly min: number;
  readonly max: number;
}

const rollups = (ctx: CallCtx, days: readonly SummaryDay[]): Promise<readonly RollupRow[]> =>
  ctx.tx.query<RollupRow>(
    `select d.client_id as "clientId", d.day, d.kind, d.metric, d.count, d.abnormal_count as abnormal, d.sum, d.sum_squares as "sumSquares", d.min, d.max
   from unnest($2::bigint[], $3::text[], $4::date[]) as k(client_id, kind, day) join reading_day d on d.tenant_id = $1 and d.client_id = k.client_id and d.kind = k.kind and d.day = k.day`,
    [ctx.tenantId, days.map(({ clientId }) => clientId), days.map(({ kind }) => kind), days.map(({ day }) => day)],
  );

const statShape = z.object({
  avg: z.number(),
  min: z.number(),
  max: z.number(),
  sum: z.number(),
  sumSq: z.number(),
  first: z.number().optional(),
  last: z.number().optional(),
  p5: z.number().optional(),
  p95: z.number().optional(),
});
const summaryOutput = z.object({
  id: z.string(),
  userId: whole,
  userName: z.string(),
  ['summary_date']: dayTime,
  dataType: z.string(),
  count: whole,
  abnormalCount: whole,
  inTargetCount: whole.nullable(),
  judgedCount: whole.nullable(),
  stats: z.record(z.string(), statShape),
  wearMinutes: whole,
});
type Summary = z.output<typeof summaryOutput>;

const nothing: DayDetail | null = null;

const controlledOf = (
  counts: ReadonlyMap<string, ControlledDay> | undefined,
  { clientId, day, kind }: SummaryDay,
): ControlledDay | null =>
  kind === 'bp' || kind === 'bloodSugar' ? (counts?.get(`${clientId}|${day}`) ?? { judged: 0, inside: 0 }) : null;

function statsOf(rows: readonly RollupRow[], details: ReadonlyMap<string, DayDetail>): Summary['stats'] {
  return Object.fromEntries(
    rows.map(({ clientId, day, kind, metric, count, sum, sumSquares, min, max }) => {
      const digits = metricOf(kind as MeasurementKind, metric)?.decimals ?? 0;
      return [
        metric,
        {
          avg: roundTo(sum / count, digits + 1),
          min: roundTo(min, digits),
          max: roundTo(max, digits),
          sum: roundTo(sum, digits),
          sumSq: roundTo(sumSquares, digits * 2),
          ...(details.get(`${clientId}|${day}|${metric}`) ?? nothing),
        },
      ];
    }),
  );
}

async function summariesOf(ctx: CallCtx, zone: string, days: readonly SummaryDay[]): Promise<readonly Summary[]> {
  if (days.length === 0) return [];
  const groups = [...groupBy(days, ({ kind }) => kind).values()];
  const ids = [...new Set(days.map(({ clientId }) => clientId))];
  const [rows, names, details, targets, wear] = await Promise.all([
    rollups(ctx, days),
    ctx.tx.query<{ id: number; name: string }>(
      `select id, name from "${client.table}" where tenant_id = $1 and id = any($2::bigint[])`,
      [ctx.tenantId, ids],
    ),
    Promise.all(
      groups.map(async (group): Promise<[ReadingKind, ReadonlyMap<string, DayDetail>]> => [
        (group[0] as SummaryDay).kind,
        await detailsOf(ctx, zone, group),
      ]),
    ),
    Promise.all(
      groups.map(async (group): Promise<[ReadingKind, ReadonlyMap<string, ControlledDay>]> => [
        (group[0] as SummaryDay).kind,
        await inTargetOf(ctx, zone, group),
      ]),
    ),
    wearMinutesOf(ctx, zone, [...new Map(days.map((day) => [`${day.clientId}|${day.day}`, day])).values()]),
  ]);
  const [detailOf, targetOf, nameOf] = [
    new Map(details),
    new Map(targets),
    new Map(names.map(({ id, name }) => [id, name])),
  ];
  const own = groupBy(rows, ({ clientId, day, kind }) => `${kind}|${clientId}|${day}`);
  return days.map(({ clientId, day, kind }) => {
    const figures = own.get(`${kind}|${clientId}|${day}`) ?? [];
    const controlled = controlledOf(targetOf.get(kind), { clientId, day, kind });
    return {
      id: `${clientId}-${kind}-${day}`,
      userId: clientId,
      userName: nameOf.get(clientId) ?? '',
      ['summary_date']: `${day}T00:00:00`,
      dataType: kind,
      count: Math.max(0, ...figures.map(({ count }) => count)),
      abnormalCount: Math.max(0, ...figures.map(({ abnormal }) => abnormal)),
      inTargetCount: controlled?.inside ?? null,
      judgedCount: controlled?.judged ?? null,
      stats: statsOf(figures, detailOf.get(kind) ?? new Map()),
      wearMinutes: wear.get(`${clientId}|${day}`) ?? 0,
    };
  });
}

const getPagedAll = call({
  wire: 'GET Watch_day_summarys/GetPagedAll',
  title: '日汇总',
  permission,
  input: pageInput,
  output: pageOf(summaryOutput),
  run: async (ctx, input) => {
    const kind = kindNamed('dataTypeFilter', input.dataTypeFilter);
    const asked: SummaryInput = {
      kinds: kind ? [kind] : healthKinds,
      clientId: input.userIdFilter === undefined ? undefined : (await personOf(ctx, input.userIdFilter)).id,
      first: dayNamed(ctx, 'Minsummary_dateFilter', input['Minsummary_dateFilter']),
      last: dayNamed(ctx, 'Maxsummary_dateFilter', input['Maxsummary_dateFilter']),
    };
    const { days, total } = await daysOf(ctx, asked, { skip: input.skipCount, take: input.maxResultCount });
    const items = await summariesOf(ctx, await tenantZone(ctx), days);
    return { ...headOf({ total: Math.min(total, countLimit), capped: total > countLimit }), items };
  },
});

const hourMs = 3_600_000;

const recompute = call({
  wire: 'POST Watch_day_summarys/Recompute',
  title: '重算日汇总',
  permission: `${permission}.Recompute`,
  input: z.object({ userId: z.coerce.number().int().positive(), begin: z.string().max(40), end: z.string().max(40) }),
  output: z.object({ userId: whole, days: whole, kinds: whole }),
  run: async (ctx, input) => {
    const { id } = await personOf(ctx, input.userId);
    const zone = await tenantZone(ctx);
    const [first, last] = [dayNamed(ctx, 'begin', input.begin) ?? '', dayNamed(ctx, 'end', input.end) ?? ''];
    const days = daysBetween(first, last) + 1;
    if (days < 1) throw invalid('end', 'period.reversed');
    if (days > longestRebuilt) throw invalid('end', 'period.too-long', { days: longestRebuilt });
    const [from, until] = [startOfDay(first, zone), startOfDay(addDays(last, 1), zone)];
    const hours = Array.from({ length: Math.ceil((until - from) / hourMs) }, (...[, at]) => ({
      clientId: id,
      hour: Math.floor(from / hourMs + at) * hourMs,
    }));
    const inZone = { ...ctx, caller: { ...ctx.caller, zone } };
    for (const kind of healthKinds) await recountHours(inZone, kind, hours);
    return { userId: id, days, kinds: healthKinds.length };
  },
});

export const daySummaryCalls: readonly Call[] = [getPagedAll, recompute];
