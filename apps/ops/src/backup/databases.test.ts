import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client as WireClient } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { Samples } from '@kangmai/testkit/samples';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queues } from '@kangmai/server/modules/queues';
import { tenantTables } from '@kangmai/server/modules/tenants/public';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { requireFit } from '@kangmai/server/platform/database/fitness';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { ensureRolesOf } from '@kangmai/server/platform/database/start';
import { tenantAddress } from '@kangmai/server/platform/database/tenant-address';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { loadMasterKey, TenantKeys } from '@kangmai/server/platform/keys';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import { stayingHome } from './home.ts';
import { restoreAll } from './load.ts';
import { makeBackup } from './make.ts';
import { readManifest, type DatabaseEntry, type RowsManifest, type RestoreSource } from './manifest.ts';
import { placeOf, type Place } from './place.ts';
import { databasesOf } from './places.ts';
import { rejoin } from './rejoin.ts';
import { targetsOf } from './targets.ts';
import { restoreTenant } from './tenant.ts';

const secret = 'a secret of the tests, long enough';
let home: string;
let app: TestApp;
let cluster: Cluster;
let host: WireClient;
let here: Place;
let own: string;
let source: RestoreSource;

const databaseOf = (manifest: RowsManifest): DatabaseEntry => {
  const [entry] = manifest.databases ?? [];
  if (!entry) throw new Error('the backup has no database of tenants');
  return entry;
};

async function using<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return await work(client);
  } finally {
    await client.end();
  }
}
const queryInUtc = <R extends object>(url: string, sql: string, values: unknown[] = []): Promise<R[]> =>
  using(url, async (client) => (await client.query<R>(sql, values)).rows);

/** All rows of a tenant in its present database. */
function contents(url: string, tenantId: number): Promise<Record<string, string>> {
  return using(url, async (client) => {
    const found: Record<string, string> = {};
    for (const { name } of await tenantTables(client)) {
      const { rows } = await client.query<{ all: string | null }>(
        `select md5(string_agg(to_jsonb(t)::text, E'\\n' order by to_jsonb(t)::text)) as all from ${name} t where tenant_id = $1`,
        [tenantId],
      );
      if (rows[0]?.all) found[name] = rows[0].all;
    }
    return found;
  });
}

/**
 * Moves a tenant to another database (null: the platform's) and waits until it is there and its former rows are
 * removed.
 */
async function move(tenantId: number, connectionString: string | null): Promise<void> {
  const { result } = await host.get<object>('Tenant/GetTenantForEdit', { Id: tenantId });
  const answer = await host.put('Tenant/UpdateTenant', { ...result, connectionString });
  expect(answer.status, answer.text).toBe(200);
  await vi.waitFor(
    async () => {
      const { result: told } = await host.get<{ state: string; failure: string | null }>('Tenant/GetMove', {
        Id: tenantId,
      });
      expect(told).toMatchObject({ state: 'done', failure: null });
    },
    { timeout: 60_000, interval: 100 },
  );
}

/**
 * The rows of tenants at the instant of a backup: cases change by the clock, so it is repeated when something changed
 * meanwhile.
 */
async function backedUp(name: string, tenants: Readonly<Record<'alpha' | 'beta', string>>): Promise<Kept> {
  const contentsOfBoth = async () => ({
    alpha: await contents(tenants.alpha, app.tenants.Alpha),
    beta: await contents(tenants.beta, app.tenants.Beta),
  });
  for (let made = 1; ; made += 1) {
    const folder = join(home, `${name}-${made}`);
    const before = await contentsOfBoth();
    await makeBackup(here, { to: folder, passphrase: undefined, connections: 2 });
    const source = { folder, manifest: readManifest(folder) as RowsManifest, passphrase: undefined, connections: 2 };
    if (JSON.stringify(before) === JSON.stringify(await contentsOfBoth())) return { ...before, source };
  }
}

