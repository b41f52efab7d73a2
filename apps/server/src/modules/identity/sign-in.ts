import { tenantState } from '../../access/session.ts';
import type { AccessTokens, RefreshToken, TokenHolder } from '../../access/tokens-issue.ts';
import { endSessions } from '../../access/tokens-issue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addressKey } from '../../platform/address-key.ts';
import { notAllowed, rateLimited, type AppError } from '../../platform/errors.ts';
import { RateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../services.ts';
import { countSuccess, findAccount, findTenant, lockAccount, recordAttempt, recordRefusal, type Account, type LoginResult } from './accounts.ts';
import { makeCode } from './one-time-codes.ts';
import { isRemembered, rememberBrowser } from './remembered-browsers.ts';
import { acceptCode, openSlot, providersOf } from './second-factor.ts';
import { tellSessionChange } from './session-change.ts';
import { keepPlaces, placeOf, type Origin } from './sign-in-places.ts';
import { beginTry, forgivePlace, lockLimits, takeBack, type Try } from './sign-in-tries.ts';
import type { LockLimits } from './try-rules.ts';

/** What a person gives to sign in, and from where. The tenant is the one the request was resolved to. */
export interface Attempt extends Origin {
  readonly tenantId: number;
  readonly login: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly returnUrl: string | null;
  readonly client: string;
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
  /** The password was right and the try counts as failed all the same. */
  readonly isFailure?: true;
}

/** What was found of an account before the transaction that decides. */
interface Seen {
  readonly found: Account | undefined;
  readonly state: ReturnType<typeof tenantState>;
  readonly isRight: boolean;
  readonly begun: Try;
}

/** The rows read before the password comparison. */
interface Begun {
  readonly found: Account | undefined;
  readonly tenant: Awaited<ReturnType<typeof findTenant>>;
  readonly begun: Try;
  readonly isKnownPlace: boolean;
}

/** Tries of one address at any accounts. Many colleagues may share the address and sign in at once. */
const addressRate = { burst: 200, perSecond: 10 };

/** What is wrong without being told: it stands in the log of attempts alone. Undefined when the password is right and counts. */
function hiddenResult({ found, isRight, begun }: Seen, account: Account | undefined): LoginResult | undefined {
  if (!begun.isOpen) return 'LockedOut';
  if (!found || !account) return 'InvalidUserNameOrEmailAddress';
  return isRight && account.passwordHash === found.passwordHash ? undefined : 'InvalidPassword';
}

function answerOf(account: Account, attempt: Attempt, parts: Partial<AccessTokens & RefreshToken & Pick<SignInAnswer, 'shouldResetPassword' | 'passwordResetCode' | 'requiresTwoFactorVerification' | 'twoFactorAuthProviders' | 'twoFactorRememberClientToken'>>): SignInAnswer {
  return {
    accessToken: null, encryptedAccessToken: null, expireInSeconds: 0, shouldResetPassword: false, passwordResetCode: null, userId: account.id,
    requiresTwoFactorVerification: false, twoFactorAuthProviders: null, twoFactorRememberClientToken: null, returnUrl: attempt.returnUrl, refreshToken: null, refreshTokenExpireInSeconds: 0, ...parts,
  };
}

/** The password was right: the try counts only when the code was wrong. */
async function settleTry(tx: Tx, from: Origin, { answer, isFailure, begun, userId }: Outcome & { readonly begun: Try; readonly userId: number }): Promise<void> {
  if (answer?.accessToken) await Promise.all([forgivePlace(tx, begun), keepPlaces(tx, userId, from)]);
  if (!isFailure) await takeBack(tx, begun);
}

/** Signs people in: the same answer after the same work until the password is right; only then what stands in the way is said. */
export class SignIn {
  private readonly services: Services;
  private readonly addresses = new RateLimit(addressRate);

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
    const address = addressKey(attempt.ip);
    const waitSeconds = this.addresses.spend(address);
    const outcome = await this.decide(attempt, waitSeconds);
    // The same answer as for strangers at this address, so that a flood shows no known account.
    if (outcome.refusal?.reason === 'login.failed' && waitSeconds > 0) throw rateLimited(waitSeconds);
    if (outcome.refusal) throw outcome.refusal;
    if (waitSeconds === 0) this.addresses.giveBack(address, 1);
    return outcome;
  }

  private async decide(attempt: Attempt, waitSeconds: number): Promise<Outcome> {
    const { database, now } = this.services;
    const limits = await lockLimits(this.services.settings, attempt.tenantId);
    const { found, tenant, begun, isKnownPlace } = await database.withTenant(attempt.tenantId, (tx) => this.begin(tx, attempt, { limits, waitSeconds }));
    const isRight = await this.verify(attempt, { hash: begun.isOpen ? found?.passwordHash : null, begun, isKnownPlace });
    return database.withTenant(attempt.tenantId, async (tx) => {
      const outcome = await this.judge(tx, attempt, { found, state: tenantState(tenant, now()), isRight, begun });
      const entry = { login: attempt.login, userId: found?.id ?? null, tenancyName: tenant?.tenancyName ?? null, ip: attempt.ip, client: attempt.client, result: outcome.result };
      await (begun.isOpen ? recordAttempt(tx, entry) : recordRefusal(tx, begun.account, entry));
      return outcome;
    });
  }

  /** Counts the try. Above the rate of its address only known places get one. */
  private async begin(tx: Tx, attempt: Attempt, { limits, waitSeconds }: { readonly limits: LockLimits; readonly waitSeconds: number }): Promise<Begun> {
    const [found, tenant] = await Promise.all([findAccount(tx, attempt.login), findTenant(tx)]);
    const place = await placeOf(tx, found?.id ?? 0, attempt);
    if (waitSeconds > 0 && !place.isKnown) throw rateLimited(waitSeconds);
    const isLocking = limits.isLocking && (found?.isLockoutEnabled ?? true);
    const begun = await beginTry(tx, { userId: found?.id, login: attempt.login, place, limits: { ...limits, isLocking } });
    return { found, tenant, begun, isKnownPlace: place.isKnown };
  }

  /** A try without a turn was not compared and does not count. */
  private async verify({ tenantId, password }: Attempt, { hash, begun, isKnownPlace }: Pick<Begun, 'begun' | 'isKnownPlace'> & { readonly hash: string | null | undefined }): Promise<boolean> {
    try {
      return await this.services.passwords.verify(hash, password, isKnownPlace && begun.isOpen);
    } catch (fault) {
      await this.services.database.withTenant(tenantId, (tx) => takeBack(tx, begun));
      throw fault;
    }
  }

  private async judge(tx: Tx, attempt: Attempt, seen: Seen): Promise<Outcome> {
    // Read again under a lock: the password may have been changed meanwhile.
    const account = await lockAccount(tx, seen.found?.id ?? 0);
    if (!seen.state.isActive) return { result: 'TenantIsNotActive', refusal: notAllowed('login.tenant-inactive') };
    const result = hiddenResult(seen, account);
    if (result !== undefined || !account) return { result: result ?? 'InvalidUserNameOrEmailAddress', refusal: notAllowed('login.failed') };
    const outcome: Outcome = seen.state.expired ? { result: 'TenantIsNotActive', refusal: notAllowed('tenant.closed') } : await this.admit(tx, attempt, account);
    await settleTry(tx, attempt, { ...outcome, begun: seen.begun, userId: account.id });
    return outcome;
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
    if (!(await this.acceptsCode(tx, attempt, account))) return { result: 'FailedForOtherReason', refusal: notAllowed('login.code-wrong'), isFailure: true };
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
    return acceptCode(tx, account, { code: attempt.code ?? '', sealer, at: this.services.now() });
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
