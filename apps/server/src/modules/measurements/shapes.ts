import { metricsOf, type Point } from '../main-loop/public.ts';
import type { ReadingKind } from '@kangmai/model';
import { z } from 'zod';
import { dayTime, timestamp, told, whole } from '../../engine/public.ts';
import { maybe } from './figure.ts';

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

export const walkHour = z.object({ date: z.string(), hour: whole, ['measure_time']: timestamp, steps: whole });

export const periodShape = { beginTime: timestamp, endTime: timestamp };