interface Kept {
  readonly alpha: Record<string, string>;
  readonly beta: Record<string, string>;
  readonly source: RestoreSource;
}
let kept: Kept;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-places-'));
  chmodSync(home, 0o711);
  [app, cluster] = await Promise.all([startApp(), startCluster()]);
  await prepareJobs(app.urls.migrator, queues);
  host = await app.as('admin');
  for (const name of ['Alpha', 'Beta'] as const) {
    const samples = await Samples.of(app, name);
    for (const resource of model.resources) if (resource.storage !== 'view') await samples.idOf(resource.name);
  }
  own = await cluster.database();
  await move(app.tenants.Beta, own);
  here = placeOf(
    { DATABASE_URL: app.urls.migrator, DATA_DIR: join(home, 'here'), SECRET_KEY: secret },
    () => undefined,
  );
  // Rows that a move leaves temporarily, or copies before the switch, are not the tenant's.
  await queryInUtc(app.urls.migrator, "insert into care_team (tenant_id, name) values ($1, 'left behind')", [
    app.tenants.Beta,
  ]);
  kept = await backedUp('backup', { alpha: app.urls.migrator, beta: own });
  ({ source } = kept);
  await queryInUtc(app.urls.migrator, 'delete from care_team where tenant_id = $1', [app.tenants.Beta]);
});

afterAll(async () => {
  await app.close();
  await cluster.stop();
  rmSync(home, { recursive: true, force: true });
});

async function looking<T>(place: Place, look: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ folder: join(place.config.dataDir, 'postgres'), durable: false });
  try {
    return await look(server.adminUrl);
  } finally {
    await server.stop();
  }
}

/** A second database with the same content, as a server's own tools would restore it. */
async function copyOf(url: string): Promise<string> {
  const at = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await queryInUtc(at('postgres'), `create database copied template ${new URL(url).pathname.slice(1)}`);
  return at('copied');
}

const emptyPlace = (name: string): Place =>
  placeOf({ DATA_DIR: join(home, name), SECRET_KEY: secret }, () => undefined);
const targetFor = (manifest: RowsManifest, url: string) =>
  targetsOf(manifest.databases ?? [], { [`TENANT_DATABASE_${databaseOf(manifest).id}`]: url }, false);

/** The telephone numbers of a tenant's clients, decrypted with the platform's keys. */
async function phones(platformUrl: string, rowsUrl: string, tenantId: number): Promise<readonly string[]> {
  const master = loadMasterKey({ secretKey: secret, dataDir: home });
  const database = openDatabase({ urls: await ensureRolesOf(master, { adminUrl: platformUrl, ours: true }) });
  try {
    const sealer = await new TenantKeys(database, master).of(tenantId);
    return (
      await queryInUtc<{ phone: Buffer }>(
        rowsUrl,
        'select phone_sealed as phone from client where tenant_id = $1 and phone_sealed is not null',
        [tenantId],
      )
    ).map(({ phone }) => sealer.open(phone));
  } finally {
    await database.close();
  }
}

