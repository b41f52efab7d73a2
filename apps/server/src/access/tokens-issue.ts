import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Tx } from '../platform/database/database.ts';
import { randomToken, tokenDigest, type Tokens } from '../platform/tokens.ts';
import type { TokenClaims } from './session.ts';

export interface TokenHolder {
  readonly tenantId: number;
  readonly userId: number;
  readonly securityStamp: string;
  readonly ip: string;
  readonly client: string;
  /** Connects the tokens of one sign-in: they end together. */
  readonly family?: string;
  readonly impersonatorUserId?: number | null;
  readonly impersonatorTenantId?: number | null;
}

/** A bearer and its encrypted copy for the real-time connection, as clients store them. */
export interface AccessTokens {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly expireInSeconds: number;
}

export interface RefreshToken {
  readonly refreshToken: string;
  readonly refreshTokenExpireInSeconds: number;
}

const accessSeconds = 24 * 3600;
const refreshSeconds = 30 * 24 * 3600;

/** The old framework's claim for the tenant; the host's tokens have none. */
const tenantClaim = 'http://www.aspnetboilerplate.com/identity/claims/tenantId';
const stampClaim = 'AspNet.Identity.SecurityStamp';

interface NewRow {
  readonly kind: 'access' | 'refresh';
  readonly key: string;
  readonly secret: string | null;
  readonly seconds: number;
}

/** A token issued to a locked sign-in is locked too. */
const insertSql = `insert into user_token (tenant_id, user_id, kind, validity_key, secret_hash, family, expires_at, client_ip, browser, impersonator_user_id, impersonator_tenant_id, locked_at, unlock_failures)
  select $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, now() + make_interval(secs => $7), $8::text, $9::text, $10::bigint, $11::bigint, max(locked_at), coalesce(max(unlock_failures), 0)
  from user_token where tenant_id = $1 and user_id = $2 and family = $6 and revoked_at is null`;

const store = (tx: Tx, holder: TokenHolder, row: NewRow): Promise<number> =>
  tx.execute(insertSql, [
    holder.tenantId,
    holder.userId,
    row.kind,
    row.key,
    row.secret === null ? null : tokenDigest(row.secret),
    holder.family ?? null,
    row.seconds,
    holder.ip.slice(0, 64),
    holder.client.slice(0, 200),
    holder.impersonatorUserId ?? null,
    holder.impersonatorTenantId ?? null,
  ]);

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

function claimsOf(payload: JWTPayload | undefined): TokenClaims | undefined {
  if (!payload) return undefined;
  const tenantId = payload[tenantClaim] === undefined ? 0 : wholeNumber(payload[tenantClaim]);
  const userId = wholeNumber(payload.sub);
  const stamp = payload[stampClaim];
  if (tenantId === undefined || userId === undefined || typeof payload.jti !== 'string' || typeof stamp !== 'string')
    return undefined;
  return { tenantId, userId, tokenKey: payload.jti, stamp };
}

/** Issues and verifies the tokens of users. Every token has a row, so that it can be revoked at once. */
export class TokenIssuer {
  private readonly tokens: Tokens;
  private readonly now: () => Date;

  constructor(tokens: Tokens, now: () => Date) {
    this.tokens = tokens;
    this.now = now;
  }

  /** A bearer for a day, with its encrypted copy. The row is written in the given transaction. */
  async access(tx: Tx, holder: TokenHolder, seconds = accessSeconds): Promise<AccessTokens> {
    const key = randomUUID();
    const claims = {
      sub: String(holder.userId),
      jti: key,
      [stampClaim]: holder.securityStamp,
      [tenantClaim]: holder.tenantId === 0 ? null : String(holder.tenantId),
    };
    const expiresAt = new Date(this.now().getTime() + seconds * 1000);
    const [accessToken, inner] = await Promise.all([
      this.tokens.sign(claims, { audience: 'access', expiresAt }),
      this.tokens.sign(claims, { audience: 'hub', expiresAt }),
      store(tx, holder, { kind: 'access', key, secret: null, seconds }),
    ]);
    return { accessToken, encryptedAccessToken: this.tokens.seal(inner, 'hub token'), expireInSeconds: seconds };
  }

  /** A token for one new bearer and one new refresh token, for 30 days. */
  async refresh(tx: Tx, holder: TokenHolder): Promise<RefreshToken> {
    const refreshToken = `${holder.tenantId}.${randomToken()}`;
    await store(tx, holder, { kind: 'refresh', key: randomUUID(), secret: refreshToken, seconds: refreshSeconds });
    return { refreshToken, refreshTokenExpireInSeconds: refreshSeconds };
  }

  /** The claims of a valid bearer. */
  async verifyAccess(token: string): Promise<TokenClaims | undefined> {
    return claimsOf(await this.tokens.verify(token, 'access'));
  }

  /** The claims of the encrypted copy, which is valid for the real-time connection only. */
  async verifyHub(sealed: string): Promise<TokenClaims | undefined> {
    const inner = this.tokens.open(sealed, 'hub token');
    return inner === undefined ? undefined : claimsOf(await this.tokens.verify(inner, 'hub'));
  }
}

/**
 * Ends all tokens of a user at once: new security stamp, all rows revoked. Remembered browsers may be kept where only
 * sign-ins are to end.
 */
export async function endSessions(
  tx: Tx,
  user: { readonly tenantId: number; readonly userId: number; readonly keepsBrowsers?: true },
): Promise<void> {
  const who = [user.tenantId, user.userId];
  await Promise.all([
    tx.execute(
      'update app_user set security_stamp = gen_random_uuid()::text, row_version = row_version + 1 where tenant_id = $1 and id = $2',
      who,
    ),
    tx.execute(
      `update user_token set revoked_at = now() where tenant_id = $1 and user_id = $2 and revoked_at is null${user.keepsBrowsers ? " and kind <> 'remember_two_factor'" : ''}`,
      who,
    ),
  ]);
}

/** Ends the tokens of one sign-in. */
export const endFamily = (tx: Tx, family: string | null): Promise<number> =>
  tx.execute('update user_token set revoked_at = now() where tenant_id = $1 and family = $2 and revoked_at is null', [
    tx.tenantId,
    family,
  ]);

/** The security stamp of an active user. */
export const stampOf = async (tx: Tx, userId: number): Promise<string | undefined> =>
  (
    await tx.one<{ stamp: string }>(
      'select security_stamp as stamp from app_user where tenant_id = $1 and id = $2 and is_active and not is_deleted',
      [tx.tenantId, userId],
    )
  )?.stamp;

/** Ends every sign-in of a user except the bearer's, and the codes sent to the user. */
export async function endOtherSessions(
  tx: Tx,
  user: { readonly tenantId: number; readonly userId: number; readonly tokenKey: string },
): Promise<void> {
  await Promise.all([
    tx.execute(
      `update user_token set revoked_at = now() where tenant_id = $1 and user_id = $2 and revoked_at is null and validity_key <> $3
         and family is distinct from (select family from user_token where tenant_id = $1 and validity_key = $3)`,
      [user.tenantId, user.userId, user.tokenKey],
    ),
    tx.execute('update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2 and used_at is null', [
      user.tenantId,
      user.userId,
    ]),
  ]);
}
