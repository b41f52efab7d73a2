import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { model } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Samples } from '@kangmai/testkit/samples';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queues } from '@kangmai/server/modules/queues';
import { appErrorOf } from '@kangmai/server/platform/database/problems';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { prepareJobs } from '@kangmai/server/platform/jobs';
import { loadMasterKey, TenantKeys } from '@kangmai/server/platform/keys';
import { closedTenant, closeTenant, openTenant } from './closed-tenant.ts';
import { makeBackup } from './make.ts';
import { readManifest, type RowsManifest, type RestoreSource } from './manifest.ts';
import { placeOf, type Place } from './place.ts';
import { listTables, quoted } from './tables.ts';
import { restoreTenant } from './tenant.ts';

const passphrase = 'correct horse battery';
let home: string;
let app: TestApp;
let here: Place;
let source: RestoreSource;
let elsewhere: TestDatabase;
let owner: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kangmai-tenant-'));
  chmodSync(home, 0o711);
  app = await startApp();
  elsewhere = await cloneDatabase();
  await prepareJobs(app.urls.migrator, queues);
  for (const name of ['Alpha', 'Beta'] as const) {
    const samples = await Samples.of(app, name);
    for (const resource of model.resources) if (resource.storage !== 'view') await samples.idOf(resource.name);
  }
  owner = new Client({ connectionString: app.urls.migrator });
  await owner.connect();
  here = placeOf(
    { DATABASE_URL: app.urls.migrator, DATA_DIR: join(home, 'here'), SECRET_KEY: 'a secret of the tests, long enough' },
    () => undefined,
  );
  await makeBackup(here, { to: join(home, 'backup'), passphrase, connections: 2 });
  source = {
    folder: join(home, 'backup'),
    manifest: readManifest(join(home, 'backup')) as RowsManifest,
    passphrase,
    connections: 1,
  };
});

