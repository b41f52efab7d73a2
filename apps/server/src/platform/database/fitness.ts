import { Client } from 'pg';
import type { Migration } from './migrate.ts';

/** This release cannot use the database as it is; the message says what to do. */
export class DatabaseUnfit extends Error {}

/** Refuses a database with an unfinished restore or changes by a newer release. @throws DatabaseUnfit */
export async function requireFit(adminUrl: string, migrations: readonly Migration[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    if (await exists(client, 'kangmai.restoring'))
      throw new DatabaseUnfit(
        'A restore into this database did not come to its end. Run the restore again: it begins anew by itself.',
      );
    const newer = (await exists(client, 'kangmai.migration')) ? await unknownMigrations(client, migrations) : [];
    if (newer.length > 0)
      throw new DatabaseUnfit(
        `The database belongs to a newer release: it has the migration ${newer.join(', ')}, which this release does not know. Start the newer release, or restore the backup that was made before the upgrade.`,
      );
  } finally {
    await client.end();
  }
}

async function exists(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there ?? false;
}

async function unknownMigrations(client: Client, migrations: readonly Migration[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from kangmai.migration where name <> all($1::text[]) order by name',
    [migrations.map(({ name }) => name)],
  );
  return rows.map(({ name }) => name);
}

/** Marks a database as being restored, so that no server starts on it before the end. */
export async function markRestoring(client: Client): Promise<void> {
  await client.query(
    'create schema if not exists kangmai; create table if not exists kangmai.restoring (began_at timestamptz not null default now())',
  );
}

export async function unmarkRestoring(client: Client): Promise<void> {
  await client.query('drop table kangmai.restoring');
}

export type Fill = 'empty' | 'half restored' | 'in use';

/** The content of a database before a restore. */
export async function fillOf(client: Client): Promise<Fill> {
  if (await exists(client, 'kangmai.restoring')) return 'half restored';
  return (await exists(client, 'kangmai.migration')) || (await exists(client, 'public.tenant')) ? 'in use' : 'empty';
}
