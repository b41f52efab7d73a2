import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type Clock, systemClock } from './clock.ts';
import type { MasterKey } from './keys.ts';

export type Claims = Readonly<Record<string, string | number | boolean | null>>;

export interface SignOptions {
  /** The token's purpose; a token is accepted for its own audience only. */
  audience: string;
  expiresAt: Date;
}

/** The purpose of a sealed text: the real-time connection, or the link of one kind of message. */
export type SealPurpose =
  | 'hub token'
  | 'password reset link'
  | 'email activation link'
  | 'phone link'
  | 'activity code';

const issuer = 'kangmai';
const ivBytes = 12;
const tagBytes = 16;

/** Keys of signatures by their version; 0 is derived from the master key and is not named in tokens. */
export interface SigningRing {
  /** The key for signing. */
  newest(): Promise<{ readonly version: number; readonly key: Uint8Array | undefined }>;
  /** `derived` for the master key's own, undefined for one no longer accepted. */
  find(version: number): Promise<Uint8Array | 'derived' | undefined>;
}

const derivedOnly: SigningRing = {
  newest: () => Promise.resolve({ version: 0, key: undefined }),
  find: (version) => Promise.resolve(version === 0 ? 'derived' : undefined),
};

/** A token whose signature was verified. It need not be verified again as long as its key is accepted. */
interface Verified {
  readonly version: number;
  readonly key: Uint8Array;
  readonly payload: JWTPayload;
}

const mostVerified = 5_000;

/** Signed tokens (JWT, HS256) and their encrypted form for addresses that cannot carry a header. */
export class Tokens {
  /** Keys derived from the present master key, then from the former one. */
  private readonly signing: readonly Uint8Array[];
  private readonly sealing: readonly Buffer[];
  private readonly now: Clock;
  private readonly ring: SigningRing;
  private readonly verified = new Map<string, Verified>();

  constructor(master: MasterKey, now: Clock = systemClock, ring: SigningRing = derivedOnly) {
    const masters = master.former ? [master, master.former] : [master];
    this.signing = masters.map((one) => one.derive('token signing'));
    this.sealing = masters.map((one) => one.derive('token sealing'));
    this.now = now;
    this.ring = ring;
  }

  async sign(claims: Claims, { audience, expiresAt }: SignOptions): Promise<string> {
    const { version, key = this.signing[0] ?? new Uint8Array() } = await this.ring.newest();
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
    return new SignJWT(given)
      .setProtectedHeader({ alg: 'HS256', ...(version > 0 && { kid: String(version) }) })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(this.now().getTime() / 1000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
      .sign(key);
  }

  /** The claims, or undefined for a forged, expired or foreign token. No allowance for clock differences. */
  async verify(token: string, audience: string): Promise<JWTPayload | undefined> {
    const known = this.verified.get(token);
    const version = known?.version ?? versionOf(token);
    if (version === undefined) return undefined;
    const keys = await this.keysOf(version);
    if (known && keys.includes(known.key)) return this.isLiving(known.payload, audience) ? known.payload : undefined;
    for (const key of keys) {
      const payload = await this.verifyWith(key, token, audience);
      if (payload) {
        this.keep(token, { version, key, payload });
        return payload;
      }
    }
    return undefined;
  }

  /** The keys that may have signed tokens of a version. */
  private async keysOf(version: number): Promise<readonly Uint8Array[]> {
    const found = await this.ring.find(version);
    if (found === undefined) return [];
    return found === 'derived' ? this.signing : [found];
  }

  private isLiving({ aud, exp = 0 }: JWTPayload, audience: string): boolean {
    return aud === audience && exp > Math.floor(this.now().getTime() / 1000);
  }

  private keep(token: string, verified: Verified): void {
    if (this.verified.size >= mostVerified) this.verified.delete(this.verified.keys().next().value ?? '');
    this.verified.set(token, verified);
  }

  private async verifyWith(key: Uint8Array, token: string, audience: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: ['HS256'],
        currentDate: this.now(),
      });
      return payload;
    } catch {
      return undefined;
    }
  }

  /** AES-256-GCM, base64url, for addresses. The text opens for the same purpose only. */
  seal(text: string, purpose: SealPurpose): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.sealing[0] ?? Buffer.alloc(0), iv).setAAD(Buffer.from(purpose));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** The text inside, or undefined. Accepts `+`, `/` and their percent-encoded forms, as older clients send them. */
  open(sealed: string, purpose: SealPurpose): string | undefined {
    const bytes = Buffer.from(
      sealed
        .replace(/%2B|\+| /gi, '-')
        .replace(/%2F|\//gi, '_')
        .replace(/(?:%3D|=){1,2}$/i, ''),
      'base64url',
    );
    if (bytes.length <= ivBytes + tagBytes) return undefined;
    for (const key of this.sealing) {
      const text = openWith(key, bytes, purpose);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function openWith(key: Buffer, bytes: Buffer, purpose: SealPurpose): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function versionOf(token: string): number | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    if (kid === undefined) return 0;
    return /^[1-9]\d{0,8}$/.test(kid) ? Number(kid) : undefined;
  } catch {
    return undefined;
  }
}

/** An unguessable text (256 bits) for links and one-time tokens. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored digest of such a text. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url');
