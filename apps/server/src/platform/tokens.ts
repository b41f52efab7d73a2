import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type Clock, systemClock } from './clock.ts';
import type { MasterKey } from './keys.ts';

export type Claims = Readonly<Record<string, string | number | boolean | null>>;

export interface SignOptions {
  /** What the token is good for; a token is accepted for its own audience only. */
  audience: string;
  expiresAt: Date;
}

const issuer = 'kangmai';
const ivBytes = 12;
const tagBytes = 16;

/** Signed tokens (JWT, HS256) and their encrypted form for addresses that cannot carry a header. */
export class Tokens {
  private readonly signing: Uint8Array;
  private readonly sealing: Buffer;
  private readonly now: Clock;

  constructor(master: MasterKey, now: Clock = systemClock) {
    this.signing = master.derive('token signing');
    this.sealing = master.derive('token sealing');
    this.now = now;
  }

  sign(claims: Claims, { audience, expiresAt }: SignOptions): Promise<string> {
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
    return new SignJWT(given)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(this.now().getTime() / 1000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
      .sign(this.signing);
  }

  /** The claims, or undefined for a forged, expired or foreign token. No allowance for clock differences. */
  async verify(token: string, audience: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.signing, { issuer, audience, algorithms: ['HS256'], currentDate: this.now() });
      return payload;
    } catch {
      return undefined;
    }
  }

  /** AES-256-GCM, base64url: the form for `enc_auth_token`. */
  seal(token: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, iv);
    return Buffer.concat([iv, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** The token inside, or undefined. Takes `+`, `/` and their percent-encoded forms, as older clients send them. */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed.replace(/%2B|\+| /gi, '-').replace(/%2F|\//gi, '_').replace(/(%3D|=)+$/i, ''), 'base64url');
    if (bytes.length <= ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** An unguessable text (256 bits) for links and one-time tokens. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of such a text. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url');
