import type { Readable } from 'node:stream';
import type { Database } from '@kangmai/server/platform/database/database';
import type { FileStore } from '@kangmai/server/platform/file-store';
import type { TenantKeys } from '@kangmai/server/platform/keys';
import { countOlder } from './reseal.ts';

interface Parts {
  readonly database: Database;
  readonly keys: TenantKeys;
  readonly files: Pick<FileStore, 'read'>;
}

/** Long jobs may still use a key loaded before; none runs longer than this. */
const restMs = 3_600_000;
const hostId = 0;

interface KeyState {
  readonly newest: number;
  readonly older: number;
  readonly restsMs: number;
}

async function stateOf(database: Database, tenantId: number): Promise<KeyState> {
  const rows = await database.platform((tx) =>
    tx.query<{ version: number; ageMs: number }>(
      'select version, (extract(epoch from now() - greatest(active_at, created_at)) * 1000)::double precision as "ageMs" from tenant_key where tenant_id = $1 and active_at <= now() order by version',
      [tenantId],
    ),
  );
  return { newest: rows.at(-1)?.version ?? 0, older: Math.max(0, rows.length - 1), restsMs: rows.at(-1)?.ageMs ?? 0 };
}

async function firstBytes(stream: Readable): Promise<Buffer> {
  for await (const piece of stream) {
    stream.destroy();
    return piece as Buffer;
  }
  return Buffer.alloc(0);
}

/** Uploaded spreadsheets are sealed too; they are kept for some weeks and then removed. */
async function olderFiles({ database, files }: Parts, tenantId: number, version: number): Promise<number> {
  const rows = await database.withTenant(tenantId, (tx) =>
    tx.query<{ path: string }>(
      'select file_path as path from import_batch where tenant_id = $1 and file_path is not null',
      [tenantId],
    ),
  );
  let count = 0;
  for (const { path } of rows) {
    const found = await files.read(path);
    const head = found ? await firstBytes(found.stream) : Buffer.alloc(0);
    if (head.length > 2 && head.readUInt16BE(1) < version) count += 1;
  }
  return count;
}

/** What still needs an older key, as sentences. */
async function needsOf(
  parts: Parts,
  tenantId: number,
  { newest, restsMs, leastMs }: KeyState & { readonly leastMs: number },
): Promise<readonly string[]> {
  const values = await countOlder(parts.database, tenantId, newest);
  const files = await olderFiles(parts, tenantId, newest);
  const codes =
    tenantId === hostId
      ? await parts.database.directory((tx) =>
          tx.one<{ count: number }>('select count(*) as count from dir_imei where code_index is not null'),
        )
      : undefined;
  return [
    ...(values > 0 ? [`${values} values are not under the newest key: npm run keys -- reseal`] : []),
    ...(files > 0
      ? [`${files} spreadsheets of imports still need the former key; they are removed by themselves after 30 days`]
      : []),
    ...(codes && codes.count > 0
      ? [`${codes.count} devices have a code that is kept as an index only; the host's keys stay as long as they do`]
      : []),
    ...(restsMs < leastMs
      ? [`the newest key seals since ${Math.floor(restsMs / 60_000)} minutes; former ones are kept for an hour`]
      : []),
  ];
}

export type Retired = { readonly removed: number } | { readonly kept: readonly string[] };

/** Removes the unused keys of a tenant. */
export async function retireKeys(parts: Parts, tenantId: number, leastMs = restMs): Promise<Retired> {
  const state = await stateOf(parts.database, tenantId);
  if (state.older === 0) return { removed: 0 };
  const needs = await needsOf(parts, tenantId, { ...state, leastMs });
  if (needs.length > 0) return { kept: needs };
  return { removed: await parts.keys.retire(tenantId, state.newest) };
}
