import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { client, type Answer, type Client } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface TenantAnswer {
  readonly id: number;
  readonly tenancyName: string;
  readonly isActive: boolean;
  readonly isDeleted: boolean;
  readonly connectionString: string | null;
  readonly databaseState: string;
  readonly keptUntil: string | null;
}

let app: TestApp;
let cluster: Cluster;
let host: Client;

beforeAll(async () => {
  [app, cluster] = await Promise.all([startApp(), startCluster()]);
  host = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await cluster.stop();
});

async function using<T>(url: string, work: (client: Pg) => Promise<T>): Promise<T> {
  const connection = new Pg({ connectionString: url });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
const ask = (sql: string, values: readonly unknown[] = [], url = app.urls.migrator): Promise<unknown> =>
  using(url, (connection) => connection.query(sql, [...values]));

const listed = async (query: Record<string, string | boolean>): Promise<readonly TenantAnswer[]> =>
  (await host.get<{ items: readonly TenantAnswer[] }>('Tenant/GetTenants', { MaxResultCount: 100, ...query })).result
    .items;
const one = async (tenancyName: string, query: Record<string, string | boolean> = {}): Promise<TenantAnswer> => {
  const found = (await listed({ Filter: tenancyName, ...query })).find((tenant) => tenant.tenancyName === tenancyName);
  if (!found) throw new Error(`no tenant ${tenancyName} in the list`);
  return found;
};

async function create(tenancyName: string, more: object = {}): Promise<number> {
  const answer = await host.post('Tenant/CreateTenant', {
    tenancyName,
    name: `${tenancyName} 健康中心`,
    adminEmailAddress: 'admin@life.example',
    adminPassword: password,
    isActive: true,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return (await one(tenancyName)).id;
}

const authenticate = (tenantId: number): Promise<Answer<{ accessToken: string }>> =>
  client(app.url, { 'abp.tenantid': String(tenantId) }).post('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: 'admin',
    password,
  });
async function adminOf(tenantId: number): Promise<Client> {
  const answer = await authenticate(tenantId);
  expect(answer.status, answer.text).toBe(200);
  return client(app.url, { authorization: `Bearer ${answer.result.accessToken}` });
}
const good = async (answer: Promise<Answer<unknown>>): Promise<void> => {
  expect((await answer).status, (await answer).text).toBe(200);
};

describe('a tenant that is deleted', () => {
  let id: number;
  let admin: Client;

  beforeAll(async () => {
    id = await create('Gone');
    admin = await adminOf(id);
  });

  test('lets nobody in, is out of the list, and keeps its rows', async () => {
    await good(host.delete('Tenant/DeleteTenant', { Id: id }));
    await expect.poll(async () => (await admin.get('C_client/GetPagedAll')).status, { timeout: 60_000 }).toBe(401);
    expect((await authenticate(id)).status).toBe(400);
    expect(
      (await host.post<{ state: number }>('Account/IsTenantAvailable', { tenancyName: 'Gone' })).result.state,
    ).not.toBe(1);
    expect(await listed({ Filter: 'Gone' })).toEqual([]);
    const kept = await one('Gone', { isDeletedFilter: true });
    expect(kept).toMatchObject({ id, isDeleted: true, isActive: false });
    const days = (Date.parse(kept.keptUntil ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(31);
    const { rows } = await using(app.urls.migrator, (connection) =>
      connection.query('select count(*)::integer as n from app_user where tenant_id = $1', [id]),
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect((await host.delete('Tenant/DeleteTenant', { Id: id })).status).toBe(404);
    expect((await host.get('Tenant/GetTenantForEdit', { Id: id })).result).toMatchObject({
      isDeleted: true,
      databaseState: 'shared',
    });
    expect((await host.put('Tenant/UpdateTenant', { id, tenancyName: 'Gone', name: 'x', isActive: true })).status).toBe(
      404,
    );
  });

  test('is taken back as it was, unless its name was given away or its time is over', async () => {
    const second = await create('Gone');
    const refused = await host.post('Tenant/RestoreTenant', { id });
    expect([refused.status, refused.error?.validationErrors?.[0]?.members]).toEqual([400, ['tenancyName']]);
    await good(host.delete('Tenant/DeleteTenant', { Id: second }));
    await good(host.post('Tenant/RestoreTenant', { id }));
    await good(adminOf(id).then((again) => again.get('C_client/GetPagedAll')));
    expect((await host.post('Tenant/RestoreTenant', { id })).status).toBe(404);
    await ask("update tenant set deleted_at = now() - interval '31 days' where id = $1", [second]);
    expect((await host.post('Tenant/RestoreTenant', { id: second })).status).toBe(404);
    expect(await listed({ Filter: 'Gone', isDeletedFilter: true })).toEqual([]);
  });

  test('is not the default one', async () => {
    const answer = await host.delete('Tenant/DeleteTenant', { Id: await create('Default') });
    expect([answer.status, answer.error?.reason]).toEqual([400, 'tenant.default-stays']);
  });
});

/** The next requested move waits until `work` is done. */
async function whileMoveWaits(work: () => Promise<void>): Promise<void> {
  await using(app.urls.migrator, async (connection) => {
    await connection.query(
      "select pg_advisory_lock(hashtextextended('tenant move', (select coalesce(max(id), 0) + 1 from dir_move)))",
    );
    await work();
  });
}

describe('a tenant on its way to a database of its own', () => {
  let id: number;
  let url: string;

  beforeAll(async () => {
    id = await create('Wanderer');
    url = await cluster.database();
  });

  const move = async (): Promise<{ readonly state: string; readonly failureText: string | null }> =>
    (await host.get<{ state: string; failureText: string | null }>('Tenant/GetMove', { Id: id })).result;

  test('is shown as moving and is not deleted meanwhile; then it lives there, and the connection is never told', async () => {
    expect(await one('Wanderer')).toMatchObject({ databaseState: 'shared', connectionString: null });
    await whileMoveWaits(async () => {
      await good(host.post('Tenant/MoveTenant', { id, connectionString: url }));
      expect(await one('Wanderer')).toMatchObject({ databaseState: 'moving' });
      const refused = await host.delete('Tenant/DeleteTenant', { Id: id });
      expect([refused.status, refused.error?.reason]).toEqual([409, 'tenant.move-open']);
      expect((await host.post('Tenant/MoveTenant', { id, connectionString: null })).status).toBe(409);
    });
    await expect.poll(move, { timeout: 60_000 }).toMatchObject({ state: 'done', failureText: null });
    const shown = await one('Wanderer');
    expect(shown).toMatchObject({ databaseState: 'own', isActive: true });
    expect(shown.connectionString).toMatch(/^postgresql:\/\/\*\*\*@/);
    const told = [
      JSON.stringify(await listed({})),
      (await host.get('Tenant/GetTenantForEdit', { Id: id })).text,
      (await host.get('Tenant/GetMove', { Id: id })).text,
      app.log().join('\n'),
    ].join('\n');
    expect(told).not.toContain(new URL(url).password);
  });

  test('is told to be unreachable while its database refuses everybody', async () => {
    const name = new URL(url).pathname.slice(1);
    const beside = Object.assign(new URL(url), { pathname: '/postgres' }).href;
    await ask(`alter database ${name} allow_connections false`, [], beside);
    await ask('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name], beside);
    await expect.poll(async () => (await one('Wanderer')).databaseState, { timeout: 60_000 }).toBe('unreachable');
    await ask(`alter database ${name} allow_connections true`, [], beside);
    await expect.poll(async () => (await one('Wanderer')).databaseState, { timeout: 60_000 }).toBe('own');
  });

  test('goes back to the platform, and a save without an edition or a connection leaves both', async () => {
    await good(host.post('Tenant/MoveTenant', { id }));
    await expect.poll(move, { timeout: 60_000 }).toMatchObject({ state: 'done', failureText: null });
    expect(await one('Wanderer')).toMatchObject({ databaseState: 'shared', connectionString: null });
    await ask('update tenant set edition_id = 7 where id = $1', [id]);
    await good(host.put('Tenant/UpdateTenant', { id, tenancyName: 'Wanderer', name: '另一个名称', isActive: true }));
    expect((await host.get('Tenant/GetTenantForEdit', { Id: id })).result).toMatchObject({
      name: '另一个名称',
      editionId: 7,
      connectionString: null,
    });
  });
});

describe('what a tenant may have', () => {
  const valuesOf = async (id: number): Promise<Record<string, string>> => {
    const { result } = await host.get<{
      featureValues: readonly { name: string; value: string }[];
      features: readonly { name: string; displayName: string }[];
    }>('Tenant/GetTenantFeaturesForEdit', { Id: id });
    expect(result.features.map(({ name }) => name)).toEqual(result.featureValues.map(({ name }) => name));
    expect(result.features.every(({ displayName }) => displayName !== '')).toBe(true);
    return Object.fromEntries(result.featureValues.map(({ name, value }) => [name, value]));
  };

  test('is set, reaches its users, and is set back to what everybody has', async () => {
    const { Alpha } = app.tenants;
    const usual = await valuesOf(Alpha);
    expect(usual).toMatchObject({ 'App.MaxUserCount': '0', 'App.ChatFeature': 'true' });
    await good(
      host.put('Tenant/UpdateTenantFeatures', {
        id: Alpha,
        featureValues: [
          { name: 'App.MaxUserCount', value: '12' },
          { name: 'App.ChatFeature', value: 'false' },
        ],
      }),
    );
    expect(await valuesOf(Alpha)).toEqual({ ...usual, 'App.MaxUserCount': '12', 'App.ChatFeature': 'false' });
    const admin = await app.as('admin', 'Alpha');
    const features = async (): Promise<unknown> =>
      ((await admin.get('/AbpUserConfiguration/GetAll')).result as { features: { allFeatures: unknown } }).features
        .allFeatures;
    await expect.poll(features, { timeout: 60_000 }).toMatchObject({ 'App.MaxUserCount': { value: '12' } });
    await good(host.post('Tenant/ResetTenantSpecificFeatures', { id: Alpha }));
    expect(await valuesOf(Alpha)).toEqual(usual);
  });

  test.each([
    ['App.Nothing', 'true'],
    ['App.MaxUserCount', 'many'],
    ['App.MaxUserCount', '-1'],
    ['App.ChatFeature', 'yes'],
  ])('%s cannot be %s', async (name, value) => {
    const answer = await host.put('Tenant/UpdateTenantFeatures', {
      id: app.tenants.Beta,
      featureValues: [{ name, value }],
    });
    expect([answer.status, answer.error?.validationErrors?.[0]?.members]).toEqual([400, ['featureValues']]);
  });
});

test('an administrator who is locked out is let in again', async () => {
  const { Beta } = app.tenants;
  const tryWrong = () =>
    app.visitor('Beta').post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'admin', password: 'wrong' });
  for (let count = 0; count < 5; count += 1) await tryWrong();
  expect((await authenticate(Beta)).status).toBe(400);
  await good(host.post('Tenant/UnlockTenantAdmin', { id: Beta }));
  await adminOf(Beta);
});

test('nobody but the host does any of this, and no tenant that is not there is touched', async () => {
  const admin = await app.as('admin', 'Alpha');
  const calls = (by: Client, id: number): readonly Promise<Answer<unknown>>[] => [
    by.delete('Tenant/DeleteTenant', { Id: id }),
    by.post('Tenant/RestoreTenant', { id }),
    by.post('Tenant/UnlockTenantAdmin', { id }),
    by.post('Tenant/MoveTenant', { id }),
    by.get('Tenant/GetTenantFeaturesForEdit', { Id: id }),
    by.put('Tenant/UpdateTenantFeatures', { id, featureValues: [] }),
    by.post('Tenant/ResetTenantSpecificFeatures', { id }),
  ];
  expect((await Promise.all(calls(admin, app.tenants.Alpha))).map(({ status }) => status)).toEqual(
    Array.from({ length: 7 }, () => 403),
  );
  expect((await Promise.all(calls(host, 987_654))).map(({ status }) => status)).toEqual(
    Array.from({ length: 7 }, () => 404),
  );
  expect((await Promise.all(calls(app.visitor('Alpha'), app.tenants.Alpha))).map(({ status }) => status)).toEqual(
    Array.from({ length: 7 }, () => 401),
  );
});
