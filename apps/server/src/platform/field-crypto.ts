import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface TenantKey {
  version: number;
  /** 32 bytes. */
  key: Buffer;
  /** False for a new key that other nodes may not know yet: it opens, but does not seal. */
  isActive?: boolean;
}

/** Encrypts and searches the sensitive fields of one tenant. */
export interface FieldCrypto {
  /** AES-256-GCM, a different result each time. Bytes: 1 format, 2 key version, 12 nonce, text, 16 tag. */
  seal(text: string): Buffer;
  /** @throws when the bytes were changed or belong to another tenant */
  open(sealed: Buffer): string;
  /** Blind index to store: equal for texts that are equal after `normalised`, within the tenant only; 32 bytes. */
  index(text: string): Buffer;
  /** Every index under which the text may be stored: one per key, until all rows use the newest. For searching. */
  indexes(text: string): Buffer[];
  /** Version of the key that seals. */
  readonly version: number;
}

const format = 1;
const headBytes = 3;
const ivBytes = 12;
const tagBytes = 16;

/**
 * One form for the spellings of the same number: full-width digits, spaces and dashes, small x at the end of a Chinese
 * identity number, +86 before a mobile number.
 */
export function normalised(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\-‐-―()]/g, '')
    .toUpperCase();
  return plain.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
}

/** `keys` of the tenant, at least one; the newest active one seals and indexes, all of them open and search. */
export function fieldCrypto(tenantId: number, keys: readonly TenantKey[]): FieldCrypto {
  const sorted = keys.toSorted((a, b) => a.version - b.version);
  const newest = sorted.findLast(({ isActive = true }) => isActive) ?? sorted[0];
  if (!newest) throw new Error('a tenant without a key');
  const keyByVersion = new Map(sorted.map(({ version, key }) => [version, key]));
  const indexKeyOf = new Map(
    sorted.map(({ version, key }) => [version, Buffer.from(hkdfSync('sha256', key, 'kangmai', 'blind index', 32))]),
  );
  const indexBy = (indexKey: Buffer, text: string): Buffer =>
    createHmac('sha256', indexKey).update(normalised(text)).digest();
  const tenant = Buffer.from(`tenant ${tenantId}`);
  return {
    seal(text) {
      const head = Buffer.alloc(headBytes);
      head.writeUInt8(format);
      head.writeUInt16BE(newest.version, 1);
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.concat([head, tenant]));
      return Buffer.concat([head, iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const head = sealed.subarray(0, headBytes);
      const key = keyByVersion.get(sealed.readUInt16BE(1));
      if (sealed.readUInt8() !== format || !key) throw new Error('sealed with an unknown key');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(headBytes, headBytes + ivBytes)).setAAD(
        Buffer.concat([head, tenant]),
      );
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([
        decipher.update(sealed.subarray(headBytes + ivBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8');
    },
    index: (text) => indexBy(indexKeyOf.get(newest.version) ?? Buffer.alloc(0), text),
    indexes: (text) => [...indexKeyOf.values()].map((indexKey) => indexBy(indexKey, text)),
    version: newest.version,
  };
}
