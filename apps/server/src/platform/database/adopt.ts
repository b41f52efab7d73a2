import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { DatabaseUrls, Tx } from './database.ts';
import type { SocketMaker } from './pool.ts';
import { migrate, type Migration } from './migrate.ts';
import { ensureRoles, RolesMissing } from './roles.ts';
import { AddressProblem } from './tenant-address.ts';
import { AddressRefused } from '../outside-address.ts';

export interface AdoptParts {
  /** Master secret of the roles' passwords. */
  readonly roleSecret: Buffer;
  readonly migrations: readonly Migration[];
  /** Fills the tables shared by all tenants. */
  readonly fill: (tx: Tx) => Promise<unknown>;
  /** Makes the sockets to databases of tenants. */
  readonly stream: SocketMaker;
}

/** Longest wait for a connection, ms. */
export const connectMs = 5_000;
const oldestVersion = 150_000;

const reasonOf: Readonly<Record<string, string>> = {
  '28P01': 'tenant-database.password',
  '28000': 'tenant-database.password',
  '3D000': 'tenant-database.unknown',
  '42501': 'tenant-database.rights',
};

const problemReason = (error: unknown): string | undefined =>
  error instanceof AddressRefused ? 'tenant-database.host' : reasonOf[(error as { code?: string }).code ?? ''];

/** Connects as the administrator of a database; a failure becomes an AddressProblem. */
export async function connectTo(url: string, stream?: SocketMaker): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'kangmai owner',
    ...(stream && { stream }),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("set timezone = 'UTC'");
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new AddressProblem(problemReason(error) ?? 'tenant-database.unreachable', {}, error);
  }
}

interface DatabaseState {
  readonly version: number;
  readonly isOurs: boolean;
  readonly tables: number;
  readonly mayCreate: boolean;
}

const lookSql = `select current_setting('server_version_num')::integer as version, to_regclass('kangmai.migration') is not null as "isOurs",
  (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = 'public')::integer as tables,
  has_database_privilege(current_database(), 'create') as "mayCreate"`;

interface Mark {
  readonly mark: string;
  readonly installation: string;
}

async function markIn(client: Client): Promise<Mark | undefined> {
  const {
    rows: [known],
  } = await client.query<{ there: boolean }>("select to_regclass('kangmai.database_mark') is not null as there");
  if (!known?.there) return undefined;
  return (await client.query<Mark>('select mark, installation from kangmai.database_mark')).rows[0];
}

function adoptionProblem(found: DatabaseState | undefined): string | undefined {
  if (!found || found.version < oldestVersion) return 'tenant-database.version';
  if (!found.mayCreate) return 'tenant-database.rights';
  return !found.isOurs && found.tables > 0 ? 'tenant-database.occupied' : undefined;
}

/** Inspects a database before anything is changed in it. */
async function requireAdoptable(client: Client, installation: string): Promise<void> {
  const {
    rows: [found],
  } = await client.query<DatabaseState>(lookSql);
  const problem = adoptionProblem(found);
  if (problem !== undefined) throw new AddressProblem(problem);
  const mark = await markIn(client);
  if (mark?.mark === installation) throw new AddressProblem('tenant-database.own');
  if (mark && mark.installation !== installation) throw new AddressProblem('tenant-database.foreign');
}

/** The mark of a database, created when missing. Without `installation` it is the platform's own. */
export async function markOf(client: Pick<Client, 'query'>, installation?: string): Promise<string> {
  const mark = randomUUID();
  await client.query('insert into kangmai.database_mark (mark, installation) values ($1, $2) on conflict do nothing', [
    mark,
    installation ?? mark,
  ]);
  const {
    rows: [row],
  } = await client.query<{ mark: string }>('select mark from kangmai.database_mark');
  return row?.mark ?? mark;
}

/** Creates or updates roles and tables of a tenant's database. Returns the connections of the roles. */
export async function prepareTenantDatabase(url: string, parts: AdoptParts): Promise<DatabaseUrls> {
  try {
    const urls = await ensureRoles({ adminUrl: url, secret: parts.roleSecret, ours: false, stream: parts.stream });
    await migrate(url, parts.migrations, parts.stream);
    return urls;
  } catch (error) {
    if (error instanceof RolesMissing) throw new AddressProblem('tenant-database.roles', { sql: error.sql }, error);
    throw new AddressProblem(problemReason(error) ?? 'tenant-database.unprepared', {}, error);
  }
}

/**
 * Prepares a database for tenants: inspects it, then creates roles and tables. Throws an AddressProblem before any
 * change when it is unreachable, belongs to another installation or is the platform's own.
 * @returns the mark that identifies it
 */
export async function adopt(url: string, installation: string, parts: AdoptParts): Promise<string> {
  const client = await connectTo(url, parts.stream);
  try {
    await requireAdoptable(client, installation);
    await prepareTenantDatabase(url, parts);
    return await markOf(client, installation);
  } finally {
    await client.end().catch(() => undefined);
  }
}
