import type { Client } from 'pg';
import { AddressProblem } from '@kangmai/server/platform/database/tenant-address';
import { textOf } from '@kangmai/server/platform/texts/index';
import type { SecretTexts } from '@kangmai/server/platform/secret-text';
import { BackupProblem, type NamedDatabase, type NamedTenant } from './manifest.ts';

/** A database of tenants as the platform knows it. */
export interface KnownDatabase extends NamedDatabase {
  readonly url: string;
}

const databasesSql = `select d.id::integer as id, d.address, d.mark::text as mark, d.url_sealed as sealed, json_agg(json_build_object('id', t.id, 'name', t.tenancy_name) order by t.id) as tenants
  from dir_place p join tenant_database d on d.id = p.database_id join tenant t on t.id = p.tenant_id group by d.id order by d.id`;

interface DatabaseRow {
  readonly id: number;
  readonly address: string;
  readonly mark: string;
  readonly sealed: Buffer;
  readonly tenants: readonly NamedTenant[];
}

/** False in a database of a release without databases of tenants. */
export async function hasPlaces(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.dir_place') is not null as there",
  );
  return rows[0]?.there ?? false;
}

/** The databases of tenants besides the platform's own, including those of deleted tenants. */
export async function databasesOf(client: Client, connections: SecretTexts): Promise<readonly KnownDatabase[]> {
  if (!(await hasPlaces(client))) return [];
  const { rows } = await client.query<DatabaseRow>(databasesSql);
  return rows.map(({ sealed, ...row }) => ({ ...row, url: connections.open(sealed) }));
}

/** No tenant moves to another database while `work` runs; everything else continues. */
export async function whilePlacesStand<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  if (!(await hasPlaces(owner))) return work();
  await owner.query('begin');
  try {
    await owner.query('select 1 from place_version for update');
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

/** `database 2 (host:5432/name) of Gamma, Delta`, for a sentence. */
export const describeDatabase = ({ id, address, tenants }: NamedDatabase): string =>
  `database ${id} (${address}) of ${tenants.map(({ name }) => name).join(', ')}`;

/** Adds to an error which database could not be used. */
export async function about<T>(database: NamedDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AddressProblem)
      throw new BackupProblem(`${describeDatabase(database)}: ${textOf('en', error.reason, error.params)}`, {
        cause: error,
      });
    throw error;
  }
}
