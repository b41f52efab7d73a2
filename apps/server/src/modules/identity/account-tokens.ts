import type { Tx } from '../../platform/database/database.ts';
import { randomToken, tokenDigest } from '../../platform/tokens.ts';

export type TokenPurpose = 'linked' | 'impersonation';

/** For whom a token signs in, and who stands behind it. */
export interface TokenGrant {
  readonly userId: number;
  readonly purpose: TokenPurpose;
  readonly impersonatorUserId?: number | null;
  readonly impersonatorTenantId?: number | null;
  /** Longest life in seconds of the sign-in it buys; the usual one when left out. */
  readonly sessionSeconds?: number | null;
}

/** What a token turned out to be good for. */
export interface TakenToken {
  readonly userId: number;
  readonly impersonatorUserId: number | null;
  readonly impersonatorTenantId: number | null;
  readonly sessionSeconds: number | null;
}

const lifeSeconds = 60;

/**
 * Makes a token for one use within a minute. The transaction is the one of the tenant it leads to. Only its digest is kept.
 * @returns the token: the tenant's id, a dot, 256 random bits
 */
export async function makeToken(tx: Tx, grant: TokenGrant): Promise<string> {
  const token = `${tx.tenantId}.${randomToken()}`;
  await tx.execute(
    `insert into account_token (tenant_id, user_id, purpose, hash, impersonator_user_id, impersonator_tenant_id, session_seconds, expires_at) values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [
      tx.tenantId,
      grant.userId,
      grant.purpose,
      tokenDigest(token),
      grant.impersonatorUserId ?? null,
      grant.impersonatorTenantId ?? null,
      grant.sessionSeconds ?? null,
      lifeSeconds,
    ],
  );
  return token;
}

/** The tenant that a token leads to; undefined when it is no token. 0 is the host. */
export function tenantOfToken(token: string): number | undefined {
  const shown = /^(\d{1,15})\.[\w-]{20,}$/.exec(token)?.[1];
  return shown === undefined ? undefined : Number(shown);
}

/** Uses a token up, in a transaction of its tenant; undefined when it is unknown, used, too old or for something else. */
export function takeToken(
  tx: Tx,
  given: { readonly token: string; readonly purpose: TokenPurpose },
): Promise<TakenToken | undefined> {
  return tx.one<TakenToken>(
    `update account_token set used_at = now() where tenant_id = $1 and hash = $2 and purpose = $3 and used_at is null and expires_at > now()
     returning user_id as "userId", impersonator_user_id as "impersonatorUserId", impersonator_tenant_id as "impersonatorTenantId", session_seconds as "sessionSeconds"`,
    [tx.tenantId, tokenDigest(given.token), given.purpose],
  );
}