describe('a backup of tenants in several databases', () => {
  test('names each database with its tenants and holds no connection; what a move left with the platform is left out', () => {
    const { manifest } = source;
    expect(manifest).toMatchObject({ format: 2, tenants: [{ name: 'Alpha' }, { name: 'Beta' }] });
    expect(databaseOf(manifest).tenants).toMatchObject([{ id: app.tenants.Beta, name: 'Beta' }]);
    expect(databaseOf(manifest).tenants[0]?.tables.length).toBeGreaterThan(40);
    expect(manifest.tables.find(({ name }) => name === 'care_team')?.sums[app.tenants.Beta]).toBeUndefined();
    const text = JSON.stringify(manifest);
    expect(text).not.toContain(new URL(own).password);
    expect(Date.parse(databaseOf(manifest).at) - Date.parse(manifest.at)).toBeLessThan(10_000);
  });

  test('restored into empty servers holds every row in its own database, under connections of its own, and leaves the living ones alone', async () => {
    const { Alpha, Beta } = app.tenants;
    const { alpha, beta } = kept;
    const fresh = await cluster.database();
    const target = emptyPlace('restored');
    await restoreAll(target, source, targetFor(source.manifest, fresh));
    expect(await contents(fresh, Beta)).toEqual(beta);
    await looking(target, async (url) => {
      expect(await contents(url, Alpha)).toEqual(alpha);
      expect(await contents(url, Beta)).toEqual({});
      await requireFit(url, target.migrations);
      await requireFit(fresh, target.migrations);
      expect((await phones(url, fresh, Beta)).every((phone) => /^1\d{10}$/.test(phone))).toBe(true);
      expect((await phones(url, fresh, Beta)).length).toBeGreaterThan(0);
      const connections = tenantConnections(loadMasterKey(target.config));
      expect(await using(url, (client) => databasesOf(client, connections))).toMatchObject([
        { url: fresh, tenants: [{ id: Beta }] },
      ]);
      const [mark] = await queryInUtc<{ mark: string; installation: string }>(
        fresh,
        'select mark::text, installation::text from kangmai.database_mark',
      );
      expect(
        await queryInUtc(
          url,
          'select d.mark::text, m.mark::text as installation from tenant_database d, kangmai.database_mark m',
        ),
      ).toEqual([mark]);
      expect(
        await queryInUtc(own, 'select 1 from kangmai.database_mark where mark = $1 or installation = $2', [
          mark?.mark,
          mark?.installation,
        ]),
      ).toEqual([]);
      const command = 'select floor(last_value / 2 ^ 40)::integer as range from device_command_id_seq';
      expect([await queryInUtc(url, command), await queryInUtc(fresh, command)]).toEqual([
        [{ range: 0 }],
        [{ range: databaseOf(source.manifest).id }],
      ]);

      const master = loadMasterKey(target.config);
      const rejoined = (to: string) =>
        using(url, (client) =>
          rejoin(client, master, (databases) => new Map(databases.map(({ id }) => [id, tenantAddress(to)]))),
        );
      await expect(rejoined(own), 'a database of another installation').rejects.toThrow('is no copy of database');
      const copied = await copyOf(fresh);
      await rejoined(copied);
      expect(await using(url, (client) => databasesOf(client, connections))).toMatchObject([{ url: copied }]);
      await queryInUtc(copied, 'set session_replication_role = replica; delete from tenant');
      await expect(rejoined(copied)).rejects.toThrow('lacks Beta');
    });
  });

  test('restored with all tenants in the platform’s database holds the same rows there', async () => {
    const { Alpha, Beta } = app.tenants;
    const target = emptyPlace('together');
    await restoreAll(target, source, targetsOf(source.manifest.databases ?? [], {}, true));
    await looking(target, async (url) => {
      expect(await contents(url, Alpha)).toEqual(kept.alpha);
      expect(await contents(url, Beta)).toEqual(kept.beta);
      expect(
        await queryInUtc(
          url,
          'select 1 from dir_place union all select 1 from tenant where connection_string_sealed is not null',
        ),
      ).toEqual([]);
      expect(
        await queryInUtc(url, "select 1 from tenant_database where position('postgres'::bytea in url_sealed) > 0"),
      ).toEqual([]);
      expect((await phones(url, url, Beta)).length).toBeGreaterThan(0);
    });
  });

  test('is refused before anything is changed where a database is not named, holds data, is named twice or cannot be reached', async () => {
    const { manifest } = source;
    const [entry, target] = [databaseOf(manifest), emptyPlace('refused')];
    expect(() => targetsOf(manifest.databases ?? [], {}, false)).toThrow(
      new RegExp(`database ${entry.id} \\(.*\\) of Beta.*TENANT_DATABASE_${entry.id}.*--into-platform`),
    );
    await expect(restoreAll(target, source)).rejects.toThrow('no place was named');
    await expect(restoreAll(target, source, targetFor(manifest, own))).rejects.toThrow('holds data already');
    const occupied = await cluster.database();
    await queryInUtc(occupied, 'create table somebody_elses (id integer)');
    await expect(restoreAll(target, source, targetFor(manifest, occupied))).rejects.toThrow('holds data already');
    await expect(restoreAll(target, source, targetFor(manifest, 'postgresql://a:b@127.0.0.1:1/x'))).rejects.toThrow(
      'cannot be reached',
    );
    const two = { ...manifest, databases: [entry, { ...entry, id: entry.id + 1 }] };
    const fresh = await cluster.database();
    const [one, other] = [tenantAddress(fresh), tenantAddress(fresh.replace('127.0.0.1', 'localhost'))];
    await expect(
      restoreAll(
        target,
        { ...source, manifest: two },
        new Map([
          [entry.id, one],
          [entry.id + 1, other],
        ]),
      ),
    ).rejects.toThrow('is the same as another database');
    expect(await queryInUtc(fresh, "select 1 from pg_namespace where nspname = 'kangmai'")).toEqual([]);
    await looking(target, async (url) => {
      expect(await queryInUtc(url, "select 1 from pg_namespace where nspname = 'kangmai'")).toEqual([]);
    });
    expect(existsSync(target.files)).toBe(false);
  });
});

