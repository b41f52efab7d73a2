import type { CallCtx } from '../../crud/call-ctx.ts';

/** One look at a person's sensitive data. */
export interface Look {
  readonly action: 'view' | 'reveal';
  readonly clientId: number;
  readonly field?: string;
  readonly reason?: string;
}

/** Writes a look into the log of sensitive accesses, in the transaction that answers it. */
export async function logLook(ctx: CallCtx, look: Look): Promise<void> {
  const { caller } = ctx;
  await ctx.tx.execute(
    `insert into sensitive_access_log (tenant_id, user_id, client_id, action, field, reason, client_ip, browser, impersonator_user_id, impersonator_tenant_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [ctx.tenantId, caller.userId, look.clientId, look.action, look.field ?? null, look.reason ?? null, caller.ip, caller.client.slice(0, 200), caller.impersonatorUserId, caller.impersonatorTenantId, ctx.now()]);
}
