import { Client } from 'pg';

/**
 * Rows of a statement, on a connection of its own.
 * @example await queryAt(app.urls.migrator, 'select id from tenant where tenancy_name = $1', ['Alpha'])
 */
export async function queryAt<R extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
