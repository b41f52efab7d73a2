import type { MeasurementKind } from '@kangmai/domain';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import { call } from '../../engine/public.ts';
import { normalRangesOf } from '../main-loop/public.ts';
import { healthKinds } from './shown-values.ts';
import { personOf, whoseInput } from './whose.ts';

const readersOf = (kind: ReadingKind): readonly string[] => stemsOf(readingOfKind[kind]);

/** The normal ranges of a person's charts today, of the kinds that the caller may read. */
export const normalRangesCall = call({
  wire: 'GET Watch_bps/GetNormalRanges',
  title: '客户正常范围',
  permission: [...new Set(healthKinds.flatMap(readersOf))],
  input: z.object({ userId: whoseInput.userId.unwrap() }),
  run: async (ctx, { userId }) => {
    const { id } = await personOf(ctx, userId);
    const kinds = healthKinds.filter((kind) => canAny(ctx, readersOf(kind)));
    return {
      items: await normalRangesOf(ctx, { clientId: id, kinds: kinds as readonly MeasurementKind[], at: ctx.now() }),
    };
  },
});
