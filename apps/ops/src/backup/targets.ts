import { AddressProblem, tenantAddress, type TenantAddress } from '@kangmai/server/platform/database/tenant-address';
import { textOf } from '@kangmai/server/platform/texts/index';
import { BackupProblem, type NamedDatabase } from './manifest.ts';
import { describeDatabase } from './places.ts';

/** The targets for the databases of tenants: each a database of its own, or all tenants in the platform's. */
export type Targets = ReadonlyMap<number, TenantAddress> | 'platform';

/** A restored database of tenants. */
export interface RestoredDatabase extends TenantAddress {
  readonly id: number;
  readonly mark: string;
}

const prefix = 'TENANT_DATABASE_';

function addressOf(database: NamedDatabase, text: string): TenantAddress {
  try {
    return tenantAddress(text);
  } catch (error) {
    if (error instanceof AddressProblem)
      throw new BackupProblem(`${prefix}${database.id}: ${textOf('en', error.reason, error.params)}`, { cause: error });
    throw error;
  }
}

/**
 * Parses the targets for the databases of tenants. The connections of the backup are never used: they lead to the live
 * ones.
 * @throws BackupProblem naming each database without a target
 */
export function targetsOf(
  databases: readonly NamedDatabase[],
  env: Readonly<Record<string, string | undefined>>,
  isIntoPlatform: boolean,
): Targets {
  if (isIntoPlatform) return 'platform';
  const missing = databases.filter(({ id }) => !env[`${prefix}${id}`]);
  if (missing.length > 0) {
    throw new BackupProblem(
      `tenants of the backup live in databases of their own: ${missing.map(describeDatabase).join('; ')}. Set ${missing.map(({ id }) => `${prefix}${id}`).join(', ')} to the connection of the database that each comes to, postgresql://user:password@host:port/database, or bring all tenants into the platform's database with --into-platform; nothing was changed`,
    );
  }
  const targets = new Map(
    databases.map((database) => [database.id, addressOf(database, env[`${prefix}${database.id}`] ?? '')]),
  );
  if (new Set([...targets.values()].map(({ shown }) => shown)).size < targets.size)
    throw new BackupProblem('two databases of tenants cannot come to the same one');
  return targets;
}
