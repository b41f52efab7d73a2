import { renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import { copyTree, filesBelow } from './file-tree.ts';
import { draftOf, keysAndFiles } from './make.ts';
import {
  appliedMigrations,
  BackupProblem,
  writeManifest,
  type AppliedMigration,
  formats,
  type BaseManifest,
  type FilesEntry,
  type NamedDatabase,
} from './manifest.ts';
import { reach, type Place } from './place.ts';
import { databasesOf } from './places.ts';
import { inSession } from './session.ts';

/** Content of the running server only; the folders themselves must exist. */
const leftOut =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.(pid|opts)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;

async function requireArchive(client: Client): Promise<void> {
  const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode !== 'on')
    throw new BackupProblem(
      'the database keeps no archive, without which a base backup cannot be restored: set ARCHIVE_DIR and start the server anew',
    );
}

async function foldersBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !leftOut.test(path) || path.startsWith('pg_wal/'))
    .sort();
}

interface CopiedData {
  readonly at: string;
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly dataFiles: FilesEntry;
  readonly databases?: readonly NamedDatabase[];
}

/** The single row of a query about the server. */
async function singleRow<R extends object>(client: Client, sql: string): Promise<R> {
  const {
    rows: [row],
  } = await client.query<R>(sql);
  if (!row) throw new Error('the server gives no answer about itself');
  return row;
}

const startSql = "select pg_walfile_name(pg_backup_start('kangmai', true)) as segment";
const stopSql =
  'select pg_walfile_name(lsn) as segment, labelfile as label, to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at from pg_backup_stop(true)';

/** The databases of tenants, whose servers have copies and archives of their own. */
async function othersOf(client: Client, place: Place): Promise<readonly NamedDatabase[]> {
  return (await databasesOf(client, tenantConnections(loadMasterKey(place.config)))).map(
    ({ url: _secret, ...named }) => named,
  );
}

/** Copies the files of the running server; its log of that time corrects concurrent changes. */
async function copyData(client: Client, draft: string, place: Place): Promise<CopiedData> {
  const { folder, postgres } = await singleRow<{ folder: string; postgres: string }>(
    client,
    "select current_setting('data_directory') as folder, current_setting('server_version') as postgres",
  );
  const start = await singleRow<{ segment: string }>(client, startSql);
  const paths = (await filesBelow(folder)).filter((path) => !leftOut.test(path));
  writeFileSync(join(draft, 'folders.json'), JSON.stringify(await foldersBelow(folder)), { mode: 0o600 });
  const dataFiles = await copyTree({
    from: folder,
    to: join(draft, 'data'),
    paths,
    what: 'database files',
    say: place.say,
  });
  const stop = await singleRow<{ segment: string; label: string; at: string }>(client, stopSql);
  writeFileSync(join(draft, 'backup_label'), stop.label, { mode: 0o600, flush: true });
  writeFileSync(join(draft, 'admin.secret'), await readFile(join(dirname(folder), 'admin.secret')), {
    mode: 0o600,
    flush: true,
  });
  const databases = await othersOf(client, place);
  return {
    at: stop.at,
    postgres,
    migrations: await appliedMigrations(client),
    firstSegment: start.segment,
    lastSegment: stop.segment,
    dataFiles,
    ...(databases.length > 0 && { databases }),
  };
}

/** Writes a copy of the embedded database's files, from which the archive can restore any later instant. */
export async function makeBase(
  place: Place,
  wish: { readonly to: string; readonly passphrase: string | undefined },
): Promise<BaseManifest> {
  if (place.config.databaseUrl !== undefined)
    throw new BackupProblem(
      '--base is for the embedded database; for a server of your own use pg_basebackup and the archive of that server',
    );
  const draft = draftOf(wish.to);
  const database = await reach(place);
  try {
    const data = await inSession(database.adminUrl, async (client) => {
      await requireArchive(client);
      await client.query("set statement_timeout = '10min'");
      return copyData(client, draft, place);
    });
    const manifest: BaseManifest = {
      kind: 'base',
      ...(await keysAndFiles(place, draft, wish.passphrase)),
      ...data,
      format: data.databases ? formats.several : formats.one,
    };
    writeManifest(draft, manifest);
    renameSync(draft, wish.to);
    return manifest;
  } finally {
    await database.stop();
  }
}
