import type { Client } from 'pg';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import type { TenantAddress } from '@kangmai/server/platform/database/tenant-address';
import type { MasterKey } from '@kangmai/server/platform/keys';
import { BackupProblem } from './manifest.ts';
import { about, databasesOf, describeDatabase, hasPlaces, type KnownDatabase } from './places.ts';
import { openOwner } from './session.ts';
import { settlePlaces } from './settle-places.ts';
import type { RestoredDatabase, Targets } from './targets.ts';

/** Checks that a connection leads to a copy of the database of these tenants. */
async function requireCopy(known: KnownDatabase, target: TenantAddress): Promise<RestoredDatabase> {
  const client = await about({ ...known, address: target.shown }, () => openOwner(target.url));
  try {
    const {
      rows: [there],
    } = await client.query<{ there: boolean }>("select to_regclass('kangmai.database_mark') is not null as there");
    const {
      rows: [found],
    } = there?.there
      ? await client.query<{ mark: string }>('select mark::text as mark from kangmai.database_mark')
      : { rows: [] };
    if (found?.mark !== known.mark) throw new BackupProblem(`${target.shown} is no copy of ${describeDatabase(known)}`);
    const {
      rows: [state],
    } = await client.query<{ isReading: boolean }>('select pg_is_in_recovery() as "isReading"');
    if (state?.isReading)
      throw new BackupProblem(
        `${target.shown} is still being restored (pg_is_in_recovery): let it come to its end first`,
      );
    const { rows } = await client.query<{ id: number }>(
      'select id::integer as id from tenant where id = any($1::bigint[])',
      [known.tenants.map(({ id }) => id)],
    );
    const missing = known.tenants.filter(({ id }) => !rows.some((row) => row.id === id));
    if (missing.length > 0)
      throw new BackupProblem(
        `${target.shown} lacks ${missing.map(({ name }) => name).join(', ')}: restore it to the same instant as the platform`,
      );
    return { id: known.id, mark: known.mark, ...target };
  } finally {
    await client.end();
  }
}

/**
 * Joins a platform restored to an instant with its tenants' databases, restored to the same instant by their own tools.
 * Never uses the connections of the backup: they lead to the live databases. @throws BackupProblem when one is missing
 * or wrong
 */
export async function rejoin(
  client: Client,
  master: MasterKey,
  targetsFor: (databases: readonly KnownDatabase[]) => Targets,
): Promise<void> {
  if (!(await hasPlaces(client))) return;
  const databases = await databasesOf(client, tenantConnections(master));
  const targets = targetsFor(databases);
  if (targets === 'platform')
    throw new BackupProblem(
      '--into-platform is for a backup of rows; a base backup has no rows of tenants that live elsewhere',
    );
  const joined: RestoredDatabase[] = [];
  for (const known of databases) {
    const target = targets.get(known.id);
    if (target) joined.push(await requireCopy(known, target));
  }
  await settlePlaces(client, master, joined);
}
