import { institution } from '@kangmai/model';
import { type CallCtx, labelIn, table } from '../../engine/public.ts';
import type { Culture } from '../../platform/texts/index.ts';

const tenants = table('tenant', { id: 'bigint', name: 'text' });

export interface House {
  readonly name: string;
  /** Empty where the tenant has no institution. */
  readonly phone: string;
}

export interface Houses {
  readonly institutions: readonly (House & { readonly organizationUnit: number | null })[];
  readonly tenant: House;
}

async function tenantHouse(ctx: CallCtx): Promise<House> {
  const own = await ctx.first(ctx.from(tenants, 't').select('t.name').where('t.id', '=', ctx.tenantId));
  return { name: (own?.name ?? '').trim(), phone: '' };
}

export async function housesOf(ctx: CallCtx): Promise<Houses> {
  const [institutions, tenant] = await Promise.all([
    ctx.repo(institution).list({ where: { isEnabled: true }, sort: 'id', take: 200 }),
    tenantHouse(ctx),
  ]);
  return { institutions, tenant };
}

/** The house in whose care a person is: its unit's, else the first one, else the tenant itself. */
export function houseFor({ institutions, tenant }: Houses, unit: number | null): House {
  const { name, phone } = institutions.find((house) => house.organizationUnit === unit) ?? institutions[0] ?? tenant;
  return { name, phone };
}

const us = { label: '我们', en: 'us' } as const;

/** House and number as messages name them; without a number they ask to call us. */
export const houseWords = ({ name, phone }: House, culture: Culture): { house: string; phone: string } => ({
  house: name,
  phone: phone || labelIn(culture, us),
});
