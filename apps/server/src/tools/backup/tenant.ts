import { join } from 'node:path';
import type { Client } from 'pg';
import { markOf, loadMasterKey, tenantLabel, unwrapWith, wrapWith, type MasterKey } from '../../platform/keys.ts';
import { closedTenant, closeTenant, openTenant } from './closed-tenant.ts';
import { copyIn, onlyLines } from './copy.ts';
import { restoreTree } from './file-tree.ts';
import { keyOfBackup } from './keys-back.ts';
import { makeParts, type RestoreSource } from './load.ts';
import { appliedMigrations, BackupProblem, type RowsManifest, type TableEntry } from './manifest.ts';
import { reach, type Place } from './place.ts';
import { Progress } from './progress.ts';
import { asOwner, inSession, openLoader } from './session.ts';
import { isSame, listTables, noRows, placeOf, quoted, raiseSequences, sumsOf, type StoredTable } from './tables.ts';

interface Tenant {
  readonly id: number;
  readonly name: string;
}

function tenantOf(manifest: RowsManifest, name: string): Tenant {
  const found = manifest.tenants.find((tenant) => tenant.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new BackupProblem(`the backup has no tenant ${name}; it has ${manifest.tenants.map((tenant) => tenant.name).join(', ')}`);
  return found;
}

async function requireSameShape(client: Client, manifest: RowsManifest): Promise<void> {
  const present = await client.query<{ there: boolean }>("select to_regclass('kangmai.migration') is not null as there");
  if (!present.rows[0]?.there) throw new BackupProblem('there is no installation here: a tenant is restored into one that has been started before');
  const [theirs, ours] = [manifest.migrations, await appliedMigrations(client)].map((list) => JSON.stringify(list));
  if (theirs !== ours) throw new BackupProblem(`the backup is from another release (${manifest.release}): restore it whole into a new server of this release, back that up, and take the tenant from there`);
}

/** Ids are kept, so that nobody else may have the tenant's number or name. */
async function requireFree(client: Client, tenant: Tenant): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>('select id::text as id, tenancy_name as name from tenant where (id = $1 or tenancy_name_key = lower($2)) and not is_deleted', [tenant.id, tenant.name]);
  const other = rows.find(({ id, name }) => Number(id) !== tenant.id || name.toLowerCase() !== tenant.name.toLowerCase());
  if (other) throw new BackupProblem(`this server has a tenant ${other.name} with the id ${other.id}; the backup's ${tenant.name} has the id ${tenant.id}: one of them stands in the way`);
}

const filesOfTenant = (tables: readonly TableEntry[]): readonly TableEntry[] => tables.filter(({ schema, tenantColumn }) => schema === 'public' && tenantColumn !== null);

async function removeRows(client: Client, tenant: Tenant): Promise<void> {
  const present = (await listTables(client)).filter(({ schema, tenantColumn }) => schema === 'public' && tenantColumn !== null);
  for (const table of present) await client.query(`delete from ${placeOf(table)} where ${quoted(table.tenantColumn ?? '')} = $1`, [tenant.id]);
}

async function loadRows(client: Client, source: RestoreSource, work: { readonly tenant: Tenant; readonly say: Place['say'] }): Promise<void> {
  const { folder, manifest } = source;
  const tables = filesOfTenant(manifest.tables).filter(({ sums }) => sums[work.tenant.id] !== undefined);
  const progress = new Progress('tables', tables.length, work.say);
  for (const table of tables) {
    if (table.columns[0] !== table.tenantColumn) throw new Error(`${table.name} does not begin with its tenant`);
    await copyIn(client, table, { file: join(folder, 'tables', table.file), sha256: table.sha256, only: onlyLines(`${work.tenant.id}\t`) });
    progress.add();
  }
}