afterAll(async () => {
  await owner.end();
  await app.close();
  await elsewhere.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Written by the server on its own, and by sign-ins. */
const alwaysMoving = new Set([
  'server_node',
  'place_node',
  'live_event',
  'user_token',
  'login_attempt',
  'audit_log',
  'entity_change',
  'app_user',
]);

async function contents(
  client: Client,
  tenantId: number,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { schema, name, tenantColumn } of await listTables(client)) {
    if (tenantColumn === null || leftOut.has(name)) continue;
    const { rows } = await client.query<{ all: string | null }>(
      `select md5(string_agg(to_jsonb(t)::text, E'\\n' order by to_jsonb(t)::text)) as all from ${quoted(schema)}.${quoted(name)} t where ${quoted(tenantColumn)} = $1`,
      [tenantId],
    );
    if (rows[0]?.all) found[name] = rows[0].all;
  }
  return found;
}

/** Changed by the running server's clock: cases of devices that fall silent. */
const byClock = new Set([
  'abnormal_case',
  'remind_message',
  'device_watch',
  'device_presence',
  'alarm_notice',
  'entity_change',
  'case_contact',
  'outbox',
  'live_event',
]);
const othersMoving = new Set([...alwaysMoving, ...byClock, 'sign_in_account', 'sign_in_place']);

/** Changes, removes and adds rows of a tenant. */
async function spoil(tenantId: number): Promise<void> {
  await owner.query("update client set name = 'spoiled' where tenant_id = $1", [tenantId]);
  await owner.query("update app_user set email_address = 'spoiled' || id where tenant_id = $1", [tenantId]);
  await owner.query('delete from entity_change where tenant_id = $1', [tenantId]);
  await owner.query("insert into care_team (tenant_id, name) values ($1, 'made after the backup')", [tenantId]);
}

test('one tenant goes back to the backup while another one works, whose rows stay as they are', async () => {
  const { Alpha, Beta } = app.tenants;
  const [wanted, others] = [await contents(owner, Alpha, byClock), await contents(owner, Beta, othersMoving)];
  await spoil(Alpha);
  expect(await app.server.services.tenantKeys.rotate(Alpha, 0)).toBe(2);
  expect(await contents(owner, Alpha, byClock)).not.toEqual(wanted);
  const beta = await app.as('admin', 'Beta');
  const state = { isOver: false, calls: 0, longestMs: 0 };
  const work = (async () => {
    for (; !state.isOver; state.calls += 1) {
      const began = performance.now();
      const answer = await beta.post('Dictionary_type/CreateOrEdit', {
        type_code: `t${state.calls}`,
        type_name: `type ${state.calls}`,
        hfpc_flag: 'P',
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      state.longestMs = Math.max(state.longestMs, performance.now() - began);
    }
  })();
  const rows = await restoreTenant(here, source, 'alpha');
  state.isOver = true;
  await work;
  expect(rows).toBeGreaterThan(500);
  const { rows: kept } = await owner.query(
    'delete from tenant_key where tenant_id = $1 and version > 1 returning version',
    [Alpha],
  );
  expect(kept).toEqual([{ version: 2 }]);
  app.server.services.tenantKeys.forget(Alpha);
  expect(await contents(owner, Alpha, byClock)).toEqual(wanted);
  expect(state.calls).toBeGreaterThan(3);
  const made = await owner.query("delete from dictionary_type where tenant_id = $1 and type_code ~ '^t[0-9]+$'", [
    Beta,
  ]);
  expect(made.rowCount).toBe(state.calls);
  expect(await contents(owner, Beta, othersMoving)).toEqual(others);
  const answer = await app
    .visitor('Alpha')
    .post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'doctor', password: 'Right-Horse-7' });
  expect(answer.status).toBe(200);
});

test('while it is closed nothing of a tenant is read, written or acknowledged, and the next one who restores is told', async () => {
  const { Alpha, Beta } = app.tenants;
  const admin = await app.as('admin', 'Beta');
  await closeTenant(owner, Beta);
  expect(await closedTenant(owner)).toBe(Beta);
  const { database } = app.server.services;
  expect(await database.withTenant(Beta, (tx) => tx.query('select 1 from client'))).toEqual([]);
  const refused: unknown = await database
    .withTenant(Beta, (tx) => tx.execute("insert into care_team (tenant_id, name) values ($1, 'x')", [Beta]))
    .catch((error: unknown) => error);
  expect(appErrorOf(refused)).toMatchObject({ kind: 'unavailable', reason: 'tenant.restoring', retryAfterSeconds: 30 });
  expect((await database.withTenant(Alpha, (tx) => tx.query('select 1 from client'))).length).toBeGreaterThan(0);
  expect(
    (await admin.post('Dictionary_type/CreateOrEdit', { type_code: 'closed', type_name: 'closed', hfpc_flag: 'P' }))
      .status,
  ).toBeGreaterThanOrEqual(400);
  await expect(restoreTenant(here, source, 'Alpha')).rejects.toThrow('was broken off');
  await openTenant(owner);
  // A session that was not found is cached for seconds.
  await expect.poll(async () => (await admin.get('Dictionary_type/GetAll')).status, { timeout: 60_000 }).toBe(200);
});

test('an obstacle leaves everything as it was', async () => {
  const { Alpha } = app.tenants;
  const before = await contents(owner, Alpha, byClock);
  const wrong = {
    ...source.manifest,
    tables: source.manifest.tables.map((table) =>
      table.name === 'client' ? { ...table, sums: { ...table.sums, [Alpha]: { rows: 1, sum: '1' } } } : table,
    ),
  };
  await expect(restoreTenant(here, { ...source, manifest: wrong }, 'Alpha')).rejects.toThrow(
    /client has \d+ rows of the tenant instead of 1, or other ones/u,
  );
  expect(await contents(owner, Alpha, byClock)).toEqual(before);
  expect(await closedTenant(owner)).toBeUndefined();
  await expect(restoreTenant(here, source, 'Gamma')).rejects.toThrow(
    'the backup has no tenant Gamma; it has Alpha, Beta',
  );
});

test('into another installation with another master key: ids are kept, what is encrypted opens', async () => {
  const { Beta } = app.tenants;
  const there = placeOf(
    {
      DATABASE_URL: elsewhere.urls.migrator,
      DATA_DIR: join(home, 'there'),
      SECRET_KEY: 'quite another secret, also long enough',
    },
    () => undefined,
  );
  await expect(restoreTenant(there, { ...source, passphrase: undefined }, 'Beta')).rejects.toThrow('master key');
  await restoreTenant(there, source, 'Beta');
  const database = openDatabase({ urls: elsewhere.urls });
  const clients = await database.withTenant(Beta, (tx) =>
    tx.query<{ id: number; phone: Buffer }>('select id, phone_sealed as phone from client order by id'),
  );
  const sealer = await new TenantKeys(database, loadMasterKey(there.config)).of(Beta);
  expect(clients.length).toBeGreaterThan(0);
  expect(clients.map(({ phone }) => sealer.open(phone))).toEqual(
    clients.map(() => expect.stringMatching(/^1\d{10}$/) as string),
  );
  expect(await database.directory((tx) => tx.query('select tenancy_name as name from dir_tenant'))).toEqual([
    { name: 'Beta' },
  ]);
  const fresh = await database.withTenant(Beta, (tx) =>
    tx.one<{ id: number }>("insert into care_team (tenant_id, name) values ($1, 'new') returning id", [Beta]),
  );
  const { rows: teams } = await owner.query<{ most: string }>('select max(id)::text as most from care_team');
  expect(fresh?.id).toBeGreaterThan(Number(teams[0]?.most));
  await database.close();
  const stranger = new Client({ connectionString: elsewhere.urls.migrator });
  await stranger.connect();
  await stranger.query("update tenant set tenancy_name = 'Other' where id = $1", [Beta]);
  await stranger.end();
  await expect(restoreTenant(there, source, 'Beta')).rejects.toThrow('stands in the way');
});
