import { metricOf, roundTo } from '@kangmai/domain';
import { type CallCtx, Values } from '../../engine/public.ts';
import { figuresOf, shareOf, sourceOf, summaryOf, type FigureQuery } from './figures.ts';
import { waterGoal } from './targets.ts';

type Numbers = Readonly<Record<string, string | number | null>>;

async function countsOf(ctx: CallCtx, query: FigureQuery, picks: string): Promise<(name: string) => number> {
  const values = new Values(ctx);
  const row = await ctx.tx.one<Numbers>(`select ${picks} ${sourceOf(ctx, query, values)}`, values.list);
  return (name) => Number(row?.[name] ?? 0);
}

/** Uric acid: share below 360 μmol/L (中国高尿酸血症与痛风诊疗指南 2019, control target). */
export async function uricAcidFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const of = await countsOf(ctx, query, 'count(*) as n, count(*) filter (where b.uric_acid < 360) as within');
  return { controlRate: shareOf(of('within'), of('n')) };
}

/**
 *  Lipids: share within the desirable range of each (中国血脂管理指南 2023: TC < 5.2, TG < 1.7, LDL-C < 3.4, HDL-C ≥ 1.0
 *  mmol/L).
 */
export async function lipidFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const within = { tc: 'b.tc < 5.2', tg: 'b.tg < 1.7', hdl: 'b.hdl >= 1', ldl: 'b.ldl < 3.4' };
  const of = await countsOf(
    ctx,
    query,
    Object.entries(within)
      .map(
        ([name, condition]) => `count(b.${name}) as "${name}", count(*) filter (where ${condition}) as "${name}Within"`,
      )
      .join(', '),
  );
  return {
    controlRate: Object.fromEntries(Object.keys(within).map((name) => [name, shareOf(of(`${name}Within`), of(name))])),
  };
}

/** Ketone: how many values of 0.6 mmol/L and more (中国糖尿病血酮监测专家共识). */
export async function ketoneFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const of = await countsOf(ctx, query, 'count(*) filter (where b.ketone >= 0.6) as raised');
  return { raisedCount: of('raised') };
}

const bodyClasses = {
  thin: ['偏瘦', 'Underweight', 'b.bmi < 18.5'],
  normal: ['正常', 'Normal', 'b.bmi >= 18.5 and b.bmi < 24'],
  overweight: ['超重', 'Overweight', 'b.bmi >= 24 and b.bmi < 28'],
  obese: ['肥胖', 'Obese', 'b.bmi >= 28'],
} as const;

/** Body mass index by class (WS/T 428-2013: 18.5, 24, 28 kg/m²). */
export async function bodyFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const of = await countsOf(
    ctx,
    query,
    Object.entries(bodyClasses)
      .map(([key, [, , condition]]) => `count(*) filter (where ${condition}) as "${key}"`)
      .join(', '),
  );
  return {
    bmiDistribution: Object.entries(bodyClasses).map(([key, [label, en]]) => ({
      key,
      name: ctx.caller.culture === 'en' ? en : label,
      count: of(key),
    })),
  };
}

/** Brushing: sessions a day over the days with any, mean duration and coverage. */
export async function brushFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const figures = await figuresOf(ctx, { ...query, period: { ...query.period, step: 'day' } });
  const of = (metric: string): ReturnType<typeof summaryOf> =>
    summaryOf(
      figures.filter((figure) => figure.metric === metric),
      metricOf('ys', metric)?.decimals ?? 0,
    );
  const days = new Set(figures.map(({ date }) => date)).size;
  return {
    brushesPerDay: days === 0 ? null : roundTo(of('durationSeconds').count / days, 1),
    avgDuration: of('durationSeconds').avg,
    coverage: of('coverage').avg,
  };
}

interface HourRow {
  readonly hour: number;
  readonly volume: number;
  readonly count: number;
}

/** Water: each day's total, days on which the goal was reached, and the hours of drinking. */
export async function waterFigures(ctx: CallCtx, query: FigureQuery): Promise<object> {
  const values = new Values(ctx);
  const source = sourceOf(ctx, query, values);
  const [figures, hours] = await Promise.all([
    figuresOf(ctx, { ...query, period: { ...query.period, step: 'day' } }),
    ctx.tx.query<HourRow>(
      `select extract(hour from b.measured_at at time zone ${values.bind(query.period.zone)})::integer as hour, sum(b.volume) as volume, count(*) as count ${source} group by 1 order by 1`,
      values.list,
    ),
  ]);
  const goal = waterGoal(query.whose.person?.sex);
  const days = figures.map(({ date, sum, count }) => ({ date, total: roundTo(sum, 0), count }));
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return {
    goal,
    dailyTotals: days,
    dailyAverage: days.length === 0 ? null : roundTo(total / days.length, 0),
    goalDays: days.filter((day) => day.total >= goal).length,
    hours,
  };
}
