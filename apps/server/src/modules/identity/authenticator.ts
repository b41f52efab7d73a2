import encodeQR from 'qr';
import { z } from 'zod';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { own } from './own-account.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import { keyUri, makeKey, stepOf } from './second-factor.ts';

const issuer = 'Kangmai';

export function qrAddress(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`;
}

const keyOutput = z.object({ qrCodeSetupImageUrl: z.string(), manualEntryKey: z.string() });

/** Creates a key that takes effect with its first code; until then the former key stays valid. */
async function renew({ tx, tenantId, caller, sealer }: CallCtx): Promise<z.output<typeof keyOutput>> {
  const userId = own(caller);
  const key = makeKey();
  await tx.execute('update app_user set authenticator_pending_sealed = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    userId,
    sealer.seal(key),
  ]);
  return { qrCodeSetupImageUrl: qrAddress(keyUri(issuer, caller.userName, key)), manualEntryKey: key };
}

async function confirm({ tx, tenantId, caller, sealer, now }: CallCtx, code: string): Promise<null> {
  const userId = own(caller);
  const row = await tx.one<{ pending: Buffer | null }>(
    'select authenticator_pending_sealed as pending from app_user where tenant_id = $1 and id = $2 for update',
    [tenantId, userId],
  );
  if (!row?.pending) throw notAllowed('authenticator.none-pending');
  const step = stepOf(sealer.open(row.pending), code.trim(), { at: now(), after: null });
  if (step === undefined) throw invalid('code', 'login.code-wrong');
  await tx.execute(
    `update app_user set authenticator_key_sealed = authenticator_pending_sealed, authenticator_pending_sealed = null, authenticator_last_step = $3, is_two_factor_enabled = true, row_version = row_version + 1
     where tenant_id = $1 and id = $2`,
    [tenantId, userId, step],
  );
  await forgetBrowsers(tx, userId);
  return null;
}

async function disable({ tx, tenantId, caller }: CallCtx): Promise<null> {
  const userId = own(caller);
  await tx.execute(
    `update app_user set authenticator_key_sealed = null, authenticator_pending_sealed = null, authenticator_last_step = null, is_two_factor_enabled = false, row_version = row_version + 1 where tenant_id = $1 and id = $2`,
    [tenantId, userId],
  );
  await forgetBrowsers(tx, userId);
  return null;
}

async function requireOn(services: Services, tenantId: number): Promise<void> {
  const names = [
    'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled',
    'App.UserManagement.TwoFactorLogin.IsGoogleAuthenticatorEnabled',
  ];
  const flags = await Promise.all(names.map((name) => services.settings.flag(tenantId, name)));
  if (flags.includes(false)) throw notAllowed('authenticator.off');
}

/** Setting up and removing an authenticator app. It is in effect from its first right code. */
export const authenticatorCalls = (services: Services): readonly Call[] => [
  call({
    wire: 'PUT Profile/UpdateGoogleAuthenticatorKey',
    title: '生成谷歌验证器密钥',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({}),
    output: keyOutput,
    run: async (ctx) => {
      await requireOn(services, ctx.tenantId);
      return renew(ctx);
    },
  }),
  call({
    wire: 'POST Profile/ConfirmGoogleAuthenticatorKey',
    title: '启用谷歌验证器',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ code: z.string().trim().min(1).max(16) }),
    output: nothing,
    run: (ctx, { code }) => confirm(ctx, code),
  }),
  call({
    wire: 'POST Profile/DisableGoogleAuthenticator',
    title: '停用谷歌验证器',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({}),
    output: nothing,
    run: disable,
  }),
];
