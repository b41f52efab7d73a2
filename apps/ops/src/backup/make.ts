import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import { tenantTables } from '@kangmai/server/modules/tenants/public';
import { loadMasterKey, markOf, masterSource } from '@kangmai/server/platform/keys';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import { copyOut } from './copy.ts';
import { copyTree, filesBelow } from './file-tree.ts';
import {
  appliedMigrations,
  BackupProblem,
  formats,
  writeManifest,
  type DatabaseEntry,
  type Manifest,
  type RowsManifest,
  type TableEntry,
} from './manifest.ts';
import { reach, type Place, type Reached } from './place.ts';
import { databasesOf, whilePlacesStand } from './places.ts';
import { manyAtATime, Progress } from './progress.ts';
import { sealWithPassphrase } from './sealed-key.ts';
import { openSnapshot, readDatabase, type DatabaseSnapshot } from './read-database.ts';
import { asOwner, openSession } from './session.ts';
import { listTables, readSequences, sumsOf, totalOf, wholeName, type RowChoice, type StoredTable } from './tables.ts';

export interface BackupWish {
  readonly to: string;
  /** Includes the master key, encrypted with this passphrase. */
  readonly passphrase: string | undefined;
  readonly connections: number;
}

/** A draft folder that gets its name only when complete. */
export function draftOf(to: string): string {
  if (existsSync(to)) throw new BackupProblem(`${to} exists: name a new folder`);
  const draft = `${resolve(to)}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  return draft;
}

/** The content of every backup besides the rows. */
export async function keysAndFiles(
  place: Place,
  draft: string,
  passphrase: string | undefined,
): Promise<Pick<Manifest, 'format' | 'release' | 'files' | 'keyMark' | 'hasKeys'>> {
  const { config, release, files, say } = place;
  if (passphrase !== undefined)
    writeFileSync(join(draft, 'keys.sealed'), await sealWithPassphrase(masterSource(config), passphrase), {
      mode: 0o600,
      flush: true,
    });
  const paths = (await filesBelow(files)).filter((path) => !path.endsWith('.part'));
  const copied = await copyTree({ from: files, to: join(draft, 'files'), paths, what: 'files', say });
  return {
    format: formats.one,
    release,
    files: copied,
    keyMark: markOf(loadMasterKey(config)),
    hasKeys: passphrase !== undefined,
  };
}

type Rows = Pick<
  RowsManifest,
  'at' | 'postgres' | 'migrations' | 'queues' | 'tenants' | 'tables' | 'sequences' | 'databases'
>;

interface Snapshot {
  readonly holder: Client;
  readonly id: string;
  readonly at: string;
}

/** One instant for all connections. */
async function takeSnapshot(holder: Client): Promise<Snapshot> {
  await holder.query('begin transaction isolation level repeatable read read only');
  const { rows } = await holder.query<{ id: string; at: string }>(
    'select pg_export_snapshot() as id, to_char(now() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at',
  );
  return { holder, id: rows[0]?.id ?? '', at: rows[0]?.at ?? '' };
}

async function joinSnapshot(url: string, { id }: Snapshot): Promise<Client> {
  const client = await openSession(url);
  await client.query(`begin transaction isolation level repeatable read read only; set transaction snapshot '${id}'`);
  return client;
}

interface Target {
  readonly folder: string;
  readonly say: Place['say'];
  /** Rows of a table that belong to this database. */
  readonly choiceOf: (table: StoredTable) => RowChoice;
}

async function writeTables(
  clients: readonly Client[],
  tables: readonly StoredTable[],
  target: Target,
): Promise<readonly TableEntry[]> {
  mkdirSync(target.folder, { mode: 0o700 });
  const entries: TableEntry[] = [];
  const progress = new Progress('tables', tables.length, target.say);
  let rows = 0;
  await manyAtATime(clients.length, tables, async (table, worker) => {
    const client = clients[worker];
    if (!client) return;
    const file = `${table.schema}.${table.name}.gz`;
    const choice = target.choiceOf(table);
    const sums = await sumsOf(client, table, choice);
    entries.push({
      ...table,
      file,
      sums,
      ...(await copyOut(client, table, { file: join(target.folder, file), choice })),
    });
    rows += totalOf(sums).rows;
    progress.add(1, `${rows.toLocaleString('en')} rows`);
  });
  return entries.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

async function describe({ holder, at }: Snapshot): Promise<Omit<Rows, 'tables' | 'sequences'>> {
  const version = await holder.query<{ postgres: string }>("select current_setting('server_version') as postgres");
  const tenants = await holder.query<{ id: string; name: string }>(
    'select id::text as id, tenancy_name as name from tenant where not is_deleted order by id',
  );
  const queues = await holder.query<{ name: string }>('select name from pgboss.queue order by name');
  return {
    at,
    postgres: version.rows[0]?.postgres ?? '',
    migrations: await appliedMigrations(holder),
    tenants: tenants.rows.map(({ id, name }) => ({ id: Number(id), name })),
    queues: queues.rows.map(({ name }) => name).filter((name) => !name.startsWith('__') && !name.endsWith('.dead')),
  };
}

/** Rows that a moved tenant has left here, or that are copied here before its switch, are not its data. */
async function choiceHere(client: Client, databases: readonly DatabaseSnapshot[]): Promise<Target['choiceOf']> {
  const moved = new Set((await tenantTables(client)).map(({ name }) => name));
  const without = databases.flatMap(({ database }) => database.tenants.map(({ id }) => id));
  return (table) => (moved.has(wholeName(table)) ? { without } : {});
}

/** Records of a copy in progress are useless without that copy. */
const isKept = ({ name }: StoredTable): boolean => name !== 'tenant_change';

async function readDatabases(
  snapshots: readonly DatabaseSnapshot[],
  folder: string,
  say: Place['say'],
): Promise<readonly DatabaseEntry[]> {
  const entries: DatabaseEntry[] = [];
  const progress = new Progress('databases of tenants', snapshots.length, say);
  await manyAtATime(2, snapshots, async (snapshot) => {
    entries.push(await readDatabase(snapshot, folder));
    progress.add();
  });
  return entries.toSorted((a, b) => a.id - b.id);
}

/** Reads every database as of one instant, while the server runs. No tenant moves while those instants are taken. */
async function readRows(
  { rowsUrl, adminUrl }: Reached,
  wish: BackupWish,
  work: { readonly draft: string; readonly place: Place },
): Promise<Rows> {
  const { config, say } = work.place;
  const holder = await openSession(rowsUrl);
  const clients: Client[] = [];
  const others: DatabaseSnapshot[] = [];
  try {
    const snapshot = await asOwner(adminUrl, (owner) =>
      whilePlacesStand(owner, async () => {
        const taken = await takeSnapshot(holder);
        const connections = tenantConnections(loadMasterKey(config));
        for (const database of await databasesOf(holder, connections)) others.push(await openSnapshot(database));
        return taken;
      }),
    );
    while (clients.length < wish.connections) clients.push(await joinSnapshot(rowsUrl, snapshot));
    const choiceOf = await choiceHere(holder, others);
    const tables = await writeTables(clients, (await listTables(holder)).filter(isKept), {
      folder: join(work.draft, 'tables'),
      say,
      choiceOf,
    });
    const databases = await readDatabases(others, work.draft, say);
    return {
      ...(await describe(snapshot)),
      tables,
      sequences: await readSequences(holder),
      ...(databases.length > 0 && { databases }),
    };
  } finally {
    await Promise.all([...clients, ...others.map(({ client }) => client), holder].map((client) => client.end()));
  }
}

/** Writes a backup of rows, files and, if requested, keys into a new folder. */
export async function makeBackup(place: Place, wish: BackupWish): Promise<RowsManifest> {
  const draft = draftOf(wish.to);
  const database = await reach(place);
  try {
    const rows = await readRows(database, wish, { draft, place });
    // After the rows: a file is stored before the row that names it.
    const beside = await keysAndFiles(place, draft, wish.passphrase);
    const manifest: RowsManifest = {
      kind: 'rows',
      ...beside,
      ...rows,
      format: rows.databases ? formats.several : formats.one,
    };
    writeManifest(draft, manifest);
    renameSync(draft, wish.to);
    return manifest;
  } finally {
    await database.stop();
  }
}
