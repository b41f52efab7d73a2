import { addDays, localDay, localTime, startOfDay } from '@kangmai/domain';
import { stepCount } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  headOf,
  listQueryInput,
  pageOf,
  Values,
  wrappedRow,
  type Call,
  type CallCtx,
  tenantZone,
} from '../../engine/public.ts';
import { pointSource } from '../main-loop/public.ts';
import { listInput } from './lists.ts';
import { timesOf } from './period.ts';
import { ranking } from './walk-ranking.ts';
import { stepGains } from './step-gains.ts';
import { walksBetween } from './walk-days.ts';
import { walkPage } from './walk-page.ts';
import { oneOf, subjectOf, type Whose } from './whose.ts';
import { asPoint, walkPoint } from './walk-figures.ts';
import { walkHour } from './shapes.ts';

const { service } = stepCount.wire;
const permission = stemsOf(stepCount);

interface Counter {
  readonly at: Date;
  readonly steps: number;
  readonly deviceId: number | null;
}

async function hoursOf(
  ctx: CallCtx,
  input: { readonly whose: Whose; readonly zone: string; readonly day: string },
): Promise<readonly z.output<typeof walkHour>[]> {
  const { whose, zone, day } = input;
  const [from, until] = [new Date(startOfDay(day, zone)), new Date(startOfDay(addDays(day, 1), zone))];
  const values = new Values(ctx);
  const span = { ...subjectOf(whose), from, to: new Date(until.getTime() - 1) };
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
    const page = await walkPage(ctx, query);
    return { ...headOf(page), items: page.rows.map(page.plan.writer.wrapped) };
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
      ...subjectOf(whose),
      from: since,
      to,
      ...(input.top !== undefined && { most: input.top }),
    });
    return walks.map(asPoint);
  },
});

export const walkCalls: readonly Call[] = [getAll, getList, ranking];
