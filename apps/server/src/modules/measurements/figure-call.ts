import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { call, told, type Call } from '../../engine/public.ts';
import type { Figures } from './figure.ts';
import { dateTypes, shownPeriod, statisticPeriod, timesInput, type Step } from './period.ts';
import { periodShape } from './shapes.ts';
import { whoseInput, whoseOf } from './whose.ts';

interface FigureCall {
  readonly kind: ReadingKind;
  /** What a point of a series stands for, where that does not follow from the length of the period. */
  readonly step?: Step;
  readonly of: Figures;
}

const input = z.object({ ...whoseInput, ...timesInput, dateType: z.enum(dateTypes).optional() });

/** GetStatistics of a kind over a period, of a person in sight, a device, or everybody in sight. */
export function figureCall({ kind, step, of: figures }: FigureCall): Call {
  const resource = readingOfKind[kind];
  return call({
    wire: `GET ${resource.wire.service}/GetStatistics`,
    title: `${resource.title}统计`,
    permission: stemsOf(resource),
    input,
    output: told<object>(z.object({ ...periodShape, dataType: z.literal(kind), ...figures.output.shape })),
    run: async (ctx, asked) => {
      const whose = await whoseOf(ctx, asked);
      const period = { ...(await statisticPeriod(ctx, asked)), ...(step && { step }) };
      return { ...shownPeriod(period), dataType: kind, ...(await figures.of(ctx, { kind, whose, period })) };
    },
  });
}
