import { localDay } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, Values, type Call, type CallCtx, tenantZone } from '../../engine/public.ts';
import { metricsOf, mostPoints, pointSource, pointsOf, type Point, type PointQuery } from '../main-loop/public.ts';
import { figuresOf } from './figures.ts';
import { nightsOf } from './nights.ts';
import { periodOf, timesInput, timesOf } from './period.ts';
import { oneOf, subjectOf, whoseInput, type Whose } from './whose.ts';
import { pointOf } from './shapes.ts';

export const listInput = z.object({
  ...whoseInput,
  ...timesInput,
  top: z.coerce.number().int().min(1).max(mostPoints).optional(),
});

interface ListInput {
  readonly whose: Whose;
  readonly query: PointQuery;
}

async function withPeriods(ctx: CallCtx, query: PointQuery): Promise<readonly Point[]> {
  const values = new Values(ctx);
  const source = pointSource(ctx, query, values);
  const [points, rows] = await Promise.all([
    pointsOf(ctx, query),
    ctx.tx.query<{ id: number; period: number }>(
      `select b.id, b.period ${source} order by b.measured_at desc limit ${query.most ?? mostPoints}`,
      values.list,
    ),
  ]);
  const periods = new Map(rows.map(({ id, period }) => [id, period]));
  return points.map((point) => ({ ...point, period: periods.get(Number(point['id'])) ?? null }));
}

async function nightPoints(ctx: CallCtx, { whose, query }: ListInput): Promise<readonly Point[]> {
  const nights = await nightsOf(ctx, {
    whose,
    from: query.from,
    to: query.to,
    ...(query.most !== undefined && { most: query.most }),
  });
  return nights.map((night) => ({
    id: night.id,
    ...Object.fromEntries(metricsOf('sleep').map(({ key }) => [key, night[key] ?? null])),
    ['measure_time']: night.measuredAt.toISOString(),
    ['report_date']: `${night.date}T00:00:00`,
    inBedTime: night.inBedAt?.toISOString() ?? null,
    sleepTime: night.asleepAt?.toISOString() ?? null,
    wakeTime: night.awakeAt?.toISOString() ?? null,
    outBedTime: night.outOfBedAt?.toISOString() ?? null,
    abnormalLevel: night.level,
    isAbnormal: night.flag,
    quality: night.quality,
  }));
}

const longAgo = Date.UTC(2000, 0, 1);

async function waterDays(ctx: CallCtx, { whose, query }: ListInput): Promise<readonly Point[]> {
  const zone = await tenantZone(ctx);
  const [first, last] = [
    localDay(query.from?.getTime() ?? longAgo, zone),
    localDay((query.to ?? ctx.now()).getTime(), zone),
  ];
  const days = await figuresOf(ctx, { kind: 'sb', whose, period: periodOf(zone, { first, last }, 'day') });
  return days.map(({ date, sum, count }) => ({ date, ['measure_time']: `${date}T00:00:00`, volume: sum, count }));
}

function chartOf(
  ctx: CallCtx,
  kind: ReadingKind,
  input: ListInput & { readonly byDay: boolean },
): Promise<readonly Point[]> {
  if (kind === 'sleep') return nightPoints(ctx, input);
  if (kind === 'sb' && input.byDay) return waterDays(ctx, input);
  return kind === 'bloodSugar' ? withPeriods(ctx, input.query) : pointsOf(ctx, input.query);
}

export function listCall(kind: ReadingKind): Call {
  const resource = readingOfKind[kind];
  return call({
    wire: `GET ${resource.wire.service}/GetList`,
    title: `${resource.title}图表`,
    permission: stemsOf(resource),
    input: listInput.extend({ dateType: z.string().max(10).optional() }),
    output: arrayOf(pointOf(kind)),
    run: async (ctx, input) => {
      const whose = await oneOf(ctx, input);
      const query: PointQuery = {
        kind,
        ...subjectOf(whose),
        ...timesOf(ctx, input),
        ...(input.top !== undefined && { most: input.top }),
      };
      return chartOf(ctx, kind, { whose, query, byDay: input.dateType === 'day' });
    },
  });
}
