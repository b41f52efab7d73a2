import { endOtherSessions } from '../../access/tokens-issue.ts';
import type { CallCtx, Services } from '../../engine/public.ts';
import { invalid, notAllowed, rateLimited } from '../../platform/errors.ts';
import { own } from './own-account.ts';
import { passwordRules, requirePassword } from './password-rules.ts';
import { emitSessionChange } from './session-change.ts';
import { placeOf } from './sign-in-places.ts';
import { beginTry, lockLimits, takeBack } from './sign-in-tries.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Refuses a password that is not the caller's own; it counts as a try to sign in. */
export async function requireCurrent(
  services: Services,
  { caller, tenantId }: CallCtx,
  password: string,
): Promise<void> {
  const { database, passwords, settings } = services;
  const userId = own(caller);
  const limits = await lockLimits(settings, tenantId);
  const [account, begun] = await database.withTenant(tenantId, async (tx) => {
    const row = await tx.one<{ hash: string | null }>(
      'select password_hash as hash from app_user where tenant_id = $1 and id = $2',
      [tenantId, userId],
    );
    return [
      row,
      await beginTry(tx, { userId, login: caller.userName, place: await placeOf(tx, userId, caller), limits }),
    ] as const;
  });
  if (!begun.isOpen) throw rateLimited(begun.retrySeconds, 'login.throttled');
  if (!(await passwords.verify(account?.hash, password))) throw notAllowed('password.wrong');
  await database.withTenant(tenantId, (tx) => takeBack(tx, begun));
}

/** Changing the password ends all other sign-ins of the user. */
export async function changePassword(
  services: Services,
  ctx: CallCtx,
  { currentPassword, newPassword }: PasswordChange,
): Promise<null> {
  const { caller, tenantId } = ctx;
  const userId = own(caller);
  await requireCurrent(services, ctx, currentPassword);
  requirePassword('newPassword', newPassword, await passwordRules(services.settings, tenantId));
  if (newPassword === currentPassword) throw invalid('newPassword', 'password.same');
  const passwordHash = await services.passwords.hash(newPassword);
  await services.database.withTenant(tenantId, async (tx) => {
    await endOtherSessions(tx, { tenantId, userId, tokenKey: caller.tokenKey ?? '' });
    emitSessionChange(services, tx, userId);
    await tx.execute(
      'update app_user set password_hash = $3, password_changed_at = now(), should_change_password = false where tenant_id = $1 and id = $2',
      [tenantId, userId, passwordHash],
    );
  });
  return null;
}
