import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { SocketMaker } from './pool.ts';

export interface Migration {
  /** File name without ending, `0001_platform`; decides the order. */
  name: string;
  sql: string;
}

/** The message says which one, why, and the state of the database. */
export class MigrationFailed extends Error {}

interface AppliedRow {
  name: string;
  checksum: string;
}

/** Reads the *.sql files of a folder. The build puts their contents into the bundle in the same form. */
export function loadMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file) => ({ name: file.slice(0, -4), sql: readFileSync(join(folder, file), 'utf8') }));
}

/**
 * Runs the missing migrations in one transaction, so that a failing one leaves the database usable by the former
 * release; a lock admits one node at a time. Names that only the database has (of a newer node) are ignored.
 * @returns the names that were run
 */
export async function migrate(
  adminUrl: string,
  migrations: readonly Migration[],
  stream?: SocketMaker,
): Promise<string[]> {
  const client = new Client({ connectionString: adminUrl, ...(stream && { stream }) });
  // A broken connection fails its statements; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('kangmai migrations'))");
    const applied = await appliedMigrations(client);
    const ordered = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const fresh = ordered.filter((migration) => !alreadyApplied(migration, applied));
    if (fresh.length > 0) await runMigrations(client, fresh);
    return fresh.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: Client): Promise<Map<string, string>> {
  await client.query('create schema if not exists kangmai');
  await client.query(
    'create table if not exists kangmai.migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<AppliedRow>('select name, checksum from kangmai.migration');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function alreadyApplied(migration: Migration, applied: Map<string, string>): boolean {
  const checksum = applied.get(migration.name);
  if (checksum === undefined) return false;
  if (checksum !== checksumOf(migration))
    throw new Error(`migration ${migration.name} was changed after it had run: write a new one`);
  return true;
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

async function runMigrations(client: Client, fresh: readonly Migration[]): Promise<void> {
  await client.query("begin; set local search_path = public, kangmai; set local lock_timeout = '30s'");
  for (const migration of fresh) {
    try {
      await client.query(migration.sql);
      await client.query('insert into kangmai.migration (name, checksum) values ($1, $2)', [
        migration.name,
        checksumOf(migration),
      ]);
    } catch (error) {
      await client.query('rollback');
      throw new MigrationFailed(
        `migration ${migration.name} failed: ${(error as Error).message}. Nothing was changed: the former release can be started on this database as before`,
        { cause: error },
      );
    }
  }
  await client.query('commit');
}
