import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadMigrations, migrate } from './migrate.ts';
import { ensureRoles, RolesMissing, roleNames } from './roles.ts';
import { scramVerifier } from './scram.ts';

let clone: TestDatabase;
let owner: Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = new Client({ connectionString: clone.urls.migrator });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await clone.drop();
});

const present = async (table: string) =>
  (await owner.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])).rows[0]?.there;

describe('migrations', () => {
  const first = { name: '9001_a', sql: 'create table first_one (id bigint); create table second_one (id bigint);' };

  test('run once, in the order of their names, several statements each', async () => {
    const later = { name: '9002_b', sql: 'alter table first_one add column note text;' };
    expect(await migrate(clone.urls.migrator, [later, first])).toEqual(['9001_a', '9002_b']);
    expect(await migrate(clone.urls.migrator, [later, first])).toEqual([]);
    expect(await present('second_one')).toBe(true);
  });

  test('take effect whole or not at all, and go on from there', async () => {
    const half = { name: '9003_c', sql: 'create table third_one (id bigint); select 1 / 0;' };
    await expect(migrate(clone.urls.migrator, [first, half])).rejects.toThrow('9003_c failed');
    expect(await present('third_one')).toBe(false);
    expect(
      await migrate(clone.urls.migrator, [first, { ...half, sql: 'create table third_one (id bigint);' }]),
    ).toEqual(['9003_c']);
  });

  test('that were changed after they had run are refused; line ends do not count', async () => {
    await expect(migrate(clone.urls.migrator, [{ ...first, sql: `${first.sql} -- changed` }])).rejects.toThrow(
      '9001_a was changed',
    );
    const spaced = { name: '9004_d', sql: 'create table fourth_one (\nid bigint\n);' };
    await migrate(clone.urls.migrator, [spaced]);
    expect(await migrate(clone.urls.migrator, [{ ...spaced, sql: spaced.sql.replaceAll('\n', '\r\n') }])).toEqual([]);
  });

  test('run once when two nodes start together', async () => {
    const slow = { name: '9005_e', sql: 'create table fifth_one (id bigint); select pg_sleep(0.2);' };
    const runs = await Promise.all([migrate(clone.urls.migrator, [slow]), migrate(clone.urls.migrator, [slow])]);
    expect(runs.flat()).toEqual(['9005_e']);
  });

  test('are read from the folder in order', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kangmai-sql-'));
    for (const name of ['0002_b.sql', '0001_a.sql', 'notes.md']) writeFileSync(join(folder, name), name);
    expect(loadMigrations(folder)).toEqual([
      { name: '0001_a', sql: '0001_a.sql' },
      { name: '0002_b', sql: '0002_b.sql' },
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('the roles of the database', () => {
  const secret = randomBytes(32);

  test('exist with another password: the administrator of a server of his own is told what to run', async () => {
    const refused = await ensureRoles({ adminUrl: clone.urls.migrator, secret, ours: false }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(RolesMissing);
    const { sql } = refused as RolesMissing;
    for (const name of Object.values(roleNames)) expect(sql).toContain(`alter role ${name} password 'SCRAM-SHA-256$`);
  });

  test('cannot be changed by an owner without the right: the line to run is told, without a password in the clear', async () => {
    const name = `limited_${randomBytes(4).toString('hex')}`;
    await owner.query(`create role ${name} login password 'limited'`);
    const url = new URL(clone.urls.migrator);
    url.username = name;
    url.password = 'limited';
    const refused = await ensureRoles({ adminUrl: url.href, secret, ours: true }).catch((error: unknown) => error);
    await owner.query(`drop role ${name}`);
    expect(refused).toBeInstanceOf(RolesMissing);
    expect((refused as RolesMissing).sql).toMatch(/^alter role kangmai_app password 'SCRAM-SHA-256\$4096:[^']+'; /);
  });
});

test('a stored password fits the password it was made from', async () => {
  const name = `scram_${randomBytes(4).toString('hex')}`;
  await owner.query(`create role ${name} login password '${scramVerifier('Pa$$ "x"')}'`);
  const url = new URL(clone.urls.migrator);
  url.username = name;
  url.password = 'Pa$$ "x"';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select current_user::text as name');
  await client.end();
  await owner.query(`drop role ${name}`);
  expect(rows).toEqual([{ name }]);
});
