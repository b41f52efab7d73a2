import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { tenantTables, type TenantTable } from '@kangmai/server/modules/tenants/public';
import { copyOut } from './copy.ts';
import {
  appliedMigrations,
  type DatabaseEntry,
  type NamedTenant,
  type TableEntry,
  type TenantRows,
  type TenantVersions,
} from './manifest.ts';
import { about, type KnownDatabase } from './places.ts';
import { openOwner } from './session.ts';
import { listTables, readSequences, sumsOf, totalOf, type StoredTable } from './tables.ts';

/** One instant of a database of tenants. */
export interface DatabaseSnapshot {
  readonly database: KnownDatabase;
  readonly client: Client;
  readonly at: string;
}

/** Starts reading a database; it then shows this instant throughout. @throws BackupProblem when it cannot be reached */
export async function openSnapshot(database: KnownDatabase): Promise<DatabaseSnapshot> {
  const client = await about(database, () => openOwner(database.url));
  await client.query('begin transaction isolation level repeatable read read only');
  const { rows } = await client.query<{ at: string }>(
    'select to_char(now() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at',
  );
  return { database, client, at: rows[0]?.at ?? '' };
}

/** A table as the owner reads it, with all its months. */
export const wholeTable = ({ name, columns }: Pick<TenantTable, 'name' | 'columns'>): StoredTable => ({
  schema: 'public',
  name,
  parent: null,
  month: null,
  columns,
  tenantColumn: 'tenant_id',
});

async function readTenant(
  client: Client,
  tenant: NamedTenant,
  work: { readonly tables: readonly TenantTable[]; readonly folder: string; readonly path: string },
): Promise<TenantRows> {
  await client.query(`set local app.tenant = '${tenant.id}'`);
  const {
    rows: [versions],
  } = await client.query<TenantVersions>(
    'select reference_version::integer as reference, settings_version::integer as settings from tenant where id = $1',
    [tenant.id],
  );
  mkdirSync(join(work.folder, work.path), { recursive: true, mode: 0o700 });
  const tables: TableEntry[] = [];
  for (const table of work.tables.map(wholeTable)) {
    const choice = { only: tenant.id };
    const sums = await sumsOf(client, table, choice);
    if (totalOf(sums).rows === 0) continue;
    const file = join(work.path, `${table.name}.gz`);
    tables.push({ ...table, file, sums, ...(await copyOut(client, table, { file: join(work.folder, file), choice })) });
  }
  return { id: tenant.id, name: tenant.name, tables, versions: versions ?? { reference: 0, settings: 1 } };
}

/** Writes the rows of all tenants of a database below the folder of the backup. */
export async function readDatabase({ database, client, at }: DatabaseSnapshot, folder: string): Promise<DatabaseEntry> {
  const {
    rows: [version],
  } = await client.query<{ postgres: string }>("select current_setting('server_version') as postgres");
  const tables = await tenantTables(client);
  const tenants: TenantRows[] = [];
  for (const tenant of database.tenants)
    tenants.push(
      await readTenant(client, tenant, {
        tables,
        folder,
        path: join('databases', String(database.id), String(tenant.id)),
      }),
    );
  const months = (await listTables(client)).flatMap(({ parent, month }) =>
    parent !== null && month !== null ? [{ parent, month }] : [],
  );
  const { id, address, mark } = database;
  return {
    id,
    address,
    mark,
    at,
    postgres: version?.postgres ?? '',
    migrations: await appliedMigrations(client),
    months,
    sequences: await readSequences(client),
    tenants,
  };
}
