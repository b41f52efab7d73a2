import { tenantState } from '../../access/session.ts';
import type { AccessTokens, RefreshToken, TokenHolder } from '../../access/tokens-issue.ts';
import { endSessions } from '../../access/tokens-issue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed, type AppError } from '../../platform/errors.ts';
import type { Services } from '../services.ts';
import { countFailure, countSuccess, findAccount, findTenant, lockAccount, recordAttempt, type Account, type LoginResult } from './accounts.ts';
import { BackOff } from './back-off.ts';
import { makeCode } from './one-time-codes.ts';
import { isRemembered, rememberBrowser } from './remembered-browsers.ts';
import { acceptCode, openSlot, providersOf } from './second-factor.ts';
import { tellSessionChange } from './session-change.ts';

/** What a person gives to sign in, and from where. The tenant is the one the request was resolved to. */
export interface Attempt {
  readonly tenantId: number;
  readonly login: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly returnUrl: string | null;
  readonly ip: string;
  readonly client: string;
  /** What this browser was given after an earlier second factor. */
  readonly browserToken?: string | undefined;
  /** Asks for such a token. */
  readonly remembersBrowser?: boolean;
  /** Only the password is asked; nobody is signed in. */
  readonly isProofOnly?: true;
}

/** The answer to a sign-in; every member is always there. */
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

/** A refusal with the row that is written about it; thrown only after the row is committed. */
interface Outcome {
  readonly result: LoginResult;
  readonly refusal?: AppError;
  readonly answer?: SignInAnswer;
  readonly proved?: Account;
}

/** What was found of an account before the transaction that decides. */
interface Seen {
  readonly found: Account | undefined;
  readonly state: ReturnType<typeof tenantState>;
  readonly isRight: boolean;
  readonly limits: Parameters<typeof countFailure>[2];
}

/** What is wrong without being told: it stands in the log of attempts alone. Undefined when the password is right and counts. */
function hiddenResult({ found, isRight }: Seen, account: Account | undefined): LoginResult | undefined {
  if (!found || !account) return 'InvalidUserNameOrEmailAddress';
  if (found.isLocked) return 'LockedOut';
  if (!isRight || account.passwordHash !== found.passwordHash) return 'InvalidPassword';
  return account.isLocked ? 'LockedOut' : undefined;
}

function answerOf(account: Account, attempt: Attempt, parts: Partial<AccessTokens & RefreshToken & Pick<SignInAnswer, 'shouldResetPassword' | 'passwordResetCode' | 'requiresTwoFactorVerification' | 'twoFactorAuthProviders' | 'twoFactorRememberClientToken'>>): SignInAnswer {
  return {
    accessToken: null, encryptedAccessToken: null, expireInSeconds: 0, shouldResetPassword: false, passwordResetCode: null, userId: account.id,
    requiresTwoFactorVerification: false, twoFactorAuthProviders: null, twoFactorRememberClientToken: null, returnUrl: attempt.returnUrl, refreshToken: null, refreshTokenExpireInSeconds: 0, ...parts,
  };
}

/** Signs people in: the same answer after the same work until the password is right; only then what stands in the way is said. */
export class SignIn {
  private readonly services: Services;
  private readonly accounts = new BackOff({ free: 5, longest: 300 });
  private readonly addresses = new BackOff({ free: 30, longest: 60 });

  constructor(services: Services) {
    this.services = services;
  }

  async run(attempt: Attempt): Promise<SignInAnswer> {
    const { answer } = await this.pass(attempt);
    if (!answer) throw notAllowed('login.failed');
    return answer;
  }

  /** The account whose password somebody knows, without signing in; refused where more than a password would be asked. */
  async prove(attempt: Attempt): Promise<{ readonly userId: number; readonly userName: string }> {
    const { proved } = await this.pass({ ...attempt, isProofOnly: true });
    if (!proved) throw notAllowed('login.failed');
    return { userId: proved.id, userName: proved.userName };
  }

  private async pass(attempt: Attempt): Promise<Outcome> {
    const account = `${attempt.tenantId}:${attempt.login.toLowerCase()}`;
    this.addresses.begin(attempt.ip);
    this.accounts.begin(account);
    const outcome = await this.decide(attempt);
    if (outcome.refusal) throw outcome.refusal;
    this.accounts.succeeded(account);
    this.addresses.takeBack(attempt.ip);
    return outcome;
  }

  private async decide(attempt: Attempt): Promise<Outcome> {
    const { database, passwords, now } = this.services;
    const [found, tenant] = await database.withTenant(attempt.tenantId, (tx) => Promise.all([findAccount(tx, attempt.login), findTenant(tx)]));
    const state = tenantState(tenant, now());
    const isLocked = found?.isLocked ?? false;
    const isRight = await passwords.verify(isLocked ? null : found?.passwordHash, attempt.password);
    const limits = await this.limits(attempt.tenantId);
    return database.withTenant(attempt.tenantId, async (tx) => {
      const outcome = await this.judge(tx, attempt, { found, state, isRight, limits });
      await recordAttempt(tx, { login: attempt.login, userId: found?.id ?? null, tenancyName: tenant?.tenancyName ?? null, ip: attempt.ip, client: attempt.client, result: outcome.result });
      return outcome;
    });
  }

