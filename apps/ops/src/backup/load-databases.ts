import type { Client } from 'pg';
import { numberCommands, tenantTables } from '@kangmai/server/modules/tenants/public';
import { markOf } from '@kangmai/server/platform/database/adopt';
import { unmarkRestoring } from '@kangmai/server/platform/database/fitness';
import { migrate } from '@kangmai/server/platform/database/migrate';
import { mirroredRowsSql, mirrorSql } from '@kangmai/server/platform/database/place-state';
import { ensureRolesOf } from '@kangmai/server/platform/database/start';
import type { TenantAddress } from '@kangmai/server/platform/database/tenant-address';
import type { MasterKey } from '@kangmai/server/platform/keys';
import { clear, makeParts } from './clear.ts';
import { BackupProblem, migrationsOf, type DatabaseEntry, type NamedTenant, type RestoreSource } from './manifest.ts';
import type { Place, Reached } from './place.ts';
import { about, describeDatabase } from './places.ts';
import { Progress } from './progress.ts';
import { openLoader, openOwner } from './session.ts';
import { raiseSequences } from './tables.ts';
import type { RestoredDatabase } from './targets.ts';
import { comparePart, loadPart, ownPart, type RowsWish } from './tenant-part.ts';

export interface LoadParts {
  readonly place: Place;
  readonly source: RestoreSource;
  readonly master: MasterKey;
  readonly database: Reached;
}

const versionsSql = 'update tenant set reference_version = $2, settings_version = $3 where id = $1';

/** Inserts the rows of one tenant and compares them, in one transaction. */
async function loadTenant(
  client: Client,
  tenant: NamedTenant,
  work: { readonly source: RestoreSource; readonly tables: RowsWish['tables']; readonly isBound: boolean },
): Promise<void> {
  const part = ownPart(work.source, tenant);
  if (!part) return;
  await client.query(`begin; set local app.tenant = '${tenant.id}'`);
  await loadPart(client, { ...work, part }, () => undefined);
  await comparePart(client, { ...work, part });
  await client.query(versionsSql, [tenant.id, part.versions?.reference ?? 0, part.versions?.settings ?? 1]);
  await client.query('commit');
}

async function loadTenants(
  client: Client,
  entry: DatabaseEntry,
  work: { readonly parts: LoadParts; readonly isBound: boolean },
): Promise<void> {
  const tables = (await tenantTables(client)).map(({ name }) => name);
  const progress = new Progress(`tenants of database ${entry.id}`, entry.tenants.length, work.parts.place.say);
  for (const tenant of entry.tenants) {
    await loadTenant(client, tenant, { source: work.parts.source, tables, isBound: work.isBound });
    progress.add();
  }
}

async function platformRows(rowsUrl: string, tenants: readonly NamedTenant[]): Promise<string> {
  const client = await openLoader(rowsUrl);
  try {
    const {
      rows: [row],
    } = await client.query<{ rows: string }>(mirroredRowsSql, [tenants.map(({ id }) => id)]);
    return row?.rows ?? '[]';
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty database with the tenants of one database in the backup; it then has the migrations of this release.
 */
async function loadDatabase(parts: LoadParts, entry: DatabaseEntry, target: TenantAddress): Promise<RestoredDatabase> {
  const { place, source, master, database } = parts;
  await clear(target.url, false);
  await ensureRolesOf(master, { adminUrl: target.url, ours: false });
  await migrate(
    target.url,
    migrationsOf({ migrations: entry.migrations, release: source.manifest.release }, place.migrations),
  );
  const client = await openOwner(target.url);
  try {
    await makeParts(client, entry.months);
    await client.query(mirrorSql, [await platformRows(database.rowsUrl, entry.tenants)]);
    await numberCommands(client, entry.id);
    await loadTenants(client, entry, { parts, isBound: true });
    await raiseSequences(client, entry.sequences, entry.id);
    await migrate(target.url, place.migrations);
    await client.query('analyze');
    return { id: entry.id, ...target, mark: '' };
  } finally {
    await client.end();
  }
}

/** Restores every database of tenants into its empty target. None can be used before `releaseDatabases`. */
export async function loadDatabases(
  parts: LoadParts,
  targets: ReadonlyMap<number, TenantAddress>,
): Promise<readonly RestoredDatabase[]> {
  const restored: RestoredDatabase[] = [];
  for (const entry of parts.source.manifest.databases ?? []) {
    const target = targets.get(entry.id);
    if (target)
      restored.push(await about({ ...entry, address: target.shown }, () => loadDatabase(parts, entry, target)));
  }
  return restored;
}

/** Marks each restored database with its installation and lets nodes use it. */
export async function releaseDatabases(
  databases: readonly RestoredDatabase[],
  installation: string,
): Promise<readonly RestoredDatabase[]> {
  return Promise.all(
    databases.map(async (database) => {
      const client = await openOwner(database.url);
      try {
        const mark = await markOf(client, installation);
        await unmarkRestoring(client);
        return { ...database, mark };
      } finally {
        await client.end();
      }
    }),
  );
}

/**
 * Loads the tenants of all databases of the backup into the platform's own, while its tables are those of the backup.
 */
export async function loadIntoPlatform(parts: LoadParts): Promise<void> {
  const { databases = [], migrations } = parts.source.manifest;
  const other = databases.find((entry) => JSON.stringify(entry.migrations) !== JSON.stringify(migrations));
  if (other)
    throw new BackupProblem(
      `${describeDatabase(other)} had other tables than the platform when the backup was made: restore it into a database of its own`,
    );
  const client = await openLoader(parts.database.rowsUrl);
  const owner = await openOwner(parts.database.adminUrl);
  try {
    for (const entry of databases) {
      await makeParts(owner, entry.months);
      await loadTenants(client, entry, { parts, isBound: false });
      await raiseSequences(client, entry.sequences, 0);
    }
  } finally {
    await Promise.all([client.end(), owner.end()]);
  }
}
