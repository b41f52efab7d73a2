import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { type FieldCrypto, fieldCrypto, type TenantKey } from './field-crypto.ts';

/** The installation's master key, never used itself: each purpose gets a key derived from it. */
export interface MasterKey {
  derive(purpose: string): Buffer;
}

const keyBytes = 32;

/** From SECRET_KEY, else from `DATA_DIR/keys/master`, made at the first start and readable by its owner only. */
export function loadMasterKey({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): MasterKey {
  const source = secretKey === undefined ? storedKey(join(dataDir, 'keys')) : Buffer.from(secretKey, 'utf8');
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', source, 'kangmai', purpose, keyBytes)) };
}

function storedKey(folder: string): Buffer {
  const file = join(folder, 'master');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeOnce(file, randomBytes(keyBytes).toString('base64url'));
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) throw new Error(`${file} can be read by others: run "chmod 600 ${file}"`);
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
}

/** Appears under its name whole or not at all, and never replaces one that another process made meanwhile. */
function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The data keys of the tenants: random, stored wrapped by the master key, cached once read. */
export class TenantKeys {
  private readonly known = new Map<number, Promise<FieldCrypto>>();
  private readonly database: Pick<Database, 'platform'>;
  private readonly wrapping: Buffer;

  constructor(database: Pick<Database, 'platform'>, master: MasterKey) {
    this.database = database;
    this.wrapping = master.derive('tenant keys');
  }

  /** Encryption of one tenant's fields; its first key is made when it has none. Call it outside of `platform()` work. */
  of(tenantId: number): Promise<FieldCrypto> {
    const found = this.known.get(tenantId);
    if (found) return found;
    const loading = this.load(tenantId).then((keys) => fieldCrypto(tenantId, keys));
    this.known.set(tenantId, loading);
    loading.catch(() => this.known.delete(tenantId));
    return loading;
  }

  /** New values are encrypted with a new key from now on; old values stay readable. */
  async rotate(tenantId: number): Promise<void> {
    const keys = await this.load(tenantId);
    await this.add(tenantId, Math.max(...keys.map(({ version }) => version)) + 1);
    this.known.delete(tenantId);
  }

  /** Drops the keys: what was encrypted with them can never be read again. */
  async erase(tenantId: number): Promise<void> {
    await this.database.platform((tx) => tx.execute('delete from tenant_key where tenant_id = $1', [tenantId]));
    this.known.delete(tenantId);
  }

  private async load(tenantId: number): Promise<TenantKey[]> {
    const rows = await this.rows(tenantId);
    if (rows.length === 0) await this.add(tenantId, 1);
    const present = rows.length > 0 ? rows : await this.rows(tenantId);
    return present.map(({ version, wrapped }) => ({ version, key: unwrap(this.wrapping, tenantId, wrapped) }));
  }

  private rows(tenantId: number): Promise<{ version: number; wrapped: Buffer }[]> {
    return this.database.platform((tx) => tx.query('select version, wrapped from tenant_key where tenant_id = $1 order by version', [tenantId]));
  }

  private async add(tenantId: number, version: number): Promise<void> {
    const wrapped = wrap(this.wrapping, tenantId, randomBytes(keyBytes));
    await this.database.platform((tx) => tx.execute('insert into tenant_key (tenant_id, version, wrapped) values ($1, $2, $3) on conflict do nothing', [tenantId, version, wrapped]));
  }
}

const ivBytes = 12;
const tagBytes = 16;

function wrap(wrapping: Buffer, tenantId: number, key: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(Buffer.from(`tenant ${tenantId}`));
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(wrapping: Buffer, tenantId: number, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, ivBytes)).setAAD(Buffer.from(`tenant ${tenantId}`));
  decipher.setAuthTag(wrapped.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error('the key of a tenant cannot be opened: SECRET_KEY or DATA_DIR/keys is not the one it was made with', { cause: error });
  }
}
