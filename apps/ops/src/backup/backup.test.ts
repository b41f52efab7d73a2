import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client as WireClient } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { queryAt } from '@kangmai/testkit/rows';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { DatabaseUnfit, requireFit } from '@kangmai/server/platform/database/fitness';
import { ensureRoles } from '@kangmai/server/platform/database/roles';
import { loadMasterKey, TenantKeys } from '@kangmai/server/platform/keys';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { queues } from '@kangmai/server/modules/queues';
import { restoreAll } from './load.ts';
import { makeBackup } from './make.ts';
import { readManifest, type RowsManifest, type RestoreSource } from './manifest.ts';
import { placeOf, type Place } from './place.ts';
import { listTables, totalOf } from './tables.ts';

const secret = 'a secret of the tests, long enough';
let home: string;
let app: TestApp;
let admin: WireClient;
let source: Place;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-backup-'));
  chmodSync(home, 0o711);
  app = await startApp();
  await prepareJobs(app.urls.migrator, queues);
  admin = await app.as('admin', 'Alpha');
  source = placeOf(
    { DATABASE_URL: app.urls.migrator, DATA_DIR: join(home, 'source'), SECRET_KEY: secret },
    () => undefined,
  );
  for (const name of ['Alpha', 'Beta'] as const) {
    const samples = await Samples.of(app, name);
    for (const resource of model.resources) if (resource.storage !== 'view') await samples.idOf(resource.name);
  }
  mkdirSync(join(source.files, '1', '2026', '11'), { recursive: true });
  writeFileSync(join(source.files, '1', '2026', '11', 'one'), 'the bytes of a file');
});

afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true, force: true });
});

/** What a server writes without any request. */
const alwaysMoving = new Set(['server_node', 'place_node', 'live_event']);

/** The content of a database, row for row, read differently than by the backup. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set timezone = 'UTC'");
  const found: Record<string, string> = {};
  for (const { schema, name } of await listTables(client)) {
    if (alwaysMoving.has(name)) continue;
    const { rows } = await client.query<{ all: string | null }>(
      `select md5(string_agg(to_jsonb(t)::text, E'\\n' order by to_jsonb(t)::text)) as all from "${schema}"."${name}" t`,
    );
    if (rows[0]?.all) found[name] = rows[0].all;
  }
  await client.end();
  return found;
}

let serial = 0;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
function person(name: string): object {
  serial += 1;
  const day = new Date(Date.UTC(1950, 0, Math.ceil(serial / 999))).toISOString().slice(0, 10);
  const head = `530102${day.replaceAll('-', '')}${String((serial % 999) + 1).padStart(3, '0')}`;
  const number = head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
  return {
    name,
    gender: '1',
    birthday: day,
    phone: `139${String(10_000_000 + serial)}`,
    regionCode: '530102',
    certificate_no: number,
  };
}
const sourceOf = (folder: string, more: Partial<RestoreSource> = {}): RestoreSource => ({
  folder,
  manifest: readManifest(folder) as RowsManifest,
  passphrase: undefined,
  connections: 2,
  ...more,
});
const emptyPlace = (name: string, env: Record<string, string> = { SECRET_KEY: secret }): Place =>
  placeOf({ DATA_DIR: join(home, name), ...env }, () => undefined);
const wish = (name: string, passphrase?: string) => ({ to: join(home, name), passphrase, connections: 2 });

/** A backup during which nothing changed: open cases change by the clock; then it is repeated. */
async function quietBackup(
  name: string,
  passphrase: string,
): Promise<{ readonly before: Record<string, string>; readonly manifest: RowsManifest }> {
  for (;;) {
    const before = await contents(app.urls.migrator);
    const manifest = await makeBackup(source, wish(name, passphrase));
    if (JSON.stringify(await contents(app.urls.migrator)) === JSON.stringify(before)) return { before, manifest };
    rmSync(join(home, name), { recursive: true });
  }
}

/** The database of a restored place, running while it is read. */
async function looking<T>(place: Place, look: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ folder: join(place.config.dataDir, 'postgres'), durable: false });
  try {
    return await look(server.adminUrl);
  } finally {
    await server.stop();
  }
}

