import type { CallCtx } from '../../engine/public.ts';
import { placeName, places, readingPlaces } from './merge-map.ts';
import { labelled, type LabelledCount } from './labelled.ts';

const countsSql = [
  ...places.map(({ table, column }) => ({ place: placeName({ table, column }), table, column })),
  ...readingPlaces.map(({ table }) => ({ place: table, table, column: 'client_id' })),
]
  .map(
    ({ place, table, column }) =>
      `select '${place}' as place, count(*)::integer as count from "${table}" where tenant_id = $1 and ${column} = $2`,
  )
  .join(' union all ');

export const rowCounts = async (ctx: CallCtx, clientId: number): Promise<readonly LabelledCount[]> =>
  labelled(ctx, await ctx.tx.query<{ place: string; count: number }>(countsSql, [ctx.tenantId, clientId]));
