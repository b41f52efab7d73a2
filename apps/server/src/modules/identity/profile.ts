import { z } from 'zod';
import { endOtherSessions } from '../../access/tokens-issue.ts';
import { call, nothing, whole, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { invalid, notAllowed, rateLimited } from '../../platform/errors.ts';
import { languageOf } from './languages.ts';
import { own } from './own-account.ts';
import { passwordRules, requirePassword } from './password-rules.ts';
import { emitSessionChange } from './session-change.ts';
import { placeOf } from './sign-in-places.ts';
import { beginTry, lockLimits, takeBack } from './sign-in-tries.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

async function requireCurrent(services: Services, { caller, tenantId }: CallCtx, password: string): Promise<void> {
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
async function changePassword(
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
    await emitSessionChange(services, tx, userId);
    await tx.execute(
      'update app_user set password_hash = $3, password_changed_at = now(), should_change_password = false where tenant_id = $1 and id = $2',
      [tenantId, userId, passwordHash],
    );
  });
  return null;
}

const rulesOutput = z.object({
  setting: z.object({
    requireDigit: z.boolean(),
    requireLowercase: z.boolean(),
    requireNonAlphanumeric: z.boolean(),
    requireUppercase: z.boolean(),
    requiredLength: whole,
  }),
});

export function profileCalls(services: Services): readonly Call[] {
  return [
    call({
      wire: 'GET Profile/GetPasswordComplexitySetting',
      title: '密码规则',
      permission: 'anonymous',
      input: z.object({}),
      detached: true,
      output: rulesOutput,
      run: async ({ caller }) => ({ setting: await passwordRules(services.settings, caller.tenantId) }),
    }),
    call({
      wire: 'POST Profile/ChangeLanguage',
      title: '切换语言',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({ languageName: z.string().max(32) }),
      output: nothing,
      run: async ({ caller, tx, tenantId }, { languageName }) => {
        const language = languageOf(languageName);
        if (!language) throw invalid('languageName', 'language.unknown');
        await tx.execute(
          'update app_user set culture = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2',
          [tenantId, caller.userId, language.name],
        );
        tx.afterCommit(() => services.sessions.forget(tenantId, caller.tokenKey ?? ''));
        return null;
      },
    }),
    call({
      wire: 'POST Profile/ChangePassword',
      title: '修改密码',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: z.string().min(1).max(1024) }),
      detached: true,
      output: nothing,
      run: (ctx, input) => changePassword(services, ctx, input),
    }),
  ];
}