describe('a backup', () => {
  test('restored into a server without data holds every row, number and file; the passphrase alone opens its keys; a second restore is refused', async () => {
    await app.server.services.tempFiles.sweep();
    const { before, manifest } = await quietBackup('quiet', 'correct horse battery');
    expect(Object.keys(before).length).toBeGreaterThan(45);
    expect(
      manifest.tables.every(({ columns, tenantColumn }) => tenantColumn === null || columns[0] === tenantColumn),
    ).toBe(true);
    expect(statSync(join(home, 'quiet', 'manifest.json')).mode & 0o077).toBe(0);

    const sealed = readFileSync(join(home, 'quiet', 'keys.sealed'));
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    await expect(
      restoreAll(emptyPlace('k1', {}), sourceOf(join(home, 'quiet'), { passphrase: 'another passphrase' })),
    ).rejects.toThrow('does not open');
    await expect(restoreAll(emptyPlace('k2', {}), sourceOf(join(home, 'quiet')))).rejects.toThrow('BACKUP_PASSPHRASE');
    for (const name of ['k1', 'k2']) expect(existsSync(join(home, name, 'postgres'))).toBe(false);

    const target = emptyPlace('restored', {});
    expect(await restoreAll(target, sourceOf(join(home, 'quiet'), { passphrase: 'correct horse battery' }))).toEqual(
      [],
    );
    expect(existsSync(join(home, 'restored', 'postgres', 'data'))).toBe(true);
    expect(loadMasterKey(target.config).derive('x')).toEqual(loadMasterKey(source.config).derive('x'));
    await looking(target, async (url) => {
      const after = await contents(url);
      expect(after).toEqual(before);
      expect(readFileSync(join(target.files, '1', '2026', '11', 'one'), 'utf8')).toBe('the bytes of a file');
      const urls = await ensureRoles({
        adminUrl: url,
        secret: loadMasterKey(target.config).derive('database roles'),
        ours: true,
      });
      const database = openDatabase({ urls });
      const known = await database.withTenant(app.tenants.Alpha, (tx) =>
        tx.query<{ id: number; phone: Buffer }>('select id, phone_sealed as phone from client order by id'),
      );
      const sealer = await new TenantKeys(database, loadMasterKey(target.config)).of(app.tenants.Alpha);
      expect(known.map(({ phone }) => sealer.open(phone))).toEqual(
        known.map(() => expect.stringMatching(/^1\d{10}$/) as string),
      );
      const fresh = await database.withTenant(app.tenants.Alpha, (tx) =>
        tx.one<{ id: number }>("insert into care_team (tenant_id, name) values ($1, 'x') returning id", [
          app.tenants.Alpha,
        ]),
      );
      expect(fresh?.id).toBeGreaterThan(
        Math.max(
          ...(await queryAt<{ id: string }>(app.urls.migrator, 'select id from care_team')).map(({ id }) => Number(id)),
        ),
      );
      await database.close();
      await requireFit(url, target.migrations);
    });
    await expect(
      restoreAll(target, sourceOf(join(home, 'quiet'), { passphrase: 'correct horse battery' })),
    ).rejects.toThrow('holds data already');
  });

  test('made while the server is busy shows one instant: everything acknowledged before it, nothing by halves', async () => {
    const acknowledged: string[] = [];
    const state = { isOver: false };
    const write = async (lane: string): Promise<void> => {
      for (let at = 0; !state.isOver; at += 1) {
        const name = `busy ${lane} ${at}`;
        const answer = await admin.post<number>('C_client/CreateOrEdit', person(name));
        if (answer.status !== 200) throw new Error(answer.text);
        acknowledged.push(name);
      }
    };
    const writers = [write('a'), write('b'), write('c')];
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = [...acknowledged];
    await makeBackup(source, wish('busy'));
    const during = acknowledged.length;
    state.isOver = true;
    await Promise.all(writers);
    expect(during).toBeGreaterThan(before.length);

    await expect(restoreAll(emptyPlace('k3', {}), sourceOf(join(home, 'busy')))).rejects.toThrow('SECRET_KEY');
    const target = emptyPlace('restored-busy');
    await restoreAll(target, sourceOf(join(home, 'busy')));
    await looking(target, async (url) => {
      const clients = await queryAt<{ id: string; name: string }>(
        url,
        "select id::text as id, name from client where name like 'busy%'",
      );
      expect(before.filter((name) => !clients.some((one) => one.name === name))).toEqual([]);
      const changes = await queryAt<{ id: string }>(
        url,
        "select row_id::text as id from entity_change where resource = 'client' and kind = 'created' and row_id = any($1::bigint[])",
        [clients.map(({ id }) => id)],
      );
      expect(new Set(changes.map(({ id }) => id))).toEqual(new Set(clients.map(({ id }) => id)));
    });
  });

  test('an interrupted one leaves no folder that looks like a backup', async () => {
    const broken = placeOf(
      { DATABASE_URL: app.urls.app, DATA_DIR: join(home, 'source'), SECRET_KEY: secret },
      () => undefined,
    );
    await expect(makeBackup(broken, wish('broken'))).rejects.toThrow('bypassrls');
    expect(existsSync(join(home, 'broken'))).toBe(false);
    expect(() => readManifest(join(home, 'broken.partial'))).toThrow('no whole backup');
  });
});

