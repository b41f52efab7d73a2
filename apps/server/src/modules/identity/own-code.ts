import type { CallCtx, Services } from '../../engine/public.ts';
import { notAllowed, rateLimited } from '../../platform/errors.ts';
import { lockAccount } from './accounts.ts';
import { own } from './own-account.ts';
import { acceptStep, providersOf } from './second-factor.ts';
import { placeOf } from './sign-in-places.ts';
import { beginTry, lockLimits, takeBack } from './sign-in-tries.ts';

type Parts = Pick<Services, 'database' | 'settings' | 'now'>;

/** Refuses a code that is not of the caller's own authenticator; it counts as a try to sign in. */
export async function requireOwnCode(
  { database, settings, now }: Parts,
  { caller, tenantId, sealer }: CallCtx,
  code: string,
): Promise<void> {
  const userId = own(caller);
  const limits = await lockLimits(settings, tenantId);
  const begun = await database.withTenant(tenantId, async (tx) =>
    beginTry(tx, { userId, login: caller.userName, place: await placeOf(tx, userId, caller), limits }),
  );
  if (!begun.isOpen) throw rateLimited(begun.retrySeconds, 'login.throttled');
  const outcome = await database.withTenant(tenantId, async (tx) => {
    const account = await lockAccount(tx, userId);
    const providers = account ? await providersOf(settings, tenantId, account) : [];
    const hasApp = providers.includes('GoogleAuthenticator');
    const isRight = account && hasApp ? await acceptStep(tx, account, { code, sealer, at: now() }) : false;
    if (isRight || !hasApp) await takeBack(tx, begun);
    return { hasApp, isRight };
  });
  if (!outcome.hasApp) throw notAllowed('authenticator.none');
  if (!outcome.isRight) throw notAllowed('login.code-wrong');
}
