import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { type FieldCrypto, fieldCrypto, type TenantKey } from './field-crypto.ts';

/** The installation's master key, never used itself: each purpose gets a key derived from it. */
export interface MasterKey {
  derive(purpose: string): Buffer;
  /** The former master key, while data made with it still exist. */
  readonly former?: MasterKey;
}

/** The places of the master key and the former one. */
export interface KeyPlace {
  readonly secretKey: string | undefined;
  readonly formerSecretKey?: string | undefined;
  readonly dataDir: string;
}

const keyBytes = 32;
const wrappingPurpose = 'tenant keys';

const masterFile = (dataDir: string): string => join(dataDir, 'keys', 'master');
const formerFile = (dataDir: string): string => `${masterFile(dataDir)}.former`;

/** From SECRET_KEY, else from `DATA_DIR/keys/master`, created at the first start and readable by its owner only. */
export function loadMasterKey(place: KeyPlace): MasterKey {
  const former = formerSource(place);
  return masterKeyOf(masterSource(place), former && masterKeyOf(former));
}

/** The master key made from some bytes. */
export function masterKeyOf(source: Buffer, former?: MasterKey): MasterKey {
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', source, 'kangmai', purpose, keyBytes)),
    ...(former && { former }),
  };
}

/** The bytes of the master key; for a backup of the keys. */
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

/** Identifies a master key without revealing it. */
export const markOf = (master: MasterKey): string => master.derive('mark').toString('hex').slice(0, 16);

/**
 * Creates a new master key in `DATA_DIR/keys` and keeps the present one as the former. @returns false when a former one
 * exists already
 */
export function renewMasterKey(dataDir: string): boolean {
  const present = masterSource({ secretKey: undefined, dataDir });
  if (existsSync(formerFile(dataDir))) return false;
  writeOnce(formerFile(dataDir), keyText(present));
  replaceKey(masterFile(dataDir), randomBytes(keyBytes));
  return true;
}

/** Removes the former master key. */
export const forgetFormerKey = (dataDir: string): void => rmSync(formerFile(dataDir), { force: true });

/** Stores a master key where there is none. @returns false when another one exists */
export function placeMasterKey(dataDir: string, source: Buffer): boolean {
  makeFolderOf(dataDir);
  const file = masterFile(dataDir);
  if (!existsSync(file)) writeOnce(file, keyText(source));
  return readKey(file).equals(source);
}

const keyText = (source: Buffer): string => source.toString('base64url');
/** The database's account must pass through the data folder; the keys below are closed. */
function makeFolderOf(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
}

