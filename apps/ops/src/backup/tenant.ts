import { join } from 'node:path';
import type { Client } from 'pg';
import { mirroredRowsSql, mirrorSql } from '@kangmai/server/platform/database/place-state';
import {
  markOf,
  loadMasterKey,
  tenantLabel,
  unwrapWith,
  wrapWith,
  type MasterKey,
} from '@kangmai/server/platform/keys';
import { makeParts } from './clear.ts';
import { closedTenant, closeTenant, openTenant } from './closed-tenant.ts';
import { restoreTree } from './file-tree.ts';
import { stayingHome, tablesOfTenant, type TenantTables } from './home.ts';
import { keyOfBackup } from './keys-back.ts';
import {
  appliedMigrations,
  BackupProblem,
  type AppliedMigration,
  type NamedTenant,
  type RowsManifest,
  type RestoreSource,
} from './manifest.ts';
import { reach, type Place } from './place.ts';
import { about, type KnownDatabase } from './places.ts';
import { Progress } from './progress.ts';
import { asOwner, inSession, openLoader, openOwner } from './session.ts';
import { raiseSequences } from './tables.ts';
import { comparePart, loadPart, ownPart, platformPart, type TenantPart } from './tenant-part.ts';

function tenantOf(manifest: RowsManifest, name: string): NamedTenant {
  const found = manifest.tenants.find((tenant) => tenant.name.toLowerCase() === name.toLowerCase());
  if (!found)
    throw new BackupProblem(
      `the backup has no tenant ${name}; it has ${manifest.tenants.map((tenant) => tenant.name).join(', ')}`,
    );
  return found;
}

async function requireSameShape(
  client: Client,
  migrations: readonly AppliedMigration[],
  release: string,
): Promise<void> {
  const present = await client.query<{ there: boolean }>(
    "select to_regclass('kangmai.migration') is not null as there",
  );
  if (!present.rows[0]?.there)
    throw new BackupProblem(
      'there is no installation here: a tenant is restored into one that has been started before',
    );
  const [theirs, ours] = [migrations, await appliedMigrations(client)].map((list) => JSON.stringify(list));
  if (theirs !== ours)
    throw new BackupProblem(
      `the backup is from another release (${release}): restore it whole into a new server of this release, back that up, and take the tenant from there`,
    );
}

/** Ids are kept, so no other tenant may have the tenant's number or name. */
async function requireFree(client: Client, tenant: NamedTenant): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id::text as id, tenancy_name as name from tenant where (id = $1 or tenancy_name_key = lower($2)) and not is_deleted',
    [tenant.id, tenant.name],
  );
  const other = rows.find(
    ({ id, name }) => Number(id) !== tenant.id || name.toLowerCase() !== tenant.name.toLowerCase(),
  );
  if (other)
    throw new BackupProblem(
      `this server has a tenant ${other.name} with the id ${other.id}; the backup's ${tenant.name} has the id ${tenant.id}: one of them stands in the way`,
    );
}

