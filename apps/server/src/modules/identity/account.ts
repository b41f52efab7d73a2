import { z } from 'zod';
import { requireSelf } from '../../access/caller.ts';
import { endSessions } from '../../access/tokens-issue.ts';
import { call, whole, type Call, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { lockAccount } from './accounts.ts';
import { openLink, tenantOfLink, type Link } from './mail-link-seal.ts';
import { hasCode, takeCode } from './one-time-codes.ts';
import { passwordRules, requirePassword } from './password-rules.ts';
import { emitSessionChange } from './session-change.ts';
import { unlockAccount } from './sign-in-tries.ts';

const states = { available: 1, inactive: 2, unknown: 3 } as const;

interface Reset extends Link {
  readonly password: string;
}

const resetOutput = z.object({ canLogin: z.boolean(), userName: z.string() });

async function resetPassword(
  services: Services,
  { tenantId, userId, code, password }: Reset,
): Promise<z.output<typeof resetOutput>> {
  requirePassword('password', password, await passwordRules(services.settings, tenantId));
  if (!(await services.database.withTenant(tenantId, (tx) => hasCode(tx, { userId, purpose: 'password-reset', code }))))
    throw notAllowed('token.invalid');
  const passwordHash = await services.passwords.hash(password);
  return services.database.withTenant(tenantId, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (
      !account ||
      !(await takeCode(tx, { userId, purpose: 'password-reset', code, securityStamp: account.securityStamp }))
    )
      throw notAllowed('token.invalid');
    await tx.execute(
      'update app_user set password_hash = $3, should_change_password = false, password_changed_at = now() where tenant_id = $1 and id = $2',
      [tenantId, userId, passwordHash],
    );
    await unlockAccount(tx, userId);
    await endSessions(tx, { tenantId, userId });
    emitSessionChange(services, tx, userId);
    return { canLogin: account.isActive, userName: account.userName };
  });
}

const resetInput = z.object({
  userId: z.coerce.number().int().nullish(),
  resetCode: z.string().max(512).nullish(),
  password: z.string().min(1).max(1024),
  c: z.string().max(2048).nullish(),
  returnUrl: z.string().nullish(),
  singleSignIn: z.boolean().nullish(),
});

const availableOutput = z.object({
  state: z.enum(states),
  tenantId: whole.nullable(),
  serverRootAddress: z.string().nullable(),
});

export function accountCalls(services: Services): readonly Call[] {
  return [
    call({
      wire: 'POST Account/IsTenantAvailable',
      title: '查询租户',
      permission: 'anonymous',
      input: z.object({ tenancyName: z.string().trim().min(1).max(64) }),
      detached: true,
      output: availableOutput,
      run: async (ctx, { tenancyName }) => {
        const tenant = await services.database.directory((tx) =>
          tx.one<{ id: number; isActive: boolean }>(
            'select tenant_id as id, is_active as "isActive" from dir_tenant where tenancy_name_key = lower($1)',
            [tenancyName],
          ),
        );
        const state = tenant ? (tenant.isActive ? states.available : states.inactive) : states.unknown;
        return {
          state,
          tenantId: state === states.available ? (tenant?.id ?? null) : null,
          serverRootAddress: services.config.publicUrl ?? null,
        };
      },
    }),
    call({
      wire: 'POST Account/ResolveTenantId',
      title: '由链接取得租户',
      permission: 'anonymous',
      input: z.object({ c: z.string().max(2048).nullish() }),
      detached: true,
      output: whole.nullable(),
      run: async ({ caller }, { c }) => (c ? tenantOfLink(services, c) : caller.tenantId) || null,
    }),
    call({
      wire: 'POST Account/ResetPassword',
      title: '重置密码',
      permission: 'anonymous',
      input: resetInput,
      bodyOnly: ['password', 'resetCode', 'c'],
      detached: true,
      output: resetOutput,
      run: ({ caller }, input) => {
        requireSelf(caller);
        const link = input.c
          ? openLink(services, input.c, 'password reset link')
          : { tenantId: caller.tenantId, userId: input.userId ?? 0, code: input.resetCode ?? '' };
        return resetPassword(services, { ...link, password: input.password });
      },
    }),
  ];
}