function readKey(file: string): Buffer {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: run "chmod 600 ${file}"`);
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
}

function replaceKey(file: string, source: Buffer): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, keyText(source), { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/** Appears under its name complete or not at all, and never replaces a file that another process created meanwhile. */
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

/** Every node reloads its keys after this time; a new key seals only when all of them have. */
const freshMs = 20_000;
export const spreadMs = 60_000;

interface KeyRow {
  readonly version: number;
  readonly wrapped: Buffer;
  readonly isActive: boolean;
}

/** The data keys of the tenants: random, stored wrapped by the master key, cached for seconds. */
export class TenantKeys {
  private readonly known = new Map<number, { readonly at: number; readonly crypto: Promise<FieldCrypto> }>();
  private readonly database: Pick<Database, 'platform'>;
  private readonly master: MasterKey;

  constructor(database: Pick<Database, 'platform'>, master: MasterKey) {
    this.database = database;
    this.master = master;
  }

  /**
   * Encryption of one tenant's fields; creates its first key when it has none. Call it outside of `platform()` work.
   */
  of(tenantId: number): Promise<FieldCrypto> {
    const found = this.known.get(tenantId);
    const at = performance.now();
    if (found && at - found.at < freshMs) return found.crypto;
    const crypto = this.load(tenantId).then((keys) => fieldCrypto(tenantId, keys));
    const entry = { at, crypto };
    this.known.set(tenantId, entry);
    crypto.catch(() => this.known.get(tenantId) === entry && this.known.delete(tenantId));
    return crypto;
  }

  /** Reloads the tenant's keys at the next use. */
  forget(tenantId: number): void {
    this.known.delete(tenantId);
  }

  /**
   * Creates a new key; it opens at once and seals after `afterMs`, when every node knows it. Old values stay readable.
   * @returns its version
   */
  async rotate(tenantId: number, afterMs = spreadMs): Promise<number> {
    const keys = await this.load(tenantId);
    const version = Math.max(...keys.map((key) => key.version)) + 1;
    await this.add(tenantId, version, afterMs);
    this.forget(tenantId);
    return version;
  }

  /** Removes the keys before a version; what they sealed can never be read again. @returns their number */
  async retire(tenantId: number, before: number): Promise<number> {
    const removed = await this.database.platform((tx) =>
      tx.execute('delete from tenant_key where tenant_id = $1 and version < $2', [tenantId, before]),
    );
    this.forget(tenantId);
    return removed;
  }

  /** Drops the keys: what they sealed can never be read again. */
  async erase(tenantId: number): Promise<void> {
    await this.database.platform((tx) => tx.execute('delete from tenant_key where tenant_id = $1', [tenantId]));
    this.forget(tenantId);
  }

  private async load(tenantId: number): Promise<TenantKey[]> {
    const rows = await this.rows(tenantId);
    if (rows.length === 0) await this.add(tenantId, 1, 0);
    const present = rows.length > 0 ? rows : await this.rows(tenantId);
    return present.map(({ version, wrapped, isActive }) => ({
      version,
      isActive,
      key: unwrapWith(this.master, tenantLabel(tenantId), wrapped),
    }));
  }

  private rows(tenantId: number): Promise<KeyRow[]> {
    return this.database.platform((tx) =>
      tx.query(
        'select version, wrapped, active_at <= now() as "isActive" from tenant_key where tenant_id = $1 order by version',
        [tenantId],
      ),
    );
  }

  private async add(tenantId: number, version: number, afterMs: number): Promise<void> {
    const wrapped = wrapWith(this.master, tenantLabel(tenantId), randomBytes(keyBytes));
    await this.database.platform((tx) =>
      tx.execute(
        "insert into tenant_key (tenant_id, version, wrapped, active_at) values ($1, $2, $3, now() + $4 * interval '1 millisecond') on conflict do nothing",
        [tenantId, version, wrapped, afterMs],
      ),
    );
  }
}

export const tenantLabel = (tenantId: number): string => `tenant ${tenantId}`;

/** Encrypts a key with the master key; the label states its purpose and must be the same for opening. */
export const wrapWith = (master: MasterKey, label: string, key: Buffer): Buffer =>
  wrap(master.derive(wrappingPurpose), label, key);

/** Opens a wrapped key with the master key or the former one. @throws when neither fits */
export function unwrapWith(master: MasterKey, label: string, wrapped: Buffer): Buffer {
  try {
    return unwrap(master.derive(wrappingPurpose), label, wrapped);
  } catch (error) {
    if (!master.former) throw error;
    return unwrap(master.former.derive(wrappingPurpose), label, wrapped);
  }
}

/** The same key wrapped by the present master key; undefined when it is already. */
export function rewrapped(master: MasterKey, label: string, wrapped: Buffer): Buffer | undefined {
  try {
    unwrap(master.derive(wrappingPurpose), label, wrapped);
    return undefined;
  } catch {
    return wrapWith(master, label, unwrapWith(master, label, wrapped));
  }
}

const ivBytes = 12;
const tagBytes = 16;

function wrap(wrapping: Buffer, label: string, key: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(Buffer.from(label));
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(wrapping: Buffer, label: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, ivBytes)).setAAD(Buffer.from(label));
  decipher.setAuthTag(wrapped.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error('a stored key cannot be opened: SECRET_KEY or DATA_DIR/keys is not the one it was made with', {
      cause: error,
    });
  }
}
