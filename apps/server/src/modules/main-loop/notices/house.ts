import { client, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { type House, houseFor, housesOf } from '../../messages/public.ts';

export async function houseOfCase(ctx: CallCtx, row: Pick<Row<typeof abnormalCase>, 'client'>): Promise<House> {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  return houseFor(await housesOf(ctx), person?.organizationUnit ?? null);
}
