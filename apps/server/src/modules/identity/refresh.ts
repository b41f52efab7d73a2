import { endFamily, type AccessTokens, type RefreshToken, type TokenHolder } from '../../access/tokens-issue.ts';
import { tenantState } from '../../access/session.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed } from '../../platform/errors.ts';
import { tokenDigest } from '../../platform/tokens.ts';
import type { Services } from '../../engine/public.ts';
import { findTenant } from './accounts.ts';
import { emitSessionChange } from './session-change.ts';
import { keepPlaces, type Origin } from './sign-in-places.ts';

interface StoredToken {
  readonly id: number;
  readonly userId: number;
  readonly family: string | null;
  readonly isLive: boolean;
  readonly usedSecondsAgo: number | null;
  readonly isUserActive: boolean;
  readonly securityStamp: string;
}

const findSql = `select t.id, t.user_id as "userId", t.family, t.revoked_at is null and t.expires_at > now() as "isLive", extract(epoch from now() - t.used_at)::double precision as "usedSecondsAgo",
    u.is_active and not u.is_deleted as "isUserActive", u.security_stamp as "securityStamp"
  from user_token t join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id where t.tenant_id = $1 and t.secret_hash = $2 and t.kind = 'refresh' for update of t`;

/** Two tabs of one browser may renew at the same time; a token used again later than this was copied. */
const toleranceSeconds = 10;

type Renewed = AccessTokens & RefreshToken;

/** Exchanges a refresh token for a new bearer and refresh token. A token used before ends all tokens of its sign-in. */
export async function renew(
  services: Services,
  given: Origin & { readonly refreshToken: string; readonly client: string },
): Promise<Renewed> {
  const tenantId = Number(/^(\d{1,15})\./.exec(given.refreshToken)?.[1] ?? Number.NaN);
  const refused = notAllowed('token.invalid');
  if (Number.isNaN(tenantId)) throw refused;
  const renewed = await services.database.withTenant(tenantId, async (tx): Promise<Renewed | undefined> => {
    const [stored, tenant] = await Promise.all([
      tx.one<StoredToken>(findSql, [tenantId, tokenDigest(given.refreshToken)]),
      findTenant(tx),
    ]);
    const state = tenantState(tenant, services.now());
    if (!stored?.isLive || !stored.isUserActive || !state.isActive || state.expired) return undefined;
    if (stored.usedSecondsAgo !== null && stored.usedSecondsAgo > toleranceSeconds) {
      await endFamily(tx, stored.family);
      emitSessionChange(services, tx, stored.userId);
      return undefined;
    }
    const holder: TokenHolder = {
      tenantId,
      userId: stored.userId,
      securityStamp: stored.securityStamp,
      ip: given.ip,
      client: given.client,
      ...(stored.family !== null && { family: stored.family }),
    };
    const [access, refresh] = await Promise.all([
      services.tokenIssuer.access(tx, holder),
      services.tokenIssuer.refresh(tx, holder),
      tx.execute('update user_token set used_at = coalesce(used_at, now()) where tenant_id = $1 and id = $2', [
        tenantId,
        stored.id,
      ]),
      keepPlaces(tx, stored.userId, given),
    ]);
    return { ...access, ...refresh };
  });
  if (!renewed) throw refused;
  return renewed;
}

/** Ends the sign-in of a bearer: the bearer, its copy and the refresh tokens of the same sign-in. */
export async function endSignIn(tx: Tx, tokenKey: string): Promise<void> {
  await tx.execute(
    `update user_token set revoked_at = now() where tenant_id = $1 and revoked_at is null and kind in ('access', 'refresh')
       and (validity_key = $2 or family = (select family from user_token where tenant_id = $1 and validity_key = $2))`,
    [tx.tenantId, tokenKey],
  );
}
