import { Client } from 'pg';
import { connectTo } from '@kangmai/server/platform/database/adopt';

/** A role may not read and write every row; the message says what an administrator must run. */
export class NotAllRows extends Error {
  constructor(role: string) {
    super(`role ${role} is subject to row-level security and would leave rows out. Let an administrator of the database run once
  create role kangmai_backup login bypassrls password '…'; grant pg_read_all_data, pg_write_all_data to kangmai_backup; grant set on parameter session_replication_role to kangmai_backup;
and name that login in BACKUP_DATABASE_URL`);
  }
}

/**
 * Formats of values independent of the server's settings and locale, so that checksums of two servers can be compared.
 */
const plainForms =
  "set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

/** The name of the connection in the database. */
function withApplicationName(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', `kangmai ${name}`);
  return address.href;
}

/** A connection that sees every row of every tenant. @throws NotAllRows */
export async function openSession(url: string, name = 'backup'): Promise<Client> {
  const client = new Client({ connectionString: withApplicationName(url, name), keepAlive: true });
  // Reported by the running statement, or by the next one.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ role: string; sees: boolean }>(
    'select current_user::text as role, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  );
  if (!rows[0]?.sees) {
    await client.end();
    throw new NotAllRows(rows[0]?.role ?? '');
  }
  await client.query(`${plainForms}; set row_security = off`);
  return client;
}

/** Runs `work` on a connection of its own. */
export async function inSession<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openSession(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection of the owner of a tenants' database, who sees the rows of the tenant set. @throws AddressProblem */
export async function openOwner(url: string): Promise<Client> {
  const client = await connectTo(url);
  await client.query(plainForms);
  return client;
}

/** Runs `work` as the owner of the tables, who need not see every row. */
export async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: withApplicationName(url, 'backup') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection without triggers and checks of references: the rows were consistent when read. */
export async function openLoader(url: string): Promise<Client> {
  const client = await openSession(url, 'restore');
  await client.query('set session_replication_role = replica');
  return client;
}
