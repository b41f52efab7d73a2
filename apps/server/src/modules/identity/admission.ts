import { endSessions, type AccessTokens, type RefreshToken, type TokenHolder } from '../../access/tokens-issue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed, type AppError } from '../../platform/errors.ts';
import type { Services } from '../../engine/public.ts';
import { countSuccess, lockAccount, type Account, type LoginResult } from './accounts.ts';
import { makeCode } from './one-time-codes.ts';
import { isRemembered, rememberBrowser } from './remembered-browsers.ts';
import { acceptCode, openSlot, providersOf } from './second-factor.ts';
import { emitSessionChange } from './session-change.ts';
import type { Origin } from './sign-in-places.ts';

/** What a person enters to sign in, and from where. The tenant is the one resolved for the request. */
export interface Attempt extends Origin {
  readonly tenantId: number;
  readonly login: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly returnUrl: string | null;
  readonly client: string;
  /** Requests a token that skips the second factor on this browser. */
  readonly remembersBrowser?: boolean;
  readonly isProofOnly?: true;
}

export interface SignInAnswer extends Omit<AccessTokens, 'accessToken' | 'encryptedAccessToken'> {
  readonly accessToken: string | null;
  readonly encryptedAccessToken: string | null;
  readonly shouldResetPassword: boolean;
  readonly passwordResetCode: string | null;
  readonly userId: number;
  readonly requiresTwoFactorVerification: boolean;
  readonly twoFactorAuthProviders: readonly string[] | null;
  readonly twoFactorRememberClientToken: string | null;
  readonly returnUrl: string | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpireInSeconds: number;
}

const resetSeconds = 24 * 3600;

/** A refusal with the log row about it; thrown only after the row is committed. */
export interface Outcome {
  readonly result: LoginResult;
  readonly refusal?: AppError;
  readonly answer?: SignInAnswer;
  readonly proved?: Account;
  /** The password was right, but the try counts as failed. */
  readonly isFailure?: true;
}

function answerOf(
  account: Account,
  attempt: Attempt,
  parts: Partial<
    AccessTokens &
      RefreshToken &
      Pick<
        SignInAnswer,
        | 'shouldResetPassword'
        | 'passwordResetCode'
        | 'requiresTwoFactorVerification'
        | 'twoFactorAuthProviders'
        | 'twoFactorRememberClientToken'
      >
  >,
): SignInAnswer {
  return {
    accessToken: null,
    encryptedAccessToken: null,
    expireInSeconds: 0,
    shouldResetPassword: false,
    passwordResetCode: null,
    userId: account.id,
    requiresTwoFactorVerification: false,
    twoFactorAuthProviders: null,
    twoFactorRememberClientToken: null,
    returnUrl: attempt.returnUrl,
    refreshToken: null,
    refreshTokenExpireInSeconds: 0,
    ...parts,
  };
}

export class Admission {
  private readonly services: Services;

  constructor(services: Services) {
    this.services = services;
  }

  async admit(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    const { settings } = this.services;
    if (!account.isActive) return { result: 'UserIsNotActive', refusal: notAllowed('login.user-inactive') };
    if (
      !account.isEmailConfirmed &&
      (await settings.flag(attempt.tenantId, 'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin'))
    )
      return { result: 'UserEmailIsNotConfirmed', refusal: notAllowed('login.email-unconfirmed') };
    if (attempt.isProofOnly) return this.proof(attempt, account);
    if (account.mustChangePassword) {
      const passwordResetCode = await makeCode(tx, {
        userId: account.id,
        purpose: 'password-reset',
        securityStamp: account.securityStamp,
        seconds: resetSeconds,
      });
      return {
        result: 'Success',
        answer: answerOf(account, attempt, { shouldResetPassword: true, passwordResetCode }),
      };
    }
    return this.secondFactor(tx, attempt, account);
  }

  private async secondFactor(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    const providers = await providersOf(this.services.settings, attempt.tenantId, account);
    if (providers.length === 0) return this.entered(tx, attempt, account);
    const knowsBrowsers = await this.services.settings.flag(
      attempt.tenantId,
      'Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled',
    );
    if (attempt.code === undefined) {
      if (
        knowsBrowsers &&
        attempt.browserToken !== undefined &&
        (await isRemembered(tx, { userId: account.id, token: attempt.browserToken }))
      )
        return this.entered(tx, attempt, account);
      await openSlot(tx, account);
      return {
        result: 'FailedForOtherReason',
        answer: answerOf(account, attempt, { requiresTwoFactorVerification: true, twoFactorAuthProviders: providers }),
      };
    }
    if (!(await this.acceptsCode(tx, attempt, account)))
      return { result: 'FailedForOtherReason', refusal: notAllowed('login.code-wrong'), isFailure: true };
    const outcome = await this.entered(tx, attempt, account);
    if (!knowsBrowsers || !attempt.remembersBrowser || !outcome.answer) return outcome;
    return {
      ...outcome,
      answer: {
        ...outcome.answer,
        twoFactorRememberClientToken: await rememberBrowser(tx, {
          userId: account.id,
          ip: attempt.ip,
          client: attempt.client,
        }),
      },
    };
  }

  private async entered(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    return { result: 'Success', answer: answerOf(account, attempt, await this.issue(tx, attempt, account)) };
  }

  private async proof(attempt: Attempt, account: Account): Promise<Outcome> {
    if (account.mustChangePassword)
      return { result: 'FailedForOtherReason', refusal: notAllowed('link.must-change-password') };
    const providers = await providersOf(this.services.settings, attempt.tenantId, account);
    if (providers.length > 0) return { result: 'FailedForOtherReason', refusal: notAllowed('link.two-factor') };
    return { result: 'Success', proved: account };
  }

  private async acceptsCode(tx: Tx, attempt: Attempt, account: Account): Promise<boolean> {
    const sealer = await this.services.tenantKeys.of(attempt.tenantId);
    return acceptCode(tx, account, { code: attempt.code ?? '', sealer, at: this.services.now() });
  }

  private async issue(tx: Tx, attempt: Attempt, account: Account): Promise<AccessTokens & RefreshToken> {
    const { passwords, settings, tokenIssuer } = this.services;
    const who = { tenantId: attempt.tenantId, userId: account.id };
    const isAlone = await settings.flag(attempt.tenantId, 'App.UserManagement.AllowOneConcurrentLoginPerUser');
    if (isAlone) {
      await endSessions(tx, { ...who, keepsBrowsers: true });
      emitSessionChange(this.services, tx, account.id);
    }
    const securityStamp = isAlone ? ((await lockAccount(tx, account.id))?.securityStamp ?? '') : account.securityStamp;
    const holder: TokenHolder = {
      ...who,
      securityStamp,
      ip: attempt.ip,
      client: attempt.client,
      family: crypto.randomUUID(),
    };
    if (account.passwordHash !== null && passwords.isOutdated(account.passwordHash)) {
      const better = await passwords.hash(attempt.password);
      await tx.execute('update app_user set password_hash = $3 where tenant_id = $1 and id = $2', [
        attempt.tenantId,
        account.id,
        better,
      ]);
    }
    const [access, refresh] = await Promise.all([
      tokenIssuer.access(tx, holder),
      tokenIssuer.refresh(tx, holder),
      countSuccess(tx, account.id),
    ]);
    return { ...access, ...refresh };
  }
}
