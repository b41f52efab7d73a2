import type { Ctx } from './ctx.ts';

/** The time zone in which the days of the tenant begin; users may have another one of their own. */
export async function tenantZone({ tx, tenantId, caller }: Pick<Ctx, 'tx' | 'tenantId' | 'caller'>): Promise<string> {
  const tenant = await tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]);
  return tenant?.zone ?? caller.zone;
}
