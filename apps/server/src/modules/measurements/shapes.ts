import { metricsOf, type Point } from '../main-loop/public.ts';
import type { ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, day, dayTime, timestamp, told, whole } from '../../engine/public.ts';

const figure = z.number().nullable();

/** A point of a kind's chart; over long periods the mean, lowest and highest value of a span. */
export const pointOf = (kind: ReadingKind): z.ZodType<Point> =>
  told<Point>(
    z.looseObject({
      id: whole.optional(),
      ['measure_time']: z.union([timestamp, dayTime]),
      ...Object.fromEntries(metricsOf(kind).map(({ key }) => [key, figure.optional()])),
      abnormalLevel: whole.optional(),
      isAbnormal: whole.optional(),
      quality: whole.optional(),
      count: whole.optional(),
      thinned: z.literal(true).optional(),
    }),
  );

export const walkPoint = z.object({
  date: day,
  ['walk_date']: dayTime,
  ['measure_time']: timestamp,
  steps: whole,
  distance: figure,
  calorie: figure,
  sportMinutes: figure,
  goalSteps: whole,
  abnormalLevel: whole,
  isAbnormal: whole,
});

export const walkHour = z.object({ date: z.string(), hour: whole, ['measure_time']: timestamp, steps: whole });

export const periodShape = { beginTime: timestamp, endTime: timestamp };

export const seriesOutput = arrayOf(
  z.object({ date: z.string(), avg: z.number(), max: z.number(), min: z.number(), count: whole }),
);

const means = { count: whole, avg: figure, max: figure, min: figure, series: seriesOutput };

const pressure = z.object({ high: z.number(), low: z.number() }).nullable();
const controlled = { controlRate: figure, inTargetCount: whole, judgedCount: whole };
const meal = z.object({ avg: figure, max: figure, min: figure, count: whole, controlRate: figure, hypoCount: whole });
const share = { controlRate: figure };

const ownShapes: Partial<Readonly<Record<ReadingKind, Readonly<Record<string, z.ZodType>>>>> = {
  bp: {
    target: pressure,
    ...controlled,
    morning: pressure,
    evening: pressure,
    highSd: figure,
    grades: arrayOf(z.object({ grade: whole, name: z.string(), count: whole })),
  },
  heart: { restingAvg: figure, nightAvg: figure, above100Minutes: whole, below50Minutes: whole },
  bloodSugar: { byPeriod: z.record(z.string(), meal), ...controlled, hypoCount: whole, timeInRange: figure },
  spo2: { below95Count: whole, below90Count: whole, below90Share: figure, nightMin: figure },
  temperature: { feverDays: whole },
  sleep: {
    nights: whole,
    avgDuration: figure,
    efficiency: figure,
    latency: figure,
    bedtimeRegularity: figure,
    avgLeaveBed: figure,
    avgAhi: figure,
    avgScore: figure,
    scoreSeries: arrayOf(z.object({ date: day, score: figure })),
  },
  uricAcid: share,
  bloodLipid: { controlRate: z.record(z.string(), figure) },
  ketone: { raisedCount: whole },
  bodyFat: { bmiDistribution: arrayOf(z.object({ key: z.string(), name: z.string(), count: whole })) },
  ys: { brushesPerDay: figure, avgDuration: figure, coverage: figure },
  sb: {
    goal: whole,
    dailyTotals: arrayOf(z.object({ date: day, total: z.number(), count: whole })),
    dailyAverage: figure,
    goalDays: whole,
    hours: arrayOf(z.object({ hour: whole, volume: z.number(), count: whole })),
  },
};

const optional = (shapes: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shape.optional()]));

const statisticMembers = (kind: ReadingKind) =>
  z.object({
    ...periodShape,
    dataType: z.string(),
    step: z.enum(['hour', 'day', 'month']),
    ...means,
    abnormalCount: whole,
    normalRate: figure,
    latest: pointOf(kind).nullable(),
    distribution: arrayOf(z.object({ level: whole, name: z.string(), count: whole })),
    metrics: z.record(z.string(), z.object({ ...means, latest: figure, change: figure, sd: figure })),
  });

export type Statistic = z.output<ReturnType<typeof statisticMembers>>;

/** The statistic of a kind over a period; for one person or device with the kind's own figures. */
export const statisticShape = (kind: ReadingKind): z.ZodType<Statistic> =>
  told<Statistic>(statisticMembers(kind).extend(optional(ownShapes[kind] ?? {})));

export const walkStatistic = z.object({
  ...periodShape,
  dataType: z.literal('walk'),
  count: whole,
  abnormalCount: whole,
  total: whole,
  dailyAverage: whole.nullable(),
  avg: whole.nullable(),
  max: whole.nullable(),
  min: whole.nullable(),
  goalDays: whole,
  bestDay: z.object({ date: day, steps: whole }).nullable(),
  activeDays: whole,
  distance: z.number(),
  calories: z.number(),
  latest: walkPoint.nullable(),
  series: arrayOf(
    z.object({
      date: day,
      avg: whole,
      max: whole,
      min: whole,
      steps: whole,
      goalSteps: whole,
      count: whole,
    }),
  ),
});
