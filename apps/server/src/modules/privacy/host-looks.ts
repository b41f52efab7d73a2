import type { Caller } from '../../access/caller.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What the platform's staff saw of a user. The transaction is the one of the user's tenant. */
export interface HostLook {
  readonly caller: Pick<Caller, 'userId' | 'userName' | 'ip' | 'client'>;
  readonly userId: number;
  readonly resource: string;
  readonly record: number;
  readonly field: string;
  readonly reason: string;
  readonly at: Date;
}

const logSql = `insert into sensitive_access_log
    (tenant_id, user_id, action, resource, record, field, row_count, reason, client_ip, browser,
      impersonator_user_id, impersonator_name, looked_at, created_at)
  values ($1, $2, 'reveal', $3, $4, $5, 1, $6, $7, $8, $9, $10, $11, $11)`;

/** Logs in the tenant which value the platform's staff saw; the host's own log names the staff member. */
export async function noteHostLook(tx: Tx, look: HostLook): Promise<void> {
  const { caller, resource, record, field, reason, at } = look;
  const [userId, by] = tx.tenantId === 0 ? [caller.userId, null] : [look.userId, caller];
  await tx.execute(logSql, [
    tx.tenantId,
    userId,
    resource,
    record,
    field,
    reason,
    caller.ip.slice(0, 64),
    caller.client.slice(0, 200),
    by?.userId ?? null,
    by?.userName ?? null,
    at,
  ]);
}
