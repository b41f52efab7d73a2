import { locationReading } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { canAny } from '../../access/ctx.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';

/** True when the caller may see positions; lists of all kinds leave them out for anybody else. */
export const mayLocate = (ctx: CallCtx): boolean => canAny(ctx, stemsOf(locationReading));

/** Records, in the transaction of the call, whose positions the caller was shown and how many. */
export async function noteLocationViews(ctx: CallCtx, clientIds: readonly (number | null)[]): Promise<void> {
  const { caller } = ctx;
  if (clientIds.length === 0 || caller.userId === null) return;
  const counts = new Map<number | null, number>();
  for (const clientId of clientIds) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  await ctx.tx.execute(
    `insert into sensitive_access_log (tenant_id, user_id, client_id, action, field, row_count, client_ip, browser, impersonator_user_id, impersonator_tenant_id)
     select $1, $2, v.client_id, 'view', 'location', v.count, $5, $6, $7, $8 from unnest($3::bigint[], $4::integer[]) as v(client_id, count)`,
    [ctx.tenantId, caller.userId, [...counts.keys()], [...counts.values()], caller.ip, caller.client.slice(0, 200), caller.impersonatorUserId, caller.impersonatorTenantId]);
}
