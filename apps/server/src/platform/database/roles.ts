import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import type { DatabaseUrls } from './database.ts';
import type { SocketMaker } from './pool.ts';
import { scramVerifier } from './scram.ts';

export const roleNames = { app: 'kangmai_app', directory: 'kangmai_directory', platform: 'kangmai_platform' } as const;

export interface RoleOptions {
  /** Connection of the administrator; owns the tables ("migrator"). */
  adminUrl: string;
  secret: Buffer;
  /** The roles are ours alone (embedded server): a wrong password is reset. */
  ours: boolean;
  /** Makes the sockets; the driver's own when left out. */
  stream?: SocketMaker;
}

interface RoleRow {
  name: string;
  tooPowerful: boolean;
}

/** The roles are missing and we may not create them: `sql` is the line an administrator must run. */
export class RolesMissing extends Error {
  readonly sql: string;

  constructor(sql: string) {
    super(`the database roles are missing or have another password; let an administrator of the database run: ${sql}`);
    this.sql = sql;
  }
}

/**
 * Creates the three login roles where they are missing and allowed, and returns the connection string of each. They log
 * in themselves: a role taken with SET ROLE could be reset by an injected statement.
 */
export async function ensureRoles(options: RoleOptions): Promise<DatabaseUrls> {
  const urls = roleUrls(options);
  const client = new Client({ connectionString: options.adminUrl, ...(options.stream && { stream: options.stream }) });
  // A broken connection fails its statements; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const roles = await existingRoles(client);
    const tooPowerful = roles.find((role) => role.tooPowerful);
    if (tooPowerful)
      throw new Error(
        `database role ${tooPowerful.name} may bypass row-level security: take SUPERUSER and BYPASSRLS from it`,
      );
    const names = new Set(roles.map((role) => role.name));
    const missing = Object.values(roleNames).filter((name) => !names.has(name));
    await run(
      client,
      missing.map((name) => createRole(name, passwordOf(options.secret, name))),
    );
    const strange = await rolesWithOtherPassword(urls, options.stream);
    const repairs = strange.map(
      (name) => `alter role ${name} password '${scramVerifier(passwordOf(options.secret, name))}'`,
    );
    if (repairs.length > 0 && !options.ours) throw new RolesMissing(`${repairs.join('; ')};`);
    await run(client, repairs);
    return urls;
  } finally {
    await client.end();
  }
}

async function existingRoles(client: Client): Promise<RoleRow[]> {
  const { rows } = await client.query<RoleRow>(
    'select rolname as name, rolsuper or rolbypassrls as "tooPowerful" from pg_roles where rolname = any($1)',
    [Object.values(roleNames)],
  );
  return rows;
}

async function run(client: Client, statements: string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await client.query(statement);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '42501') throw new RolesMissing(`${statements.join('; ')};`);
      // 42710, 23505: another node created the role at the same time.
      if (code !== '42710' && code !== '23505') throw error;
    }
  }
}

function createRole(name: string, password: string): string {
  return `create role ${name} login nosuperuser nocreatedb nocreaterole nobypassrls noinherit password '${scramVerifier(password)}'`;
}

/** Password of a role, from the installation's master secret. */
function passwordOf(secret: Buffer, name: string): string {
  return createHmac('sha256', secret).update(`database role ${name}`).digest('base64url');
}

function roleUrls({ adminUrl, secret }: RoleOptions): DatabaseUrls {
  const urlOf = (name: string) => {
    const url = new URL(adminUrl);
    url.username = name;
    url.password = passwordOf(secret, name);
    return url.href;
  };
  return {
    migrator: adminUrl,
    app: urlOf(roleNames.app),
    directory: urlOf(roleNames.directory),
    platform: urlOf(roleNames.platform),
  };
}

async function rolesWithOtherPassword(urls: DatabaseUrls, stream?: SocketMaker): Promise<string[]> {
  const kinds = ['app', 'directory', 'platform'] as const;
  const fits = await Promise.all(kinds.map((kind) => canLogIn(urls[kind], stream)));
  return kinds.filter((_, index) => !fits[index]).map((kind) => roleNames[kind]);
}

async function canLogIn(url: string, stream?: SocketMaker): Promise<boolean> {
  const client = new Client({ connectionString: url, ...(stream && { stream }) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
