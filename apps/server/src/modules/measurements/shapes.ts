import { metricsOf, type Point } from '../main-loop/public.ts';
import type { ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { dayTime, timestamp, told, whole } from '../../engine/public.ts';
import { maybe } from './figure.ts';

/** A point of a chart of a kind; of long times the mean, the lowest and the highest value of a span. */
export const pointOf = (kind: ReadingKind): z.ZodType<Point> =>
  told<Point>(
    z.looseObject({
      id: whole.optional(),
      ['measure_time']: z.union([timestamp, dayTime]),
      ...Object.fromEntries(metricsOf(kind).map(({ key }) => [key, maybe.optional()])),
      abnormalLevel: whole.optional(),
      isAbnormal: whole.optional(),
      quality: whole.optional(),
      count: whole.optional(),
      thinned: z.literal(true).optional(),
    }),
  );

/** What was walked in an hour. */
export const walkHour = z.object({ date: z.string(), hour: whole, ['measure_time']: timestamp, steps: whole });

/** The ends of a period. */
export const periodShape = { beginTime: timestamp, endTime: timestamp };
