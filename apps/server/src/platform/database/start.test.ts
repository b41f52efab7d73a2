import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMasterKey } from '../keys.ts';
import { loadMigrations } from './migrate.ts';
import { openDatabase } from './open.ts';
import { RolesMissing } from './roles.ts';
import { prepareDatabase, type PreparedDatabase } from './start.ts';

const migrations = loadMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
let home: string;
let own: PreparedDatabase;

const prepareOwn = () =>
  prepareDatabase({
    databaseUrl: undefined,
    dataDir: home,
    master: loadMasterKey({ secretKey: undefined, dataDir: home }),
    migrations,
    queues: ['sample'],
  });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-start-'));
  chmodSync(home, 0o711);
  own = await prepareOwn();
});

afterAll(async () => {
  await own.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Stores and reads a row with each role. */
async function tryOut(prepared: PreparedDatabase): Promise<unknown> {
  const database = openDatabase({ urls: prepared.urls });
  try {
    const tenant = await database.platform((tx) =>
      tx.one<{ id: number }>(
        "insert into tenant (tenancy_name, name) values ('T' || md5(random()::text), '甲') returning id",
      ),
    );
    const id = tenant?.id ?? 0;
    const [, , rows] = await database.withTenantPipelined(id, [
      {
        sql: "insert into app_user (tenant_id, id, user_name, name, email_address) values ($1, 1, 'admin', '甲', 'a@b.cn')",
        values: [id],
      },
      {
        sql: "insert into user_permission (tenant_id, user_id, permission, is_granted) values ($1, 1, 'Pages', true)",
        values: [id],
      },
      { sql: 'select permission from user_permission' },
    ]);
    const listed = await database.directory((tx) => tx.query('select name from dir_tenant where tenant_id = $1', [id]));
    return { rows, listed };
  } finally {
    await database.close();
  }
}
const works = { rows: [{ permission: 'Pages' }], listed: [{ name: '甲' }] };

test('a first start makes everything, a second finds it', async () => {
  expect(own.migrated).toContain('0001_platform');
  expect(await tryOut(own)).toEqual(works);
  await own.stop();
  own = await prepareOwn();
  expect(own.migrated).toEqual([]);
  expect(await tryOut(own)).toEqual(works);
});

test('a lost key folder costs no login to the embedded database', async () => {
  await own.stop();
  rmSync(join(home, 'keys'), { recursive: true });
  own = await prepareOwn();
  expect(await tryOut(own)).toEqual(works);
});

test('an owner that is no superuser can prepare a database of its own; another secret is told what to run', async () => {
  const admin = new Client({ connectionString: own.urls.migrator });
  await admin.connect();
  await admin.query("create role plain_owner login createrole password 'plain'");
  await admin.query('grant kangmai_app, kangmai_directory, kangmai_platform to plain_owner with admin option');
  await admin.query('create database plain owner plain_owner');
  await admin.end();
  const url = new URL(own.urls.migrator);
  url.username = 'plain_owner';
  url.password = 'plain';
  url.pathname = '/plain';
  const prepareWith = (secretKey: string | undefined) =>
    prepareDatabase({
      databaseUrl: url.href,
      dataDir: home,
      master: loadMasterKey({ secretKey, dataDir: home }),
      migrations,
      queues: ['sample'],
    });
  const plain = await prepareWith(undefined);
  expect(await tryOut(plain)).toEqual(works);
  expect((await prepareWith(undefined)).migrated).toEqual([]);
  await expect(prepareWith('another secret that is long enough')).rejects.toBeInstanceOf(RolesMissing);
  expect(await tryOut(plain)).toEqual(works);
});
