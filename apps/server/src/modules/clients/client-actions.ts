import { upgradeLegacyId } from '@kangmai/domain';
import { client } from '@kangmai/model';
import type { ActionInput } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { invalid } from '../../platform/errors.ts';

type Input<A extends keyof typeof client.actions> = ActionInput<(typeof client.actions)[A]>;

/**
 * Looks for a person in the own tenant. Numbers are indexed with a key of each tenant, so no tenant can be asked about
 * another's persons: `elsewhere` is always false.
 */
export async function checkUserExist(ctx: CallCtx, { name, certificateNo }: Input<'checkUserExist'>): Promise<object> {
  const number = upgradeLegacyId(certificateNo) ?? certificateNo;
  const found = await ctx.tx.one<{ id: number; name: string }>('select id, name from client where tenant_id = $1 and certificate_no_index = any($2::bytea[]) and not is_deleted', [ctx.tenantId, ctx.sealer.indexes(number)]);
  return { exist: found !== undefined, inTenant: found !== undefined, clientId: found?.id ?? null, nameMatches: found !== undefined && found.name.trim() === name.trim(), elsewhere: false };
}

/** Hands clients over; what is left out stays as it is. All or none. */
export async function batchAssign(ctx: CallCtx, { clients, ...given }: Input<'batchAssign'>): Promise<object> {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (Object.keys(values).length === 0) throw invalid('healthManager', 'client.nothing-assigned');
  for (const id of clients.toSorted((one, other) => one - other)) await ctx.repo(client).update(id, values);
  return { assigned: clients.length };
}
