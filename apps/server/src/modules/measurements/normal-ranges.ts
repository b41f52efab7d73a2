import type { MeasurementKind } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { arrayOf, call } from '../../engine/public.ts';
import { normalRangesOf, rangeOutput } from '../main-loop/public.ts';
import { healthKinds } from './shown-values.ts';
import { personOf, whoseInput } from './whose.ts';

const readersOf = (kind: ReadingKind): readonly string[] => stemsOf(readingOfKind[kind]);

export const normalRangesCall = call({
  wire: 'GET Watch_bps/GetNormalRanges',
  title: '客户正常范围',
  permission: [...new Set(healthKinds.flatMap(readersOf))],
  input: z.object({ userId: whoseInput.userId.unwrap() }),
  output: z.object({ items: arrayOf(rangeOutput) }),
  run: async (ctx, { userId }) => {
    const { id } = await personOf(ctx, userId);
    const kinds = healthKinds.filter((kind) => canAny(ctx, readersOf(kind)));
    return {
      items: await normalRangesOf(ctx, { clientId: id, kinds: kinds as readonly MeasurementKind[], at: ctx.now() }),
    };
  },
});
