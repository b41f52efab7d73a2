import { client, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { type House, houseFor, housesOf } from '../../messages/public.ts';

/** The house to call about a case; null without a number. */
export async function houseOfCase(ctx: CallCtx, row: Pick<Row<typeof abnormalCase>, 'client'>): Promise<House | null> {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  const house = houseFor(await housesOf(ctx), person?.organizationUnit ?? null);
  return house.phone === '' ? null : house;
}
