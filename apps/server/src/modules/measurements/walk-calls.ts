import { addDays, localDay, localTime, startOfDay } from '@kangmai/domain';
import { stepCount } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  listQueryInput,
  pageOf,
  Values,
  wrappedRow,
  type Call,
  type CallCtx,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { pointSource } from '../main-loop/public.ts';
import { listInput } from './lists.ts';
import { shownPeriod, statisticPeriod, tenantZone, timesOf } from './period.ts';
import { statisticInput } from './statistics.ts';
import { ranking } from './walk-ranking.ts';
import { stepGains } from './step-gains.ts';
import { walksBetween, type WalkDay } from './walk-days.ts';
import { walkPage } from './walk-page.ts';
import { oneOf, type Whose } from './whose.ts';
import { walkHour, walkPoint, walkStatistic } from './shapes.ts';

const { service } = stepCount.wire;
const permission = stemsOf(stepCount);

const asPoint = ({
  day,
  steps,
  distance,
  calorie,
  sportMinutes,
  goalSteps,
  measuredAt,
  level,
}: WalkDay): z.output<typeof walkPoint> => ({
  date: day,
  ['walk_date']: `${day}T00:00:00`,
  ['measure_time']: measuredAt.toISOString(),
  steps,
  distance,
  calorie,
  sportMinutes,
  goalSteps,
  abnormalLevel: level,
  isAbnormal: level > 0 ? 1 : 0,
});

interface Counter {
  readonly at: Date;
  readonly steps: number;
  readonly deviceId: number | null;
}

/** Steps by the hours of one local day, from the main device's counters. */
async function hoursOf(
  ctx: CallCtx,
  input: { readonly whose: Whose; readonly zone: string; readonly day: string },
): Promise<readonly z.output<typeof walkHour>[]> {
  const { whose, zone, day } = input;
  const [from, until] = [new Date(startOfDay(day, zone)), new Date(startOfDay(addDays(day, 1), zone))];
  const values = new Values(ctx);
  const span = { clientId: whose.person?.id, imei: whose.imei, from, to: new Date(until.getTime() - 1) };
  const [counters, [walk]] = await Promise.all([
    ctx.tx.query<Counter>(
      `select b.measured_at as at, b.steps, b.device_id as "deviceId" ${pointSource(ctx, { kind: 'walk', ...span }, values)} order by b.measured_at, b.id`,
      values.list,
    ),
    walksBetween(ctx, { zone, ...span }),
  ]);
  const own = counters.filter(({ deviceId }) => deviceId === (walk?.deviceId ?? null));
  const gains = stepGains(own.map(({ steps }) => steps));
  const hours = new Map<number, number>();
  for (const [place, counter] of own.entries()) {
    const { hour } = localTime(counter.at.getTime(), zone);
    hours.set(hour, (hours.get(hour) ?? 0) + (gains[place] ?? 0));
  }
  return [...hours].map(([hour, steps]) => ({
    date: `${day}T${String(hour).padStart(2, '0')}:00`,
    hour,
    ['measure_time']: new Date(from.getTime() + hour * 3_600_000).toISOString(),
    steps,
  }));
}

const getAll = call({
  wire: `GET ${service}/GetAll`,
  title: '步数日汇总',
  replaces: true,
  permission,
  input: listQueryInput(stepCount),
  output: pageOf(wrappedRow(stepCount)),
  run: async (ctx, query) => {
    const { rows, total, capped, plan } = await walkPage(ctx, query);
    return {
      totalCount: total,
      ...(capped && { totalCountCapped: true as const }),
      items: rows.map(plan.writer.wrapped),
    };
  },
});

const getList = call({
  wire: `GET ${service}/GetList`,
  title: '步数图表',
  permission,
  input: listInput.extend({ dateType: z.enum(['hour', 'day', 'week', 'month', 'year']).optional() }),
  output: z.union([arrayOf(walkHour), arrayOf(walkPoint)]),
  run: async (ctx, input) => {
    const whose = await oneOf(ctx, input);
    const zone = await tenantZone(ctx);
    const { from, to } = timesOf(ctx, input);
    if (input.dateType === 'hour')
      return hoursOf(ctx, { whose, zone, day: localDay((from ?? to ?? ctx.now()).getTime(), zone) });
    const since = from && new Date(startOfDay(localDay(from.getTime(), zone), zone));
    const walks = await walksBetween(ctx, {
      zone,
      clientId: whose.person?.id,
      imei: whose.imei,
      from: since,
      to,
      ...(input.top !== undefined && { most: input.top }),
    });
    return walks.map(asPoint);
  },
});

const activeSteps = 4000;

function statisticOf(
  walks: readonly WalkDay[],
): Omit<z.output<typeof walkStatistic>, 'beginTime' | 'endTime' | 'dataType'> {
  const sum = (pick: (walk: WalkDay) => number | null): number =>
    walks.reduce((total, walk) => total + (pick(walk) ?? 0), 0);
  const best = walks.toSorted((one, other) => other.steps - one.steps)[0];
  const total = sum(({ steps }) => steps);
  const latest = walks.at(-1);
  return {
    count: walks.length,
    abnormalCount: walks.filter(({ level }) => level > 0).length,
    total,
    dailyAverage: walks.length === 0 ? null : Math.round(total / walks.length),
    avg: walks.length === 0 ? null : Math.round(total / walks.length),
    max: best?.steps ?? null,
    min: walks.length === 0 ? null : Math.min(...walks.map(({ steps }) => steps)),
    goalDays: walks.filter(({ steps, goalSteps }) => steps >= goalSteps).length,
    bestDay: best ? { date: best.day, steps: best.steps } : null,
    activeDays: walks.filter(({ steps }) => steps >= activeSteps).length,
    distance: sum(({ distance }) => distance),
    calories: sum(({ calorie }) => calorie),
    latest: latest ? asPoint(latest) : null,
    series: walks.map(({ day, steps, goalSteps }) => ({
      date: day,
      avg: steps,
      max: steps,
      min: steps,
      steps,
      goalSteps,
      count: 1,
    })),
  };
}

const getStatistics = call({
  wire: `GET ${service}/GetStatistics`,
  title: '步数统计',
  permission,
  input: statisticInput,
  output: walkStatistic,
  run: async (ctx, input) => {
    const whose = await oneOf(ctx, input);
    const period = await statisticPeriod(ctx, input);
    if (period.days > 731) throw invalid('endTime', 'period.too-long', { days: 731 });
    const walks = await walksBetween(ctx, {
      zone: period.zone,
      clientId: whose.person?.id,
      imei: whose.imei,
      from: period.from,
      to: new Date(period.until.getTime() - 1),
    });
    return { ...shownPeriod(period), dataType: 'walk' as const, ...statisticOf(walks) };
  },
});

export const walkCalls: readonly Call[] = [getAll, getList, getStatistics, ranking];
