import type { Tx } from '../../platform/database/database.ts';
import { randomToken, tokenDigest } from '../../platform/tokens.ts';

export type TokenPurpose = 'linked' | 'impersonation';

export interface TokenGrant {
  readonly userId: number;
  readonly purpose: TokenPurpose;
  readonly impersonatorUserId?: number | null;
  readonly impersonatorTenantId?: number | null;
  /** Longest lifetime in seconds of the resulting sign-in; the default when left out. */
  readonly sessionSeconds?: number | null;
}

export interface TakenToken {
  readonly userId: number;
  readonly impersonatorUserId: number | null;
  readonly impersonatorTenantId: number | null;
  readonly sessionSeconds: number | null;
}

const lifeSeconds = 60;

/**
 * Creates a token for one use within a minute, in a transaction of the tenant that it belongs to. Only its digest is
 * stored.
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

/** The tenant of a token, 0 for the host; undefined when it is not a token. */
export function tenantOfToken(token: string): number | undefined {
  const shown = /^(\d{1,15})\.[\w-]{20,}$/.exec(token)?.[1];
  return shown === undefined ? undefined : Number(shown);
}

/** Uses a token, in a transaction of its tenant; undefined when it is unknown, used, expired or for another purpose. */
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
