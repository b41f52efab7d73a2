import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { urlsOf } from '@kangmai/testkit/database';
import { DatabaseUnfit, requireFit } from '@kangmai/server/platform/database/fitness';
import { loadMigrations, migrate, MigrationFailed, type Migration } from '@kangmai/server/platform/database/migrate';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { restoreAll } from '../backup/load.ts';
import { readManifest, type RowsManifest } from '../backup/manifest.ts';
import { placeOf, type Place } from '../backup/place.ts';
import { listTables, quoted } from '../backup/tables.ts';
import { migrationFolder } from '@kangmai/server/start/product';
import { pendingMigrations, upgrade } from './upgrade.ts';

/** The last migration of the release before this one. */
const formerEnd = '0011_lists';
const secret = 'a secret of the tests, long enough';
const all = loadMigrations(migrationFolder());
const former = all.filter(({ name }) => name <= formerEnd);

let home: string;
let url: string;
let client: Client;
const name = `upgrade_${randomBytes(4).toString('hex')}`;

async function asAdmin(sql: string): Promise<void> {
  const admin = new Client({ connectionString: urlsOf(inject('databaseTemplate'), 'postgres').migrator });
  await admin.connect();
  await admin.query(sql);
  await admin.end();
}

const placeOfRelease = (
  migrations: readonly Migration[],
  env: Record<string, string> = { DATABASE_URL: url },
): Place => ({ ...placeOf({ SECRET_KEY: secret, DATA_DIR: join(home, 'here'), ...env }, () => undefined), migrations });

/** A database as the former release left it, with some rows. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-upgrade-'));
  chmodSync(home, 0o711);
  await asAdmin(`create database ${name}`);
  url = urlsOf(inject('databaseTemplate'), name).migrator;
  await migrate(url, former);
  await prepareJobs(url, ['sample']);
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query("insert into tenant (id, tenancy_name, name) values (7, 'Seven', '七')");
  await client.query(
    "insert into app_user (tenant_id, user_name, name, email_address) select 7, 'u' || n, '用户', 'u' || n || '@example.com' from generate_series(1, 50) n",
  );
});

afterAll(async () => {
  await client.end();
  await asAdmin(`drop database ${name} with (force)`);
  rmSync(home, { recursive: true, force: true });
});

async function contents(reader: Client): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { schema, name: table } of await listTables(reader)) {
    const { rows } = await reader.query<{ all: string | null }>(
      `select md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) as all from ${quoted(schema)}.${quoted(table)} t`,
    );
    if (rows[0]?.all) found[table] = rows[0].all;
  }
  return found;
}

interface Grant {
  readonly role: string;
  readonly table: string;
  readonly right: string;
  readonly columns: string[];
}

/** The rights of each role, with the columns that the release knows. */
async function rightsOf(reader: Client): Promise<readonly Grant[]> {
  const { rows } =
    await reader.query<Grant>(`select g.grantee as role, g.table_name as table, g.privilege_type as right, array_agg(g.column_name::text order by g.column_name) as columns
    from information_schema.role_column_grants g join pg_attribute a on a.attrelid = format('public.%I', g.table_name)::regclass and a.attname = g.column_name and a.attgenerated = ''
    where g.grantee like 'kangmai\\_%' and g.table_schema = 'public' and g.privilege_type in ('SELECT', 'INSERT', 'UPDATE') group by 1, 2, 3`);
  return rows;
}

function statementOf({ table, right, columns }: Grant): string {
  const list = columns.map(quoted).join(', ');
  if (right === 'SELECT') return `explain select ${list} from ${quoted(table)}`;
  if (right === 'INSERT')
    return `explain insert into ${quoted(table)} (${list}) select ${columns.map(() => 'null').join(', ')} where false`;
  return `explain update ${quoted(table)} set ${
    columns
      .filter((column) => !['id', 'tenant_id'].includes(column))
      .map((column) => `${quoted(column)} = default`)
      .join(', ') || 'id = id'
  } where false`;
}

/** Columns that an insert must fill, because they have no default. */
async function neededColumns(reader: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await reader.query<{
    table: string;
    needed: string[];
  }>(`select c.relname as table, coalesce(array_agg(a.attname::text) filter (where a.attnotnull and not a.atthasdef and a.attidentity = ''), '{}') as needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1`);
  return new Map(rows.map(({ table, needed }) => [table, needed]));
}

describe('an upgrade', () => {
  test('that fails in its second migration leaves the database as the former release knows it, and says so', async () => {
    const before = await contents(client);
    const broken = [
      ...former,
      { name: '9998_fine', sql: 'create table half_way (id bigint)' },
      { name: '9999_broken', sql: 'alter table app_user add column x bigint not null' },
    ];
    const failed: unknown = await upgrade(placeOfRelease(broken), { backup: undefined, passphrase: undefined }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(MigrationFailed);
    expect((failed as Error).message).toMatch(
      /9999_broken failed: .*Nothing was changed: the former release can be started/s,
    );
    expect((await client.query("select to_regclass('half_way') as there")).rows).toEqual([{ there: null }]);
    expect(await contents(client)).toEqual(before);
    await requireFit(url, former);
  });

  test('keeps every statement of the former release possible, has a backup, and can be gone back', async () => {
    const before = await contents(client);
    const [rights, needed] = [await rightsOf(client), await neededColumns(client)];
    expect(rights.length).toBeGreaterThan(150);
    expect(await pendingMigrations(placeOfRelease(all))).toEqual(
      all.filter(({ name: one }) => one > formerEnd).map(({ name: one }) => one),
    );

    const done = await upgrade(placeOfRelease(all), { backup: join(home, 'before'), passphrase: undefined });
    expect(done).toContain('0016_key_rotation');
    expect(await pendingMigrations(placeOfRelease(all))).toEqual([]);

    const refused: string[] = [];
    for (const grant of rights) {
      await client.query(`set role ${grant.role}`);
      await client
        .query(statementOf(grant))
        .catch((error: unknown) =>
          refused.push(`${grant.role} ${grant.right} ${grant.table}: ${(error as Error).message}`),
        );
      await client.query('reset role');
    }
    expect(refused).toEqual([]);
    const after = await neededColumns(client);
    expect(
      [...needed].flatMap(([table, columns]) =>
        (after.get(table) ?? []).filter((column) => !columns.includes(column)).map((column) => `${table}.${column}`),
      ),
    ).toEqual([]);

    const older: unknown = await requireFit(url, former).catch((error: unknown) => error);
    expect(older).toBeInstanceOf(DatabaseUnfit);
    expect((older as Error).message).toMatch(
      /belongs to a newer release: .*0016_key_rotation.*restore the backup that was made before the upgrade/s,
    );

    const back = placeOfRelease(former, { DATA_DIR: join(home, 'back') });
    await restoreAll(back, {
      folder: join(home, 'before'),
      manifest: readManifest(join(home, 'before')) as RowsManifest,
      passphrase: undefined,
      connections: 2,
    });
    const server = await startEmbedded({ folder: join(home, 'back', 'postgres'), durable: false });
    await requireFit(server.adminUrl, former);
    const reader = new Client({ connectionString: server.adminUrl });
    await reader.connect();
    expect(await contents(reader)).toEqual(before);
    await reader.end();
    await server.stop();
  });
});
