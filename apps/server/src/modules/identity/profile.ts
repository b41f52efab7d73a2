import { z } from 'zod';
import { endOtherSessions } from '../../access/tokens-issue.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { Services } from '../services.ts';
import { BackOff } from './back-off.ts';
import { languageOf } from './languages.ts';
import { own } from './own-account.ts';
import { passwordRules, requirePassword } from './password-rules.ts';
import { tellSessionChange } from './session-change.ts';

interface Change {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Every other sign-in of the user ends with the old password. */
async function changePassword({ services, tries }: { readonly services: Services; readonly tries: BackOff }, ctx: CallCtx, { currentPassword, newPassword }: Change): Promise<null> {
  const { caller, tenantId } = ctx;
  const userId = own(caller);
  tries.begin(`${tenantId}:${userId}`);
  const stored = await services.database.withTenant(tenantId, (tx) => tx.one<{ passwordHash: string | null }>('select password_hash as "passwordHash" from app_user where tenant_id = $1 and id = $2', [tenantId, userId]));
  if (!(await services.passwords.verify(stored?.passwordHash, currentPassword))) throw notAllowed('password.wrong');
  tries.succeeded(`${tenantId}:${userId}`);
  requirePassword('newPassword', newPassword, await passwordRules(services.settings, tenantId));
  if (newPassword === currentPassword) throw invalid('newPassword', 'password.same');
  const passwordHash = await services.passwords.hash(newPassword);
  await services.database.withTenant(tenantId, async (tx) => {
    await endOtherSessions(tx, { tenantId, userId, tokenKey: caller.tokenKey ?? '' });
    await tellSessionChange(services, tx, userId);
    await tx.execute('update app_user set password_hash = $3, password_changed_at = now(), should_change_password = false where tenant_id = $1 and id = $2', [tenantId, userId, passwordHash]);
  });
  return null;
}

/** The calls of one's own profile that every page needs. */
export function profileCalls(services: Services): readonly Call[] {
  // Whoever sits at an open screen must not find out the password by trying.
  const tries = new BackOff({ free: 5, longest: 300 });
  return [
    call({
      wire: 'GET Profile/GetPasswordComplexitySetting', title: '密码规则', permission: 'anonymous', input: z.object({}), detached: true,
      run: async ({ caller }) => ({ setting: await passwordRules(services.settings, caller.tenantId) }),
    }),
    call({
      wire: 'POST Profile/ChangeLanguage', title: '切换语言', permission: 'signed-in', input: z.object({ languageName: z.string().max(32) }),
      run: async ({ caller, tx, tenantId }, { languageName }) => {
        const language = languageOf(languageName);
        if (!language) throw invalid('languageName', 'language.unknown');
        await tx.execute('update app_user set culture = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2', [tenantId, caller.userId, language.name]);
        tx.afterCommit(() => services.sessions.forget(tenantId, caller.tokenKey ?? ''));
        return null;
      },
    }),
    call({
      wire: 'POST Profile/ChangePassword', title: '修改密码', permission: 'signed-in', input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: z.string().min(1).max(1024) }), detached: true,
      run: (ctx, input) => changePassword({ services, tries }, ctx, input),
    }),
  ];
}
