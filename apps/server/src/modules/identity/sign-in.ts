import { tenantState } from '../../access/session.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addressKey } from '../../platform/address-key.ts';
import { notAllowed, rateLimited } from '../../platform/errors.ts';
import { RateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../engine/public.ts';
import {
  findAccount,
  findTenant,
  lockAccount,
  recordAttempt,
  recordRefusal,
  type Account,
  type LoginResult,
} from './accounts.ts';
import { Admission, type Attempt, type Outcome, type SignInAnswer } from './admission.ts';
import { keepPlaces, placeOf, type Origin } from './sign-in-places.ts';
import { beginTry, forgivePlace, lockLimits, takeBack, type Try } from './sign-in-tries.ts';
import type { LockLimits } from './try-rules.ts';

interface Seen {
  readonly found: Account | undefined;
  readonly state: ReturnType<typeof tenantState>;
  readonly isRight: boolean;
  readonly begun: Try;
}

interface Begun {
  readonly found: Account | undefined;
  readonly tenant: Awaited<ReturnType<typeof findTenant>>;
  readonly begun: Try;
  readonly isKnownPlace: boolean;
}

/** Limit for tries of one address at any accounts. Many colleagues may share an address and sign in at once. */
const addressRate = { burst: 200, perSecond: 10 };

/** The internal reason of a failed sign-in, not sent to the caller. Undefined when the password is accepted. */
function hiddenResult({ found, isRight, begun }: Seen, account: Account | undefined): LoginResult | undefined {
  if (!begun.isOpen) return 'LockedOut';
  if (!found || !account) return 'InvalidUserNameOrEmailAddress';
  return isRight && account.passwordHash === found.passwordHash ? undefined : 'InvalidPassword';
}

/** The password was right: the try counts only when the code was wrong. */
async function settleTry(
  tx: Tx,
  from: Origin,
  { answer, isFailure, begun, userId }: Outcome & { readonly begun: Try; readonly userId: number },
): Promise<void> {
  if (answer?.accessToken) await Promise.all([forgivePlace(tx, begun), keepPlaces(tx, userId, from)]);
  if (!isFailure) await takeBack(tx, begun);
}

/** Signs people in. Until the password is right, every answer is the same after the same work. */
export class SignIn {
  private readonly services: Services;
  private readonly admission: Admission;
  private readonly addresses = new RateLimit(addressRate);

  constructor(services: Services) {
    this.services = services;
    this.admission = new Admission(services);
  }

  async run(attempt: Attempt): Promise<SignInAnswer> {
    const { answer } = await this.pass(attempt);
    if (!answer) throw notAllowed('login.failed');
    return answer;
  }

  /** The account whose password was given, without signing in; refused where more is needed. */
  async prove(attempt: Attempt): Promise<{ readonly userId: number; readonly userName: string }> {
    const { proved } = await this.pass({ ...attempt, isProofOnly: true });
    if (!proved) throw notAllowed('login.failed');
    return { userId: proved.id, userName: proved.userName };
  }

  private async pass(attempt: Attempt): Promise<Outcome> {
    const address = addressKey(attempt.ip);
    const waitSeconds = this.addresses.spend(address);
    const outcome = await this.decide(attempt, waitSeconds);
    // The same answer as for strangers at this address, so that a flood reveals no known account.
    if (outcome.refusal?.reason === 'login.failed' && waitSeconds > 0) throw rateLimited(waitSeconds);
    if (outcome.refusal) throw outcome.refusal;
    if (waitSeconds === 0) this.addresses.giveBack(address, 1);
    return outcome;
  }

  private async decide(attempt: Attempt, waitSeconds: number): Promise<Outcome> {
    const { database, now } = this.services;
    const limits = await lockLimits(this.services.settings, attempt.tenantId);
    const { found, tenant, begun, isKnownPlace } = await database.withTenant(attempt.tenantId, (tx) =>
      this.begin(tx, attempt, { limits, waitSeconds }),
    );
    const isRight = await this.verify(attempt, {
      hash: begun.isOpen ? found?.passwordHash : null,
      begun,
      isKnownPlace,
    });
    return database.withTenant(attempt.tenantId, async (tx) => {
      const outcome = await this.judge(tx, attempt, { found, state: tenantState(tenant, now()), isRight, begun });
      const entry = {
        login: attempt.login,
        userId: found?.id ?? null,
        tenancyName: tenant?.tenancyName ?? null,
        ip: attempt.ip,
        client: attempt.client,
        result: outcome.result,
      };
      await (begun.isOpen ? recordAttempt(tx, entry) : recordRefusal(tx, begun.account, entry));
      return outcome;
    });
  }

  /** Counts the try. Above the rate of its address only known places may try. */
  private async begin(
    tx: Tx,
    attempt: Attempt,
    { limits, waitSeconds }: { readonly limits: LockLimits; readonly waitSeconds: number },
  ): Promise<Begun> {
    const [found, tenant] = await Promise.all([findAccount(tx, attempt.login), findTenant(tx)]);
    const place = await placeOf(tx, found?.id ?? 0, attempt);
    if (waitSeconds > 0 && !place.isKnown) throw rateLimited(waitSeconds);
    const isLocking = limits.isLocking && (found?.isLockoutEnabled ?? true);
    const begun = await beginTry(tx, {
      userId: found?.id,
      login: attempt.login,
      place,
      limits: { ...limits, isLocking },
    });
    return { found, tenant, begun, isKnownPlace: place.isKnown };
  }

  /** A try above the rate is not compared and does not count. */
  private async verify(
    { tenantId, password }: Attempt,
    { hash, begun, isKnownPlace }: Pick<Begun, 'begun' | 'isKnownPlace'> & { readonly hash: string | null | undefined },
  ): Promise<boolean> {
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
    if (result !== undefined || !account)
      return { result: result ?? 'InvalidUserNameOrEmailAddress', refusal: notAllowed('login.failed') };
    const outcome: Outcome = seen.state.expired
      ? { result: 'TenantIsNotActive', refusal: notAllowed('tenant.closed') }
      : await this.admission.admit(tx, attempt, account);
    await settleTry(tx, attempt, { ...outcome, begun: seen.begun, userId: account.id });
    return outcome;
  }
}
