import { client, institution, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';

export interface House {
  readonly name: string;
  readonly phone: string;
}

/** The house in whose care a person is: its unit's, else the first one. */
export async function houseOf(ctx: CallCtx, unit: number | null): Promise<House | undefined> {
  const houses = await ctx.repo(institution).list({ where: { isEnabled: true }, sort: 'id', take: 200 });
  const house = houses.find(({ organizationUnit }) => organizationUnit === unit) ?? houses[0];
  return house && { name: house.name, phone: house.phone };
}

export async function houseOfCase(ctx: CallCtx, row: Pick<Row<typeof abnormalCase>, 'client'>): Promise<House | null> {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  return (await houseOf(ctx, person?.organizationUnit ?? null)) ?? null;
}