test('a server of one’s own, whose owner is subject to row-level security: the login that the sentence tells to make reads and writes every row', async () => {
  const { config } = emptyPlace('restored-busy');
  await looking({ ...source, config }, async (url) => {
    await queryAt(url, "create role plain_owner login createrole password 'plain'");
    await queryAt(url, 'grant kangmai_app, kangmai_directory, kangmai_platform to plain_owner with admin option');
    await queryAt(url, "create role kangmai_backup login bypassrls password 'backup'");
    await queryAt(url, 'grant pg_read_all_data, pg_write_all_data to kangmai_backup');
    await queryAt(url, 'grant set on parameter session_replication_role to kangmai_backup');
    await queryAt(url, 'create database own owner plain_owner');
    const as = (user: string, password: string): string => {
      const login = new URL(url);
      Object.assign(login, { username: user, password, pathname: '/own' });
      return login.href;
    };
    const env = { DATABASE_URL: as('plain_owner', 'plain'), DATA_DIR: join(home, 'own'), SECRET_KEY: secret };
    const [alone, place] = [env, { ...env, BACKUP_DATABASE_URL: as('kangmai_backup', 'backup') }].map((one) =>
      placeOf(one, () => undefined),
    );
    if (!alone || !place) throw new Error('no place');
    await restoreAll(place, sourceOf(join(home, 'busy')));
    await expect(restoreAll(place, sourceOf(join(home, 'busy')))).rejects.toThrow('an empty database');
    await expect(makeBackup(alone, wish('alone'))).rejects.toThrow('create role kangmai_backup login bypassrls');
    const again = await makeBackup(place, wish('again'));
    const before = readManifest(join(home, 'busy')) as RowsManifest;
    const sums = (manifest: RowsManifest): object =>
      Object.fromEntries(
        manifest.tables
          .map(({ name, sums: told }) => [name, totalOf(told)] as const)
          .filter(([, { rows }]) => rows > 0),
      );
    expect(sums(again)).toEqual(sums(before));
  });
});

describe('a restore that goes wrong', () => {
  test('is noticed and told, keeps the server from starting, and begins anew', async () => {
    const manifest = readManifest(join(home, 'quiet')) as RowsManifest;
    const table = manifest.tables.find(({ name }) => name === 'client');
    const target = emptyPlace('half');
    const file = join(home, 'quiet', 'tables', table?.file ?? '');
    const bytes = readFileSync(file);
    appendFileSync(file, 'x');
    await expect(restoreAll(target, sourceOf(join(home, 'quiet')))).rejects.toThrow();
    await looking(target, async (url) => {
      await expect(requireFit(url, target.migrations)).rejects.toBeInstanceOf(DatabaseUnfit);
    });
    writeFileSync(file, bytes);
    const other = {
      ...manifest,
      tables: manifest.tables.map((one) =>
        one.name === 'app_role' ? { ...one, sums: { 1: { rows: 1, sum: '1' } } } : one,
      ),
    };
    await expect(restoreAll(target, { ...sourceOf(join(home, 'quiet')), manifest: other })).rejects.toThrow(
      /"app_role" has \d+ rows instead of 1/,
    );
    await restoreAll(target, sourceOf(join(home, 'quiet')));
    await looking(target, async (url) => {
      expect(Number((await queryAt<{ n: string }>(url, 'select count(*) as n from client'))[0]?.n)).toBe(
        totalOf(table?.sums ?? {}).rows,
      );
      await requireFit(url, target.migrations);
    });
  });

  test('a changed list or manifest is refused before anything is written', async () => {
    const text = readFileSync(join(home, 'quiet', 'manifest.json'), 'utf8');
    writeFileSync(join(home, 'quiet', 'manifest.json'), text.replace('"rows"', '"rowz"'));
    expect(() => readManifest(join(home, 'quiet'))).toThrow('was changed');
    writeFileSync(join(home, 'quiet', 'manifest.json'), text);
    const newer = {
      ...readManifest(join(home, 'quiet')),
      migrations: [{ name: '9999_later', checksum: '' }],
    } as unknown as RowsManifest;
    await expect(
      restoreAll(emptyPlace('newer'), { ...sourceOf(join(home, 'quiet')), manifest: newer }),
    ).rejects.toThrow('newer release');
    expect(readdirSync(home)).not.toContain('newer');
  });
});
