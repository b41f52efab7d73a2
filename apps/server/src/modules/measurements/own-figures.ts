import { metricOf, roundTo } from '@kangmai/domain';
import { bloodPressureGrades, type ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { labelIn, arrayOf, day, type CallCtx, Values, whole } from '../../engine/public.ts';
import {
  counted,
  maybe,
  figuresFrom,
  named,
  readFigure,
  shared,
  tallied,
  valued,
  type Figure,
  type Figures,
} from './figure.ts';
import { figuresOf, sourceOf, summaryOf, type FigureQuery } from './figures.ts';
import { heartFigures, heartShape } from './heart-figures.ts';
import { inside, limitsOver, pressureTarget, type BoundLimits, type ControlledKind } from './inside-limits.ts';
import { sleepFigures, sleepShape } from './sleep-figures.ts';
import { waterGoal } from './targets.ts';

function overReadings(members: Readonly<Record<string, Figure>>): Figures {
  const figure = named(members);
  return { output: figure.output, of: (ctx, query) => readFigure(ctx, query, figure) };
}

/** The limits that judge the readings of a period: those of the person, or of everybody who wore the device. */
async function limitsOf(ctx: CallCtx, query: FigureQuery, kind: ControlledKind): Promise<BoundLimits> {
  const { whose, period } = query;
  const values = new Values(ctx);
  const wearers = whose.person
    ? [whose.person]
    : await ctx.tx.query<{ id: number }>(
        `select distinct b.client_id as id ${sourceOf(ctx, query, values)} and b.client_id is not null`,
        values.list,
      );
  const clientIds = wearers.map(({ id }) => id);
  return limitsOver(ctx, { kind, clientIds, firstDay: period.firstDay, lastDay: period.lastDay });
}

/** The readings inside of the limits, of those that were judged, and their share. */
const controlled = (among: string) => ({
  controlRate: shared(`${among} and ${inside}`, `${among} and v.judged`),
  inTargetCount: counted(`${among} and ${inside}`),
  judgedCount: counted(`${among} and v.judged`),
});

const pressure = z.object({ high: z.number(), low: z.number() }).nullable();

/** The mean of both figures; null where one of them is missing. */
const pressureMean = (condition: string): Figure<typeof pressure> => ({
  numbers: ['high', 'low'].map((column) => `avg(b.${column}) filter (where ${condition})`),
  output: pressure,
  of: (high = null, low = null) =>
    high === null || low === null ? null : { high: roundTo(high, 1), low: roundTo(low, 1) },
});

const pressureFigures = named({
  ...controlled('true'),
  morning: pressureMean('b.period = 1'),
  evening: pressureMean('b.period = 3'),
  highSd: valued('stddev_samp(b.high)', 1),
});

interface GradeRow {
  readonly grade: number;
  readonly count: number;
}

async function gradesOf(ctx: CallCtx, query: FigureQuery): Promise<(GradeRow & { readonly name: string })[]> {
  const values = new Values(ctx);
  const rows = await ctx.tx.query<GradeRow>(
    `select b.grade, count(*) as count ${sourceOf(ctx, query, values)} and b.grade is not null group by 1 order by 1`,
    values.list,
  );
  return rows.map(({ grade, count }) => {
    const entry = bloodPressureGrades.entries[bloodPressureGrades.read(String(grade)) ?? 'normal'];
    return { grade, name: labelIn(ctx.caller.culture, entry), count };
  });
}

const meal = (...periods: readonly number[]) => {
  const among = `b.period in (${periods.join(', ')})`;
  return named({
    avg: valued(`avg(b.blood_sugar) filter (where ${among})`, 2),
    max: valued(`max(b.blood_sugar) filter (where ${among})`, 1),
    min: valued(`min(b.blood_sugar) filter (where ${among})`, 1),
    count: counted(among),
    controlRate: controlled(among).controlRate,
    hypoCount: counted(`${among} and v.judged and v.below`),
  });
};

/** Control rate by the limits that judge the person, values below them, share of 3.9-10.0 mmol/L. */
const sugarFigures = named({
  byPeriod: named({
    fasting: meal(1),
    afterMeal: meal(2, 4, 6),
    beforeMeal: meal(3, 5),
    bedtime: meal(7),
    night: meal(8),
    random: meal(9),
  }),
  ...controlled('b.period between 1 and 9'),
  hypoCount: counted('b.period between 1 and 9 and v.judged and v.below'),
  timeInRange: shared('b.blood_sugar between 3.9 and 10'),
});

const bodyClasses = {
  thin: { label: '偏瘦', en: 'Underweight', holds: 'b.bmi < 18.5' },
  normal: { label: '正常', en: 'Normal', holds: 'b.bmi >= 18.5 and b.bmi < 24' },
  overweight: { label: '超重', en: 'Overweight', holds: 'b.bmi >= 24 and b.bmi < 28' },
  obese: { label: '肥胖', en: 'Obese', holds: 'b.bmi >= 28' },
} as const;
const bodyCounts = named(
  Object.fromEntries(Object.entries(bodyClasses).map(([key, { holds }]) => [key, counted(holds)])),
);

interface HourRow {
  readonly hour: number;
  readonly volume: number;
  readonly count: number;
}

function drunkByHour(ctx: CallCtx, query: FigureQuery): Promise<HourRow[]> {
  const values = new Values(ctx);
  const source = sourceOf(ctx, query, values);
  return ctx.tx.query<HourRow>(
    `select extract(hour from b.measured_at at time zone ${values.bind(query.period.zone)})::integer as hour, sum(b.volume) as volume, count(*) as count ${source} group by 1 order by 1`,
    values.list,
  );
}

const byDay = (query: FigureQuery): FigureQuery => ({ ...query, period: { ...query.period, step: 'day' } });

export const ownFigures: Partial<Readonly<Record<ReadingKind, Figures>>> = {
  bp: figuresFrom(
    {
      target: pressure,
      ...pressureFigures.output.shape,
      grades: arrayOf(z.object({ grade: whole, name: z.string(), count: whole })),
    },
    async (ctx, query) => {
      const limits = await limitsOf(ctx, query, 'bp');
      const [figures, grades] = await Promise.all([
        readFigure(ctx, { ...query, limits }, pressureFigures),
        gradesOf(ctx, query),
      ]);
      return { target: query.whose.person ? pressureTarget(limits) : null, ...figures, grades };
    },
  ),
  heart: figuresFrom(heartShape, heartFigures),
  bloodSugar: {
    output: sugarFigures.output,
    of: async (ctx, query) =>
      readFigure(ctx, { ...query, limits: await limitsOf(ctx, query, 'bloodSugar') }, sugarFigures),
  },
  spo2: overReadings({
    below95Count: counted('b.spo2 < 95'),
    below90Count: counted('b.spo2 < 90'),
    below90Share: shared('b.spo2 < 90'),
    nightMin: valued('min(b.spo2) filter (where extract(hour from l.at) < 6)', 0),
  }),
  // Days that reached 37.3 ℃ (诊断学, low fever).
  temperature: overReadings({ feverDays: tallied('count(distinct l.at::date) filter (where b.temperature >= 37.3)') }),
  sleep: figuresFrom(sleepShape, sleepFigures),
  // Below 360 μmol/L (中国高尿酸血症与痛风诊疗指南 2019, control target).
  uricAcid: overReadings({ controlRate: shared('b.uric_acid < 360') }),
  // The desirable range of each (中国血脂管理指南 2023), mmol/L.
  bloodLipid: overReadings({
    controlRate: named({
      tc: shared('b.tc < 5.2', 'b.tc is not null'),
      tg: shared('b.tg < 1.7', 'b.tg is not null'),
      hdl: shared('b.hdl >= 1', 'b.hdl is not null'),
      ldl: shared('b.ldl < 3.4', 'b.ldl is not null'),
    }),
  }),
  // 0.6 mmol/L and more (中国糖尿病血酮监测专家共识).
  ketone: overReadings({ raisedCount: counted('b.ketone >= 0.6') }),
  // Body mass index by class (WS/T 428-2013: 18.5, 24, 28 kg/m²).
  bodyFat: figuresFrom(
    { bmiDistribution: arrayOf(z.object({ key: z.string(), name: z.string(), count: whole })) },
    async (ctx, query) => {
      const counts = await readFigure(ctx, query, bodyCounts);
      return {
        bmiDistribution: Object.entries(bodyClasses).map(([key, words]) => ({
          key,
          name: labelIn(ctx.caller.culture, words),
          count: counts[key] ?? 0,
        })),
      };
    },
  ),
  // Sessions a day over the days with any.
  ys: figuresFrom({ brushesPerDay: maybe, avgDuration: maybe, coverage: maybe }, async (ctx, query) => {
    const figures = await figuresOf(ctx, byDay(query));
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
  }),
  sb: figuresFrom(
    {
      goal: whole,
      dailyTotals: arrayOf(z.object({ date: day, total: z.number(), count: whole })),
      dailyAverage: maybe,
      goalDays: whole,
      hours: arrayOf(z.object({ hour: whole, volume: z.number(), count: whole })),
    },
    async (ctx, query) => {
      const [figures, hours] = await Promise.all([figuresOf(ctx, byDay(query)), drunkByHour(ctx, query)]);
      const goal = waterGoal(query.whose.person?.sex);
      const dailyTotals = figures.map(({ date, sum, count }) => ({ date, total: roundTo(sum, 0), count }));
      const total = dailyTotals.reduce((sum, each) => sum + each.total, 0);
      return {
        goal,
        dailyTotals,
        dailyAverage: dailyTotals.length === 0 ? null : roundTo(total / dailyTotals.length, 0),
        goalDays: dailyTotals.filter((each) => each.total >= goal).length,
        hours,
      };
    },
  ),
};
