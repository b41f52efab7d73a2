import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { type FieldCrypto, fieldCrypto, type TenantKey } from './field-crypto.ts';

/** The installation's master key, never used itself: each purpose gets a key derived from it. */
export interface MasterKey {
  derive(purpose: string): Buffer;
  /** The one before it, while what was made with that one is still around. */
  readonly former?: MasterKey;
}

/** Where the master key is, and the one before it. */
export interface KeyPlace {
  readonly secretKey: string | undefined;
  readonly formerSecretKey?: string | undefined;
  readonly dataDir: string;
}

const keyBytes = 32;
const wrappingPurpose = 'tenant keys';

const masterFile = (dataDir: string): string => join(dataDir, 'keys', 'master');
const formerFile = (dataDir: string): string => `${masterFile(dataDir)}.former`;

/** From SECRET_KEY, else from `DATA_DIR/keys/master`, made at the first start and readable by its owner only. */
export function loadMasterKey(place: KeyPlace): MasterKey {
  const former = formerSource(place);
  return masterKeyOf(masterSource(place), former && masterKeyOf(former));
}

/** The master key that some bytes make. */
export function masterKeyOf(source: Buffer, former?: MasterKey): MasterKey {
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', source, 'kangmai', purpose, keyBytes)), ...(former && { former }) };
}

/** The bytes that the master key is made of; for a backup of the keys. */
export function masterSource({ secretKey, dataDir }: KeyPlace): Buffer {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'utf8');
  makeFolderOf(dataDir);
  const file = masterFile(dataDir);
  if (!existsSync(file)) writeOnce(file, keyText(randomBytes(keyBytes)));
  return readKey(file);
}

function formerSource({ secretKey, formerSecretKey, dataDir }: KeyPlace): Buffer | undefined {
  if (formerSecretKey !== undefined) return Buffer.from(formerSecretKey, 'utf8');
  return secretKey === undefined && existsSync(formerFile(dataDir)) ? readKey(formerFile(dataDir)) : undefined;
}

/** Says which master key was used without saying the key. */
export const markOf = (master: MasterKey): string => master.derive('mark').toString('hex').slice(0, 16);

/** Makes a new master key in `DATA_DIR/keys` and keeps the one in use beside it. @returns false when one is kept already */
export function renewMasterKey(dataDir: string): boolean {
  const present = masterSource({ secretKey: undefined, dataDir });
  if (existsSync(formerFile(dataDir))) return false;
  writeOnce(formerFile(dataDir), keyText(present));
  replaceKey(masterFile(dataDir), randomBytes(keyBytes));
  return true;
}

/** Ends the use of the former master key. */
export const forgetFormerKey = (dataDir: string): void => rmSync(formerFile(dataDir), { force: true });

/** Puts a master key where there is none. @returns false when another one is there */
export function placeMasterKey(dataDir: string, source: Buffer): boolean {
  makeFolderOf(dataDir);
  const file = masterFile(dataDir);
  if (!existsSync(file)) writeOnce(file, keyText(source));
  return readKey(file).equals(source);
}

const keyText = (source: Buffer): string => source.toString('base64url');
const makeFolderOf = (dataDir: string): string | undefined => mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });

function readKey(file: string): Buffer {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) throw new Error(`${file} can be read by others: run "chmod 600 ${file}"`);
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
}

function replaceKey(file: string, source: Buffer): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, keyText(source), { mode: 0o600, flush: true });
  renameSync(draft, file);
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
    this.wrapping = master.derive(wrappingPurpose);
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

/** A tenant's key, wrapped by another master key. */
export function rewrapKey(tenantId: number, wrapped: Buffer, masters: { readonly from: MasterKey; readonly to: MasterKey }): Buffer {
  return wrap(masters.to.derive(wrappingPurpose), tenantId, unwrap(masters.from.derive(wrappingPurpose), tenantId, wrapped));
}
