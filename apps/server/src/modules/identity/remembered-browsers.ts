import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { randomToken, tokenDigest } from '../../platform/tokens.ts';

const days = 365;

interface BrowserAddress {
  readonly userId: number;
  readonly ip: string;
  readonly client: string;
}

/**
 * Creates a token with which one browser signs a user in without the second factor; only its digest is stored. A new
 * password or second factor ends it.
 */
export async function rememberBrowser(tx: Tx, { userId, ip, client }: BrowserAddress): Promise<string> {
  const token = randomToken();
  await tx.execute(
    `insert into user_token (tenant_id, user_id, kind, validity_key, secret_hash, expires_at, client_ip, browser) values ($1, $2, 'remember_two_factor', $3, $4, now() + make_interval(days => ${days}), $5, $6)`,
    [tx.tenantId, userId, randomUUID(), tokenDigest(token), ip.slice(0, 64), client.slice(0, 200)],
  );
  return token;
}

export async function isRemembered(
  tx: Tx,
  given: { readonly userId: number; readonly token: string },
): Promise<boolean> {
  const found = await tx.execute(
    "update user_token set used_at = now() where tenant_id = $1 and user_id = $2 and kind = 'remember_two_factor' and secret_hash = $3 and revoked_at is null and expires_at > now()",
    [tx.tenantId, given.userId, tokenDigest(given.token)],
  );
  return found > 0;
}

export const forgetBrowsers = (tx: Tx, userId: number): Promise<number> =>
  tx.execute(
    "update user_token set revoked_at = now() where tenant_id = $1 and user_id = $2 and kind = 'remember_two_factor' and revoked_at is null",
    [tx.tenantId, userId],
  );