  private async limits(tenantId: number): Promise<{ readonly enabled: boolean; readonly most: number; readonly seconds: number }> {
    const { settings } = this.services;
    const [enabled, most, seconds] = await Promise.all([
      settings.flag(tenantId, 'Abp.Zero.UserManagement.UserLockOut.IsEnabled'), settings.number(tenantId, 'Abp.Zero.UserManagement.UserLockOut.MaxFailedAccessAttemptsBeforeLockout'),
      settings.number(tenantId, 'Abp.Zero.UserManagement.UserLockOut.DefaultAccountLockoutSeconds'),
    ]);
    return { enabled, most, seconds };
  }

  private async judge(tx: Tx, attempt: Attempt, seen: Seen): Promise<Outcome> {
    if (!seen.state.isActive) return { result: 'TenantIsNotActive', refusal: notAllowed('login.tenant-inactive') };
    const { id, isLocked } = seen.found ?? { id: 0, isLocked: false };
    await countFailure(tx, seen.isRight || isLocked ? 0 : id, seen.limits);
    // Read again under a lock: another try may have locked the account or changed the password meanwhile.
    const account = await lockAccount(tx, id);
    const result = hiddenResult(seen, account);
    if (result !== undefined || !account) return { result: result ?? 'InvalidUserNameOrEmailAddress', refusal: notAllowed('login.failed') };
    if (seen.state.expired) return { result: 'TenantIsNotActive', refusal: notAllowed('tenant.closed') };
    return this.admit(tx, attempt, account);
  }

  /** The password was right. */
  private async admit(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    const { settings } = this.services;
    if (!account.isActive) return { result: 'UserIsNotActive', refusal: notAllowed('login.user-inactive') };
    if (!account.isEmailConfirmed && await settings.flag(attempt.tenantId, 'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin')) return { result: 'UserEmailIsNotConfirmed', refusal: notAllowed('login.email-unconfirmed') };
    if (attempt.isProofOnly) return this.proof(attempt, account);
    if (account.mustChangePassword) {
      const passwordResetCode = await makeCode(tx, { userId: account.id, purpose: 'password-reset', securityStamp: account.securityStamp, seconds: resetSeconds });
      return { result: 'Success', answer: answerOf(account, attempt, { shouldResetPassword: true, passwordResetCode }) };
    }
    return this.secondFactor(tx, attempt, account);
  }

  private async secondFactor(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    const providers = await providersOf(this.services.settings, attempt.tenantId, account);
    if (providers.length === 0) return this.entered(tx, attempt, account);
    const knowsBrowsers = await this.services.settings.flag(attempt.tenantId, 'Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled');
    if (attempt.code === undefined) {
      if (knowsBrowsers && attempt.browserToken !== undefined && await isRemembered(tx, { userId: account.id, token: attempt.browserToken })) return this.entered(tx, attempt, account);
      await openSlot(tx, account);
      return { result: 'FailedForOtherReason', answer: answerOf(account, attempt, { requiresTwoFactorVerification: true, twoFactorAuthProviders: providers }) };
    }
    if (!(await this.acceptsCode(tx, attempt, account))) return { result: 'FailedForOtherReason', refusal: notAllowed('login.code-wrong') };
    const outcome = await this.entered(tx, attempt, account);
    if (!knowsBrowsers || !attempt.remembersBrowser || !outcome.answer) return outcome;
    return { ...outcome, answer: { ...outcome.answer, twoFactorRememberClientToken: await rememberBrowser(tx, { userId: account.id, ip: attempt.ip, client: attempt.client }) } };
  }

  private async entered(tx: Tx, attempt: Attempt, account: Account): Promise<Outcome> {
    return { result: 'Success', answer: answerOf(account, attempt, await this.issue(tx, attempt, account)) };
  }

  private async proof(attempt: Attempt, account: Account): Promise<Outcome> {
    if (account.mustChangePassword) return { result: 'FailedForOtherReason', refusal: notAllowed('link.must-change-password') };
    const providers = await providersOf(this.services.settings, attempt.tenantId, account);
    if (providers.length > 0) return { result: 'FailedForOtherReason', refusal: notAllowed('link.two-factor') };
    return { result: 'Success', proved: account };
  }

  private async acceptsCode(tx: Tx, attempt: Attempt, account: Account): Promise<boolean> {
    const sealer = await this.services.tenantKeys.of(attempt.tenantId);
    const isRight = await acceptCode(tx, account, { code: attempt.code ?? '', sealer, at: this.services.now() });
    if (!isRight) await countFailure(tx, account.id, await this.limits(attempt.tenantId));
    return isRight;
  }

  private async issue(tx: Tx, attempt: Attempt, account: Account): Promise<AccessTokens & RefreshToken> {
    const { passwords, settings, tokenIssuer } = this.services;
    const who = { tenantId: attempt.tenantId, userId: account.id };
    const isAlone = await settings.flag(attempt.tenantId, 'App.UserManagement.AllowOneConcurrentLoginPerUser');
    if (isAlone) {
      await endSessions(tx, { ...who, keepsBrowsers: true });
      await tellSessionChange(this.services, tx, account.id);
    }
    const securityStamp = isAlone ? ((await lockAccount(tx, account.id))?.securityStamp ?? '') : account.securityStamp;
    const holder: TokenHolder = { ...who, securityStamp, ip: attempt.ip, client: attempt.client, family: crypto.randomUUID() };
    if (account.passwordHash !== null && passwords.isOutdated(account.passwordHash)) {
      const better = await passwords.hash(attempt.password);
      await tx.execute('update app_user set password_hash = $3 where tenant_id = $1 and id = $2', [attempt.tenantId, account.id, better]);
    }
    const [access, refresh] = await Promise.all([tokenIssuer.access(tx, holder), tokenIssuer.refresh(tx, holder), countSuccess(tx, account.id)]);
    return { ...access, ...refresh };
  }
}
