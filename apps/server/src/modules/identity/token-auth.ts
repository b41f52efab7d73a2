import { isOwnPage } from '@kangmai/model/menu';
import { z } from 'zod';
import { requireSelf } from '../../access/caller.ts';
import { arrayOf, call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { lockAccount, type Account } from './accounts.ts';
import { endSignIn, renew } from './refresh.ts';
import { hasSlot, providersOf } from './second-factor.ts';
import { makeDigits } from './sent-codes.ts';
import { emitSessionChange } from './session-change.ts';
import type { SignIn } from './sign-in.ts';

const shortText = z.string().max(1024).nullish();

const authenticateInput = z.object({
  userNameOrEmailAddress: z.string().trim().min(1).max(256),
  password: z.string().min(1).max(1024),
  twoFactorVerificationCode: shortText,
  rememberClient: z.boolean().nullish(),
  rememberMe: z.boolean().nullish(),
  twoFactorRememberClientToken: z.string().max(4096).nullish(),
  singleSignIn: z.boolean().nullish(),
  returnUrl: z.string().max(2048).nullish(),
  captchaResponse: z.string().max(4096).nullish(),
});

const refreshed = {
  accessToken: z.string().nullable(),
  encryptedAccessToken: z.string().nullable(),
  expireInSeconds: z.number(),
};

const refreshOutput = z.object({
  accessToken: z.string(),
  encryptedAccessToken: z.string(),
  expireInSeconds: z.number(),
  refreshToken: z.string(),
  refreshTokenExpireInSeconds: z.number(),
});

const authenticateOutput = z.object({
  ...refreshed,
  shouldResetPassword: z.boolean(),
  passwordResetCode: z.string().nullable(),
  userId: z.number(),
  requiresTwoFactorVerification: z.boolean(),
  twoFactorAuthProviders: arrayOf(z.string()).nullable(),
  twoFactorRememberClientToken: z.string().nullable(),
  returnUrl: z.string().nullable(),
  refreshToken: z.string().nullable(),
  refreshTokenExpireInSeconds: z.number(),
});

const orNone = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text;

const codeSeconds = 120;

async function sendSecondCode(
  messages: Messages,
  { tx, sealer, caller }: CallCtx,
  { account, isByPhone }: { readonly account: Account; readonly isByPhone: boolean },
): Promise<void> {
  const recipient = isByPhone ? (account.phoneNumber ?? '') : account.emailAddress;
  const code = await makeDigits(
    tx,
    { userId: account.id, purpose: 'two-factor-code', sentTo: recipient, securityStamp: account.securityStamp, sealer },
    codeSeconds,
  );
  await messages.queue(tx, {
    channel: isByPhone ? 'sms' : 'mail',
    purpose: 'twoFactor',
    recipient,
    userId: account.id,
    culture: caller.culture,
    params: { code },
    seconds: codeSeconds,
  });
}

interface TokenAuthParts {
  readonly services: Services;
  readonly messages: Messages;
  readonly signIn: SignIn;
}

const authenticateCall = (signIn: SignIn): Call =>
  call({
    wire: 'POST /api/TokenAuth/Authenticate',
    title: '登录',
    addressPays: 'never',
    permission: 'anonymous',
    input: authenticateInput,
    output: authenticateOutput,
    detached: true,
    marksBrowser: true,
    run: ({ caller }, input) =>
      signIn.run({
        tenantId: caller.tenantId,
        login: input.userNameOrEmailAddress,
        password: input.password,
        code: orNone(input.twoFactorVerificationCode),
        browserToken: orNone(input.twoFactorRememberClientToken),
        remembersBrowser: input.rememberClient ?? input.rememberMe ?? false,
        returnUrl: input.returnUrl && isOwnPage(input.returnUrl) ? input.returnUrl : null,
        ip: caller.ip,
        browser: caller.browser,
        client: caller.client,
      }),
  });

const sendCodeCall = ({ services, messages }: Pick<TokenAuthParts, 'services' | 'messages'>): Call =>
  call({
    wire: 'POST /api/TokenAuth/SendTwoFactorAuthCode',
    title: '发送二次验证码',
    permission: 'anonymous',
    input: z.object({ userId: z.coerce.number().int().min(1), provider: z.string().max(64) }),
    output: nothing,
    run: async (ctx, { userId, provider }) => {
      requireSelf(ctx.caller);
      const account = await lockAccount(ctx.tx, userId);
      const providers: readonly string[] = account ? await providersOf(services.settings, ctx.tenantId, account) : [];
      if (!account || !providers.includes(provider) || !(await hasSlot(ctx.tx, userId)))
        throw notAllowed('token.invalid');
      // An authenticator generates codes itself; nothing is sent.
      if (provider !== 'GoogleAuthenticator')
        await sendSecondCode(messages, ctx, { account, isByPhone: provider === 'Phone' });
      return null;
    },
  });

export function tokenAuthCalls({ services, messages, signIn }: TokenAuthParts): readonly Call[] {
  return [
    authenticateCall(signIn),
    call({
      wire: 'POST /api/TokenAuth/RefreshToken',
      title: '续期令牌',
      cost: 5,
      addressPays: 'forFailures',
      permission: 'anonymous',
      input: z.object({ refreshToken: z.string().min(1).max(512) }),
      detached: true,
      marksBrowser: true,
      output: refreshOutput,
      run: ({ caller }, { refreshToken }) =>
        renew(services, { refreshToken, ip: caller.ip, browser: caller.browser, client: caller.client }),
    }),
    call({
      wire: 'GET /api/TokenAuth/LogOut',
      title: '退出登录',
      whileLocked: 'the way out',
      permission: 'signed-in',
      input: z.object({}),
      output: nothing,
      run: async ({ caller, tx, tenantId }) => {
        const { tokenKey } = caller;
        if (tokenKey === null) return null;
        await endSignIn(tx, tokenKey);
        emitSessionChange(services, tx, caller.userId ?? 0);
        tx.afterCommit(() => services.sessions.forget(tenantId, tokenKey));
        return null;
      },
    }),
    sendCodeCall({ services, messages }),
    call({
      wire: 'GET /api/TokenAuth/GetExternalAuthenticationProviders',
      title: '外部登录方式',
      permission: 'anonymous',
      input: z.object({}),
      detached: true,
      output: arrayOf(z.never()),
      run: () => Promise.resolve([]),
    }),
  ];
}
