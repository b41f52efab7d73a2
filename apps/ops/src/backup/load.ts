import { join } from 'node:path';
import type { Client } from 'pg';
import { unmarkRestoring } from '@kangmai/server/platform/database/fitness';
import { migrate } from '@kangmai/server/platform/database/migrate';
import { ensureRolesOf } from '@kangmai/server/platform/database/start';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { claimTargets } from './claim.ts';
import { clear, makeParts } from './clear.ts';
import { copyIn } from './copy.ts';
import { restoreTree } from './file-tree.ts';
import { requireMasterKey } from './keys-back.ts';
import { loadDatabases, loadIntoPlatform, releaseDatabases, type LoadParts } from './load-databases.ts';
import { BackupProblem, migrationsOf, type RowsManifest, type RestoreSource } from './manifest.ts';
import { reach, type Place, type Reached } from './place.ts';
import { hasPlaces } from './places.ts';
import { manyAtATime, Progress } from './progress.ts';
import { asOwner, inSession, openLoader, openSession } from './session.ts';
import { newInstallation, settlePlaces } from './settle-places.ts';
import { isSame, listTables, placeOf, raiseSequences, sumsOf, totalOf } from './tables.ts';
import type { Targets } from './targets.ts';

/** Rows inserted by the migrations are in the backup too. */
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

/**
 * Reads everything back and compares it with the counts of the backup. @throws BackupProblem naming the tables that
 * differ
 */
export async function compareTables(
  url: string,
  manifest: RowsManifest,
  { connections, say }: { readonly connections: number; readonly say: Place['say'] },
): Promise<void> {
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
      if (!isSame(there, told))
        different.push(`${placeOf(table)} has ${there.rows} rows instead of ${told.rows}, or other ones`);
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
  await inSession(rowsUrl, (client) => raiseSequences(client, manifest.sequences, 0));
  await compareTables(rowsUrl, manifest, { connections, say: place.say });
}

/** Loads the tenants of all databases into their new places. */
async function restoreTenants(parts: LoadParts, targets: Targets): Promise<void> {
  const {
    database: { adminUrl, rowsUrl },
    master,
  } = parts;
  const databases = targets === 'platform' ? [] : await loadDatabases(parts, targets);
  await asOwner(adminUrl, async (owner) => {
    if (!(await hasPlaces(owner))) return;
    const marked = await releaseDatabases(databases, await newInstallation(owner));
    await inSession(rowsUrl, (client) => settlePlaces(client, master, marked));
  });
}

async function restoreEverything(parts: LoadParts, targets: Targets): Promise<readonly string[]> {
  const { place, source, master, database } = parts;
  await clear(database.adminUrl, database.isEmbedded);
  await ensureRolesOf(master, { adminUrl: database.adminUrl, ours: database.isEmbedded });
  await restoreRows(database, place, source);
  if (targets === 'platform') await loadIntoPlatform(parts);
  await restoreTree(
    { folder: join(source.folder, 'files'), entry: source.manifest.files, what: 'files' },
    { folder: place.files },
    place.say,
  );
  const newer = await migrate(database.adminUrl, place.migrations);
  await restoreTenants(parts, targets);
  await asOwner(database.adminUrl, async (client) => {
    await client.query('analyze');
    await unmarkRestoring(client);
  });
  return newer;
}

/**
 * Restores a whole backup into empty servers: tables as of its migrations, rows, sequences, files; compares all
 * checksums; then runs the newer migrations of this release. Until the end no server starts on the database.
 * @returns the names of those migrations
 */
export async function restoreAll(
  place: Place,
  source: RestoreSource,
  targets: Targets = new Map(),
): Promise<readonly string[]> {
  migrationsOf(source.manifest, place.migrations);
  const master = await requireMasterKey(place, source);
  const database = await reach(place);
  try {
    const release = await claimTargets(database.adminUrl, source.manifest.databases ?? [], targets);
    try {
      return await restoreEverything({ place, source, master, database }, targets);
    } finally {
      await release();
    }
  } finally {
    await database.stop();
  }
}
