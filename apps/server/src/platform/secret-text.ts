import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Texts of the platform itself, such as connections: encrypted with a key of 32 bytes, bound to what they are for. */
export class SecretTexts {
  private readonly key: Buffer;
  private readonly purpose: Buffer;

  constructor(key: Buffer, purpose: string) {
    this.key = key;
    this.purpose = Buffer.from(purpose);
  }

  seal(text: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(this.purpose);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the text was sealed with another key or for another purpose. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, ivBytes)).setAAD(this.purpose);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  }
}
