import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { BackupProblem } from './manifest.ts';

const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;
const shortest = 12;

/** 64 MB and about 0.2 s per try. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;

function derivedKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  if (passphrase.length < shortest) throw new BackupProblem(`the passphrase needs at least ${shortest} characters`);
  return new Promise((done, fail) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) => {
      if (error) fail(error);
      else done(key);
    });
  });
}

/** Bytes that only the passphrase decrypts: scrypt, AES-256-GCM. */
export async function sealWithPassphrase(secret: Buffer, passphrase: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const cipher = createCipheriv('aes-256-gcm', await derivedKey(passphrase, salt), iv);
  return Buffer.concat([salt, iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** @throws BackupProblem for a wrong passphrase */
export async function openWithPassphrase(sealed: Buffer, passphrase: string): Promise<Buffer> {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    await derivedKey(passphrase, sealed.subarray(0, saltBytes)),
    sealed.subarray(saltBytes, saltBytes + ivBytes),
  );
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(saltBytes + ivBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new BackupProblem('the passphrase does not open the keys of the backup', { cause: error });
  }
}
