import { metricsOf, type Point } from '../main-loop/public.ts';
import type { ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, day, dayTime, timestamp, told, whole } from '../../engine/public.ts';

const figure = z.number().nullable();

/** A point of a chart of a kind; of long times the mean, the lowest and the highest value of a span. */
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

/** What was walked on a day. */
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

/** What was walked in an hour. */
export const walkHour = z.object({ date: z.string(), hour: whole, ['measure_time']: timestamp, steps: whole });

/** The ends of a period. */
export const periodShape = { beginTime: timestamp, endTime: timestamp };

/** A step of a series. */
export const seriesOutput = arrayOf(
  z.object({ date: z.string(), avg: z.number(), max: z.number(), min: z.number(), count: whole }),
);

const means = { count: whole, avg: figure, max: figure, min: figure, series: seriesOutput };

/** The statistic of a kind over a period; of one person or device with the figures of the kind's own beside it. */
export const statisticShape = (kind: ReadingKind) =>
  z.looseObject({
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

/** The statistic of walking over a period. */
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
