import { upgradeLegacyId } from '@kangmai/domain';
import { client } from '@kangmai/model';
import type { ActionInput } from '@kangmai/resource';
import { type CallCtx, sealedMatch, Values } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { personInSight } from './sight.ts';

type Input<A extends keyof typeof client.actions> = ActionInput<(typeof client.actions)[A]>;

interface Person {
  readonly id: number;
  readonly name: string;
  readonly isInSight: boolean;
}

/**
 * Looks for a person in the own tenant; out of sight without the id. Numbers are indexed with a key of each
 * tenant, so no tenant can be asked about another's persons: `elsewhere` is always false.
 */
export async function checkUserExist(ctx: CallCtx, { name, certificateNo }: Input<'checkUserExist'>): Promise<object> {
  const number = upgradeLegacyId(certificateNo) ?? certificateNo;
  const values = new Values(ctx);
  const isNumber = sealedMatch(ctx, {
    resource: client,
    name: 'certificateNo',
    alias: 'c',
    bind: values.bind,
    text: number,
  });
  const found = await ctx.tx.one<Person>(
    `select c.id, c.name, ${personInSight(ctx, 'c', values)} as "isInSight" from client c
     where c.tenant_id = $1 and ${isNumber} and not c.is_deleted`,
    values.list,
  );
  const exist = found !== undefined;
  const nameMatches = found?.name.trim() === name.trim();
  return { exist, inTenant: exist, clientId: found?.isInSight ? found.id : null, nameMatches, elsewhere: false };
}

/** Hands clients over; what is left out stays as it is. All or none. */
export async function batchAssign(ctx: CallCtx, { clients, ...given }: Input<'batchAssign'>): Promise<object> {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (Object.keys(values).length === 0) throw invalid('healthManager', 'client.nothing-assigned');
  for (const id of clients.toSorted((one, other) => one - other)) await ctx.repo(client).update(id, values);
  return { assigned: clients.length };
}