/** Tables that a running server changes by itself, and by sign-ins. */
const moving = new Set([
  'abnormal_case',
  'case_contact',
  'case_step',
  'entity_change',
  'remind_message',
  'device_watch',
  'outbox',
  'user_token',
  'login_attempt',
  'audit_log',
  'app_user',
]);
const steadyOf = (found: Record<string, string>): object =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !moving.has(name)));
const steady = async (url: string, tenantId: number): Promise<object> => steadyOf(await contents(url, tenantId));

/** Changes, removes and adds rows of a tenant. */
async function spoil(url: string, tenantId: number): Promise<void> {
  await queryInUtc(url, "update client set name = 'spoiled' where tenant_id = $1", [tenantId]);
  await queryInUtc(url, 'delete from entity_change where tenant_id = $1', [tenantId]);
  await queryInUtc(url, "insert into care_team (tenant_id, name) values ($1, 'made after the backup')", [tenantId]);
}

describe('one tenant goes back to the backup', () => {
  test('in the database of its own, and back with the platform; nobody may send it elsewhere meanwhile', async () => {
    const { Beta } = app.tenants;
    await spoil(own, Beta);
    expect(await steady(own, Beta)).not.toEqual(steadyOf(kept.beta));
    const rows = await restoreTenant(here, source, 'Beta');
    expect(rows).toBeGreaterThan(300);
    expect(await steady(own, Beta)).toEqual(steadyOf(kept.beta));
    expect(await contents(app.urls.migrator, Beta)).toEqual({});
    const answer = await app
      .visitor('Beta')
      .post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'doctor', password: 'Right-Horse-7' });
    expect(answer.status, answer.text).toBe(200);

    await move(Beta, null);
    await spoil(app.urls.migrator, Beta);
    await restoreTenant(here, source, 'Beta');
    expect(await steady(app.urls.migrator, Beta)).toEqual(steadyOf(kept.beta));
    expect(await queryInUtc(own, 'select 1 from client where tenant_id = $1', [Beta])).toEqual([]);
  });

  test('with the platform at the time of the backup, in a database of its own now', async () => {
    const { Alpha } = app.tenants;
    const fresh = await cluster.database();
    const before = await backedUp('before', { alpha: app.urls.migrator, beta: app.urls.migrator });
    await move(Alpha, fresh);
    await spoil(fresh, Alpha);
    await restoreTenant(here, before.source, 'Alpha');
    expect(await steady(fresh, Alpha)).toEqual(steadyOf(before.alpha));
    const { manifest } = before.source;
    const wrong = {
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === 'client' ? { ...table, sums: { ...table.sums, [Alpha]: { rows: 1, sum: '1' } } } : table,
      ),
    };
    await expect(restoreTenant(here, { ...before.source, manifest: wrong }, 'Alpha')).rejects.toThrow('client has');
    expect(await steady(fresh, Alpha)).toEqual(steadyOf(before.alpha));
    expect(await queryInUtc(fresh, "select 1 from pg_policies where policyname = 'closed_tenant'")).toEqual([]);
  });

  test('not while it is on its way, and it is not sent on its way meanwhile', async () => {
    const tenant = { id: app.tenants.Beta, name: 'Beta' };
    const master = loadMasterKey(here.config);
    await using(app.urls.migrator, async (client) => {
      await client.query('begin');
      await client.query(
        "insert into dir_move (tenant_id, from_database, to_database, state) select $1, null, max(id), 'copying' from tenant_database",
        [tenant.id],
      );
      await expect(stayingHome(client, tenant, master)).rejects.toThrow('is being moved');
      await client.query('rollback');
      await stayingHome(client, tenant, master);
      const { result } = await host.get<object>('Tenant/GetTenantForEdit', { Id: tenant.id });
      const answer = await host.put('Tenant/UpdateTenant', { ...result, connectionString: await cluster.database() });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    });
  });
});
