import { institution } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';

export interface House {
  readonly name: string;
  readonly phone: string;
}

export type Houses = readonly (House & { readonly organizationUnit: number | null })[];

export const housesOf = (ctx: CallCtx): Promise<Houses> =>
  ctx.repo(institution).list({ where: { isEnabled: true }, sort: 'id', take: 200 });

/** The house in whose care a person is: its unit's, else the first one. */
export function houseFor(houses: Houses, unit: number | null): House | undefined {
  const house = houses.find(({ organizationUnit }) => organizationUnit === unit) ?? houses[0];
  return house && { name: house.name, phone: house.phone };
}
