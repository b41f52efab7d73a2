import { randomToken, tokenDigest, type Tokens } from '../../platform/tokens.ts';

/** What a link carries, sealed: the tenant, and a secret of which only the digest is stored. */
interface LinkSecret {
  readonly tenantId: number;
  readonly digest: string;
}

const purpose = 'phone link';
const form = /^(\d{1,15})\.([\w-]{43})$/;

/** A new link of a tenant: the token for its address, and what is stored of it. */
export function newLinkToken(tokens: Tokens, tenantId: number): { readonly token: string; readonly digest: string } {
  const secret = randomToken();
  return { token: tokens.seal(`${tenantId}.${secret}`, purpose), digest: tokenDigest(secret) };
}

/** Tenant and digest of a link; undefined for anything that this server has not sealed. */
export function openLinkToken(tokens: Tokens, token: string): LinkSecret | undefined {
  const [, tenantId, secret] = form.exec(tokens.open(token, purpose) ?? '') ?? [];
  return tenantId !== undefined && secret !== undefined
    ? { tenantId: Number(tenantId), digest: tokenDigest(secret) }
    : undefined;
}
