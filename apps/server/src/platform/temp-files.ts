import type { Readable, Writable } from 'node:stream';
import type { Database } from './database/database.ts';
import type { FileStore } from './file-store.ts';
import { randomToken, tokenDigest } from './tokens.ts';

export interface TempFileInput {
  tenantId: number;
  userId: number | null;
  name: string;
  contentType: string;
  /** Writes the bytes; the file can be fetched once this has finished. */
  write: (target: Writable) => Promise<void>;
}

export interface TempFile {
  name: string;
  contentType: string;
  size: number;
  stream: Readable;
}

interface TempFileRow {
  name: string;
  contentType: string;
  path: string;
}

const secondsToLive = 60;

/** Files to be fetched by an unguessable token, once, within 60 seconds by the clock of the database. */
export class TempFiles {
  private readonly database: Pick<Database, 'withTenantPipelined' | 'everywhere'>;
  private readonly store: FileStore;

  constructor(database: Pick<Database, 'withTenantPipelined' | 'everywhere'>, store: FileStore) {
    this.database = database;
    this.store = store;
  }

  /** @returns the token, which is sufficient to fetch the file: give it only to the user who requested it */
  async add({ tenantId, userId, name, contentType, write }: TempFileInput): Promise<string> {
    const { path } = await this.store.save(write, { tenantId });
    const token = `${tenantId}.${randomToken()}`;
    await this.database.withTenantPipelined(tenantId, [
      {
        sql: 'insert into temp_file (tenant_id, token_hash, user_id, name, content_type, path, expires_at) values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))',
        values: [tenantId, tokenDigest(token), userId, name, contentType, path, secondsToLive],
      },
    ]);
    return token;
  }

  /** Takes the file: a second call, an unknown or expired token and another user all give undefined. */
  async take(
    token: string,
    reader?: { readonly tenantId: number; readonly userId: number },
  ): Promise<TempFile | undefined> {
    const [tenant = ''] = token.split('.', 1);
    const tenantId = /^\d{1,15}$/.test(tenant) ? Number(tenant) : -1;
    if (tenantId < 0 || (reader && reader.tenantId !== tenantId)) return undefined;
    const [rows] = await this.database.withTenantPipelined(tenantId, [
      {
        sql: 'delete from temp_file where tenant_id = $1 and token_hash = $2 and expires_at > now() and ($3::bigint is null or user_id is null or user_id = $3) returning name, content_type as "contentType", path',
        values: [tenantId, tokenDigest(token), reader?.userId ?? null],
      },
    ]);
    const row = rows?.[0] as TempFileRow | undefined;
    return row && this.opened(row);
  }

  /** The bytes of a row that is deleted already; the file is removed once read. */
  private async opened(row: TempFileRow): Promise<TempFile | undefined> {
    const bytes = await this.store.read(row.path);
    if (!bytes) return undefined;
    bytes.stream.once('close', () => void this.store.remove(row.path).catch(() => undefined));
    return { name: row.name, contentType: row.contentType, size: bytes.size, stream: bytes.stream };
  }

  /** Removes files not fetched; run it every minute or so. @returns how many */
  async sweep(): Promise<number> {
    const rows = (
      await this.database.everywhere((tx) =>
        tx.query<{ path: string }>('delete from temp_file where expires_at <= now() returning path'),
      )
    ).flat();
    await Promise.all(rows.map(({ path }) => this.store.remove(path)));
    return rows.length;
  }
}
