import type { Tx } from '../../platform/database/database.ts';
import { notAllowed } from '../../platform/errors.ts';
import { featuresOf } from './features.ts';

/** Only one transaction of a tenant at a time adds or activates accounts; so names and the count stay right. */
export const lockNewAccounts = (tx: Tx): Promise<number> =>
  tx.execute("select pg_advisory_xact_lock(hashtextextended('registration', $1))", [tx.tenantId]);

const countSql =
  'select feature_values as values, (select count(*)::integer from app_user where tenant_id = $1 and is_active and not is_deleted) as count from tenant where id = $1';

/** Refuses more active accounts than the tenant may have; call it under the lock of new accounts. */
export async function requireRoom(tx: Tx, more = 1): Promise<void> {
  const row = await tx.one<{ values: Record<string, unknown>; count: number }>(countSql, [tx.tenantId]);
  const most = Number(featuresOf(row?.values)['App.MaxUserCount']?.value ?? 0);
  if (most > 0 && more > 0 && (row?.count ?? 0) + more > most) throw notAllowed('user.too-many', { max: most });
}
