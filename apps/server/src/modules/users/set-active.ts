import { endSessions } from '../../access/tokens-issue.ts';
import type { CallCtx } from '../../engine/public.ts';
import { emitSessionChange, lockNewAccounts, requireRoom } from '../identity/public.ts';
import { recordUserChange } from './history.ts';
import { lockedAccount, type Parts, requireMayEnd, requireMayManage } from './save-user.ts';

/** Activates or deactivates a user; a deactivated one is signed out at once. */
export async function setActive(
  { services }: Pick<Parts, 'services'>,
  ctx: CallCtx,
  { id, isActive }: { readonly id: number; readonly isActive: boolean },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  await lockNewAccounts(tx);
  const account = await lockedAccount(ctx, id);
  if (!isActive) requireMayEnd(ctx, account);
  if (account.isActive === isActive) return null;
  await requireMayManage(ctx, id);
  if (isActive) await requireRoom(tx);
  await tx.execute(
    'update app_user set is_active = $3, updated_at = now(), updated_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2',
    [tenantId, id, isActive, caller.userId],
  );
  await recordUserChange(ctx, id, { before: { isActive: account.isActive }, after: { isActive } });
  if (isActive) return null;
  await endSessions(tx, { tenantId, userId: id });
  emitSessionChange(services, tx, id);
  return null;
}
