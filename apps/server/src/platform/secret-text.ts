import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { MasterKey } from './keys.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Texts of the platform itself, such as connections: encrypted with a key of 32 bytes, bound to their purpose; the
 * former key still reads.
 */
export class SecretTexts {
  private readonly key: Buffer;
  private readonly former: Buffer | undefined;
  private readonly purpose: Buffer;

  constructor(keys: { readonly key: Buffer; readonly former?: Buffer | undefined }, purpose: string) {
    this.key = keys.key;
    this.former = keys.former;
    this.purpose = Buffer.from(purpose);
  }

  seal(text: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(this.purpose);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the text was sealed with another key or for another purpose. */
  open(sealed: Buffer): string {
    try {
      return this.openWith(this.key, sealed);
    } catch (error) {
      if (!this.former) throw error;
      return this.openWith(this.former, sealed);
    }
  }

  /** The same text under the present key; undefined when it is already. */
  renewed(sealed: Buffer): Buffer | undefined {
    try {
      this.openWith(this.key, sealed);
      return undefined;
    } catch {
      return this.seal(this.open(sealed));
    }
  }

  private openWith(key: Buffer, sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(this.purpose);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  }
}

const databases = 'tenant databases';

/** The connections of tenants' own databases. */
export const tenantConnections = (master: MasterKey): SecretTexts =>
  new SecretTexts({ key: master.derive(databases), former: master.former?.derive(databases) }, 'tenant database');