interface Masters {
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/** Wraps the tenant's keys for their new installation. */
async function rewrap(client: Client, tenant: NamedTenant, { from, to }: Masters): Promise<void> {
  if (markOf(from) === markOf(to)) return;
  const label = tenantLabel(tenant.id);
  const { rows } = await client.query<{ version: number; wrapped: Buffer }>(
    'select version, wrapped from tenant_key where tenant_id = $1',
    [tenant.id],
  );
  for (const { version, wrapped } of rows)
    await client.query('update tenant_key set wrapped = $3 where tenant_id = $1 and version = $2', [
      tenant.id,
      version,
      wrapWith(to, label, unwrapWith(from, label, wrapped)),
    ]);
}

interface Work {
  readonly tenant: NamedTenant;
  /** Rows of the platform, and rows of the tenant's database. */
  readonly parts: { readonly staying: TenantPart; readonly moving: TenantPart };
  readonly tables: TenantTables;
  readonly masters: Masters;
  /** The present database of the tenant; undefined: the platform's. */
  readonly home: KnownDatabase | undefined;
  readonly say: Place['say'];
}

async function removeRows(client: Client, tenant: NamedTenant, tables: readonly string[]): Promise<void> {
  for (const name of tables.toReversed())
    await client.query(`delete from public.${name} where ${name === 'tenant' ? 'id' : 'tenant_id'} = $1`, [tenant.id]);
}

/** Replaces the rows of the named tables and compares them, within the open transaction. */
async function replaceRows(
  client: Client,
  work: Work,
  rows: { readonly part: TenantPart; readonly tables: readonly string[]; readonly isBound: boolean },
): Promise<void> {
  const progress = new Progress('tables', rows.tables.length, work.say);
  await removeRows(client, work.tenant, rows.tables);
  await loadPart(client, rows, () => {
    progress.add();
  });
  await comparePart(client, rows);
}

const versionsSql = 'update tenant set reference_version = $2, settings_version = $3 where id = $1';

async function replaceAtPlatform(client: Client, work: Work): Promise<void> {
  const { tenant, parts, tables, home, masters } = work;
  await client.query('begin');
  // Nodes may still seal with a key created after the backup: it is kept with those of the backup.
  await client.query(
    `create temporary table present_key on commit drop as select * from tenant_key where tenant_id = ${tenant.id}`,
  );
  await replaceRows(client, work, { part: parts.staying, tables: tables.staying, isBound: false });
  if (!home) await replaceRows(client, work, { part: parts.moving, tables: tables.moving, isBound: false });
  await rewrap(client, tenant, masters);
  await client.query('insert into tenant_key select * from present_key on conflict do nothing');
  const { versions } = parts.moving;
  if (versions) await client.query(versionsSql, [tenant.id, versions.reference, versions.settings]);
  await client.query(
    'update tenant t set connection_string_sealed = (select d.url_sealed from dir_place p join tenant_database d on d.id = p.database_id where p.tenant_id = t.id) where t.id = $1',
    [tenant.id],
  );
}

interface TenantRow {
  readonly row: string;
  readonly reference: number;
  readonly settings: number;
}

async function replaceAtHome(client: Client, work: Work, platform: Client): Promise<void> {
  const { tenant, parts, tables } = work;
  await client.query(`begin; set local app.tenant = '${tenant.id}'`);
  await replaceRows(client, work, { part: parts.moving, tables: tables.moving, isBound: true });
  const {
    rows: [mirrored],
  } = await platform.query<{ rows: string }>(mirroredRowsSql, [[tenant.id]]);
  const {
    rows: [own],
  } = await platform.query<TenantRow>(
    'select reference_version as reference, settings_version as settings from tenant where id = $1',
    [tenant.id],
  );
  await client.query(mirrorSql, [mirrored?.rows ?? '[]']);
  await client.query(versionsSql, [tenant.id, own?.reference ?? 0, own?.settings ?? 1]);
}

/** One of two databases has the tenant's rows of the backup, the other has not: the tenant stays closed. */
class HalfReplaced extends BackupProblem {}

/**
 * Everything of the tenant as in the backup, or unchanged: both databases are filled and compared before either is
 * committed.
 */
async function replace(rowsUrl: string, work: Work): Promise<void> {
  const { home, parts } = work;
  const platform = await openLoader(rowsUrl);
  const other = home && (await about(home, () => openOwner(home.url)));
  try {
    await replaceAtPlatform(platform, work);
    if (other) {
      await replaceAtHome(other, work, platform);
      await other.query('commit');
    }
    await platform.query('commit').catch((error: unknown) => {
      throw other
        ? new HalfReplaced(
            `${work.tenant.name} stays closed, because one of its databases was lost in the last moment: run the restore again`,
            { cause: error },
          )
        : error;
    });
    await raiseSequences(platform, parts.staying.sequences, 0);
    await raiseSequences(other ?? platform, parts.moving.sequences, home?.id ?? 0);
  } finally {
    await Promise.all([platform.end(), other ? other.end() : undefined]);
  }
}

/**
 * Closes the tenant in all databases, waits for running transactions, does `work` and opens it; a half-done one stays
 * closed.
 */
async function whileClosed(owners: readonly Client[], tenantId: number, work: () => Promise<void>): Promise<void> {
  const open = async (): Promise<void> => {
    for (const owner of owners) await openTenant(owner);
  };
  try {
    for (const owner of owners) await closeTenant(owner, tenantId);
    await work();
  } catch (error) {
    if (!(error instanceof HalfReplaced)) await open();
    throw error;
  }
  await open();
}

async function prepare(owners: readonly Client[], source: RestoreSource, work: Work): Promise<void> {
  const { parts, tenant } = work;
  const closed = await Promise.all(owners.map((owner) => closedTenant(owner)));
  const stranger = closed.find((id) => id !== undefined && id !== tenant.id);
  if (stranger !== undefined)
    throw new BackupProblem(`the restore of the tenant with the id ${stranger} was broken off: finish that one first`);
  for (const owner of owners) {
    await requireSameShape(owner, parts.moving.migrations, source.manifest.release);
    await makeParts(owner, parts.moving.months);
  }
}

/**
 * Restores one tenant of a backup while the others run, keeping ids, into its present database, whichever it was in
 * then: closes it, replaces its rows in one transaction, compares them with the backup, restores its files, and opens
 * it. After an interruption the tenant stays closed until the command is repeated.
 * @returns the number of rows
 */
export async function restoreTenant(place: Place, source: RestoreSource, name: string): Promise<number> {
  const tenant = tenantOf(source.manifest, name);
  const masters = { from: await keyOfBackup(place, source), to: loadMasterKey(place.config) };
  const staying = platformPart(source, tenant);
  const database = await reach(place);
  const opened: Client[] = [];
  try {
    await asOwner(database.adminUrl, async (owner) => {
      await requireSameShape(owner, source.manifest.migrations, source.manifest.release);
      await inSession(database.rowsUrl, async (session) => {
        await requireFree(session, tenant);
        const { database: home } = await stayingHome(session, tenant, masters.to);
        const owners = [owner];
        if (home) owners.push(await about(home, () => openOwner(home.url)));
        opened.push(...owners.slice(1));
        const work = {
          tenant,
          parts: { staying, moving: ownPart(source, tenant) ?? staying },
          tables: await tablesOfTenant(owner),
          masters,
          home,
          say: place.say,
        };
        await prepare(owners, source, work);
        await restoreTree(
          { folder: join(source.folder, 'files'), entry: source.manifest.files, what: 'files' },
          { folder: place.files, isWanted: (path) => path.startsWith(`${tenant.id}/`) },
          place.say,
        );
        await whileClosed(owners, tenant.id, () => replace(database.rowsUrl, work));
      });
    });
    return [staying, ownPart(source, tenant)]
      .flatMap((part) => part?.files ?? [])
      .reduce((sum, { sum: { rows } }) => sum + rows, 0);
  } finally {
    await Promise.all(opened.map((client) => client.end()));
    await database.stop();
  }
}
