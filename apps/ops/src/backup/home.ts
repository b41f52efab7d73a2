import type { Client } from 'pg';
import { tenantTables } from '@kangmai/server/modules/tenants/public';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import type { MasterKey } from '@kangmai/server/platform/keys';
import { BackupProblem, type NamedTenant } from './manifest.ts';
import { databasesOf, type KnownDatabase } from './places.ts';
import { listTables, wholeName } from './tables.ts';

/** The present place of a tenant: the database is undefined for the platform's own. */
export interface TenantHome {
  readonly database: KnownDatabase | undefined;
}

/** A tenant's present place, locked against moves until the connection ends. @throws BackupProblem while it moves */
export async function stayingHome(client: Client, tenant: NamedTenant, master: MasterKey): Promise<TenantHome> {
  await client.query("select pg_advisory_lock(hashtextextended('tenant restore', $1))", [tenant.id]);
  const { rows } = await client.query(
    "select 1 from dir_move where tenant_id = $1 and state not in ('done', 'undone')",
    [tenant.id],
  );
  if (rows.length > 0)
    throw new BackupProblem(`${tenant.name} is being moved to another database: wait until that is done`);
  const databases = await databasesOf(client, tenantConnections(master));
  return { database: databases.find(({ tenants }) => tenants.some(({ id }) => id === tenant.id)) };
}

/** Rows of the installation rather than of the tenant as it was. */
const ofInstallation = new Set(['dir_place', 'dir_move', 'tenant_change']);

export interface TenantTables {
  /** Tables in the tenant's database, in an order in which references exist. */
  readonly moving: readonly string[];
  /** Tables whose rows always stay with the platform. */
  readonly staying: readonly string[];
}

export async function tablesOfTenant(client: Client): Promise<TenantTables> {
  const moving = (await tenantTables(client)).map(({ name }) => name);
  const known = new Set([...moving, ...ofInstallation]);
  const all = (await listTables(client))
    .filter(({ schema, tenantColumn }) => schema === 'public' && tenantColumn !== null)
    .map(wholeName);
  return { moving, staying: [...new Set(all)].filter((name) => !known.has(name)) };
}