async function compare(client: Client, source: RestoreSource, tenant: Tenant): Promise<void> {
  const wanted = new Map(filesOfTenant(source.manifest.tables).map((table) => [placeOf(table), table.sums[tenant.id] ?? noRows]));
  for (const table of (await listTables(client)).filter(({ schema, tenantColumn }) => schema === 'public' && tenantColumn !== null)) {
    const there = (await sumsOf(client, table, tenant.id))[tenant.id] ?? noRows;
    if (!isSame(there, wanted.get(placeOf(table)) ?? noRows)) throw new BackupProblem(`${table.name} has ${there.rows} rows of the tenant instead of ${wanted.get(placeOf(table))?.rows ?? 0}, or other ones; everything was left as it was`);
  }
}

interface Masters {
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/** The tenant's keys are wrapped for the installation that they come to. */
async function rewrap(client: Client, tenant: Tenant, { from, to }: Masters): Promise<void> {
  if (markOf(from) === markOf(to)) return;
  const label = tenantLabel(tenant.id);
  const { rows } = await client.query<{ version: number; wrapped: Buffer }>('select version, wrapped from tenant_key where tenant_id = $1', [tenant.id]);
  for (const { version, wrapped } of rows) await client.query('update tenant_key set wrapped = $3 where tenant_id = $1 and version = $2', [tenant.id, version, wrapWith(to, label, unwrapWith(from, label, wrapped))]);
}

/** Everything of the tenant in one transaction: as the backup has it, or as it was. */
async function replace(url: string, source: RestoreSource, work: { readonly tenant: Tenant; readonly masters: Masters; readonly say: Place['say'] }): Promise<void> {
  const client = await openLoader(url);
  try {
    await client.query('begin');
    // Nodes may still seal with a key that was made after the backup: it stays beside those of the backup.
    await client.query(`create temporary table present_key on commit drop as select * from tenant_key where tenant_id = ${work.tenant.id}`);
    await removeRows(client, work.tenant);
    await loadRows(client, source, work);
    await compare(client, source, work.tenant);
    await rewrap(client, work.tenant, work.masters);
    await client.query('insert into tenant_key select * from present_key on conflict do nothing');
    await client.query('commit');
    await raiseSequences(client, source.manifest.sequences);
  } finally {
    await client.end();
  }
}

async function prepare(owner: Client, source: RestoreSource, tenant: Tenant): Promise<void> {
  await requireSameShape(owner, source.manifest);
  const closed = await closedTenant(owner);
  if (closed !== undefined && closed !== tenant.id) throw new BackupProblem(`the restore of the tenant with the id ${closed} was broken off: finish that one first`);
  await makeParts(owner, filesOfTenant(source.manifest.tables).filter(({ sums }) => sums[tenant.id] !== undefined) satisfies readonly StoredTable[]);
}

/**
 * Restores one tenant of a backup beside the living others, ids kept: it is closed, its rows are replaced in one transaction and compared with
 * the backup, its files put back, and it is opened again. Broken off, the tenant stays closed until the command is run again.
 * @returns the number of rows
 */
export async function restoreTenant(place: Place, source: RestoreSource, name: string): Promise<number> {
  const tenant = tenantOf(source.manifest, name);
  const masters = { from: await keyOfBackup(place, source), to: loadMasterKey(place.config) };
  const database = await reach(place);
  try {
    await asOwner(database.adminUrl, (owner) => prepare(owner, source, tenant));
    await inSession(database.rowsUrl, (client) => requireFree(client, tenant));
    await restoreTree({ folder: join(source.folder, 'files'), entry: source.manifest.files, what: 'files' }, { folder: place.files, isWanted: (path) => path.startsWith(`${tenant.id}/`) }, place.say);
    await asOwner(database.adminUrl, async (owner) => {
      await closeTenant(owner, tenant.id);
      try {
        await replace(database.rowsUrl, source, { tenant, masters, say: place.say });
      } finally {
        await openTenant(owner);
      }
    });
    return filesOfTenant(source.manifest.tables).reduce((sum, { sums }) => sum + (sums[tenant.id]?.rows ?? 0), 0);
  } finally {
    await database.stop();
  }
}
