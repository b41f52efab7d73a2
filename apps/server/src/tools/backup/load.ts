import { join } from 'node:path';
import type { Client } from 'pg';
import { fillOf, markRestoring, unmarkRestoring } from '../../platform/database/fitness.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { ensureRolesOf } from '../../platform/database/start.ts';
import { prepareJobs } from '../../platform/jobs.ts';
import { copyIn } from './copy.ts';
import { restoreTree } from './file-tree.ts';
import { requireMasterKey } from './keys-back.ts';
import { BackupProblem, migrationsOf, type RowsManifest } from './manifest.ts';
import { reach, type Place, type Reached } from './place.ts';
import { manyAtATime, Progress } from './progress.ts';
import { asOwner, inSession, openLoader, openSession } from './session.ts';
import { isSame, listTables, placeOf, quoted, raiseSequences, sumsOf, totalOf, type StoredTable } from './tables.ts';

export interface RestoreSource {
  readonly folder: string;
  readonly manifest: RowsManifest;
  readonly passphrase: string | undefined;
  readonly connections: number;
}

/** Makes a database ready to be filled; what a restore left half is cleared away. @throws BackupProblem when it is in use */
async function clear(adminUrl: string, isOurs: boolean): Promise<void> {
  await asOwner(adminUrl, async (client) => {
    const fill = await fillOf(client);
    if (fill === 'in use') throw new BackupProblem(`the database holds data already: restore into ${isOurs ? 'a new DATA_DIR' : 'an empty database'}${isOurs ? '' : ' (create database …)'}; nothing was changed`);
    if (fill === 'half restored') await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public; delete from kangmai.migration; drop schema kangmai cascade');
    await markRestoring(client);
  });
}

export async function makeParts(client: Client, tables: readonly StoredTable[]): Promise<void> {
  for (const { parent, month } of tables) {
    if (parent !== null && month !== null) await client.query('select kangmai.ensure_month($1::regclass, $2::timestamptz)', [`public.${quoted(parent)}`, month]);
  }
}

/** Rows that the migrations themselves put in stand in the backup too. */
async function emptyTables(client: Client): Promise<void> {
  const tables = (await listTables(client)).filter(({ schema }) => schema === 'public');
  await client.query(`truncate ${tables.map(placeOf).join(', ')}`);
}

async function fill(url: string, { folder, manifest, connections }: RestoreSource, say: Place['say']): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openLoader(url)));
  for (const client of clients) await client.query('set synchronous_commit = off');
  const progress = new Progress('tables', manifest.tables.length, say);
  let rows = 0;
  try {
    const largestFirst = manifest.tables.toSorted((a, b) => b.bytes - a.bytes);
    await manyAtATime(clients.length, largestFirst, async (table, worker) => {
      const client = clients[worker];
      if (client) await copyIn(client, table, { file: join(folder, 'tables', table.file), sha256: table.sha256 });
      rows += totalOf(table.sums).rows;
      progress.add(1, `${rows.toLocaleString('en')} rows`);
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Reads everything back and compares it with what the backup had counted. @throws BackupProblem naming the tables that differ */
export async function compareTables(url: string, manifest: RowsManifest, { connections, say }: { readonly connections: number; readonly say: Place['say'] }): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openSession(url)));
  const wanted = new Map(manifest.tables.map((table) => [placeOf(table), table]));
  const different: string[] = [];
  try {
    const [first] = clients;
    const tables = first ? await listTables(first) : [];
    const missing = [...wanted.keys()].filter((name) => !tables.some((table) => placeOf(table) === name));
    different.push(...missing.map((name) => `${name} is missing`));
    const progress = new Progress('checked', tables.length, say);
    await manyAtATime(clients.length, tables, async (table, worker) => {
      const client = clients[worker];
      const there = totalOf(client ? await sumsOf(client, table) : {});
      const told = totalOf(wanted.get(placeOf(table))?.sums ?? {});
      if (!isSame(there, told)) different.push(`${placeOf(table)} has ${there.rows} rows instead of ${told.rows}, or other ones`);
      progress.add();
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  if (different.length > 0) throw new BackupProblem(`what was restored is not what was saved: ${different.join('; ')}`);
}

async function restoreRows(database: Reached, place: Place, source: RestoreSource): Promise<void> {
  const { manifest, connections } = source;
  const { adminUrl, rowsUrl } = database;
  await migrate(adminUrl, migrationsOf(manifest, place.migrations));
  await prepareJobs(adminUrl, manifest.queues);
  await asOwner(adminUrl, async (client) => {
    await emptyTables(client);
    await makeParts(client, manifest.tables);
  });
  await fill(rowsUrl, source, place.say);
  await inSession(rowsUrl, (client) => raiseSequences(client, manifest.sequences));
  await compareTables(rowsUrl, manifest, { connections, say: place.say });
}

/**
 * Restores a whole backup into a server without data: tables as of its migrations, rows, sequences, files; compares all checksums; then runs
 * the migrations of this release that the backup had not seen. Until the end no server starts on the database.
 * @returns the names of those migrations
 */
export async function restoreAll(place: Place, source: RestoreSource): Promise<readonly string[]> {
  migrationsOf(source.manifest, place.migrations);
  const master = await requireMasterKey(place, source);
  const database = await reach(place);
  try {
    await clear(database.adminUrl, database.isEmbedded);
    await ensureRolesOf(master, { adminUrl: database.adminUrl, ours: database.isEmbedded });
    await restoreRows(database, place, source);
    await restoreTree({ folder: join(source.folder, 'files'), entry: source.manifest.files, what: 'files' }, { folder: place.files }, place.say);
    const newer = await migrate(database.adminUrl, place.migrations);
    await asOwner(database.adminUrl, async (client) => {
      await client.query('analyze');
      await unmarkRestoring(client);
    });
    return newer;
  } finally {
    await database.stop();
  }
}
