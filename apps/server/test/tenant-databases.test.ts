import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import { queryAt } from '@kangmai/testkit/rows';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

interface TenantAnswer {
  readonly id: number;
  readonly tenancyName: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly connectionString: string | null;
}

const edit = async (id: number): Promise<TenantAnswer> =>
  (await host.get<TenantAnswer>('Tenant/GetTenantForEdit', { Id: id })).result;
const create = (tenancyName: string, more: object): Promise<Answer<null>> =>
  host.post('Tenant/CreateTenant', {
    tenancyName,
    name: `${tenancyName} 健康中心`,
    adminEmailAddress: 'admin@own.example',
    adminPassword: password,
    isActive: true,
    ...more,
  });
const problemOf = (answer: Answer<unknown>): unknown =>
  (answer.body as { error?: { validationErrors?: readonly { message: string; members: readonly string[] }[] } }).error
    ?.validationErrors;

async function signIn(tenantId: number): Promise<Client> {
  const { client } = await import('@kangmai/testkit/client');
  const answer = await client(app.url, { 'abp.tenantid': String(tenantId) }).post<{ accessToken: string }>(
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress: 'admin', password },
  );
  expect(answer.status, answer.text).toBe(200);
  return client(app.url, { authorization: `Bearer ${answer.result.accessToken}` });
}

describe('a connection that cannot be used', () => {
  test.each([
    ['mysql://a:b@127.0.0.1:1/x', 'postgresql://'],
    ['file:///etc/passwd', 'postgresql://'],
    ['postgresql:///kangmai?host=/tmp', 'postgresql://用户'],
    ['postgresql://a:b@%2Ftmp/kangmai', 'postgresql://用户'],
    ['postgresql://a:b@127.0.0.1:5432/x?sslrootcert=/etc/passwd', 'sslmode'],
    ['postgresql://a:b@127.0.0.1:5432/x?host=/tmp', 'sslmode'],
    ['postgresql://a:b@127.0.0.1:5432/x?sslmode=verify-full&options=-c%20x', 'sslmode'],
    ['postgresql://a:b@127.0.0.1:1/x', '无法连接'],
    ['/var/run/postgresql', 'postgresql://用户'],
    ['postgresql://a:b@127.0.0.1/', 'postgresql://用户'],
    ...[
      '169.254.169.254',
      '[fe80::1]',
      '0.0.0.0',
      '0',
      '[::]',
      '[::ffff:169.254.169.254]',
      '2852039166',
      '0xa9.0xfe.0xa9.0xfe',
      '[64:ff9b::a9fe:a9fe]',
      '100.100.100.200',
    ].map((name) => [`postgresql://a:b@${name}:5432/x`, '不允许连接到这个地址']),
  ])('%s is a problem of its field, and no tenant is made', async (connectionString, words) => {
    const answer = await create('Refused', { connectionString });
    expect(answer.status, answer.text).toBe(400);
    expect(problemOf(answer)).toMatchObject([
      { members: ['connectionString'], message: expect.stringContaining(words) },
    ]);
    expect((await host.get<{ totalCount: number }>('Tenant/GetTenants', { Filter: 'Refused' })).result.totalCount).toBe(
      0,
    );
  });

  test('a wrong password, an unknown database, one with other tables, and the own one are told apart', async () => {
    const good = await cluster.database();
    const wrong = new URL(good);
    wrong.password = 'wrong';
    const unknown = new URL(good);
    unknown.pathname = '/nowhere';
    const occupied = await cluster.database();
    await queryAt(occupied, 'create table somebody_elses (id integer)');
    const words = async (connectionString: string): Promise<unknown> =>
      problemOf(await host.put('Tenant/UpdateTenant', { ...(await edit(app.tenants.Beta)), connectionString }));
    expect(await words(wrong.href)).toMatchObject([{ message: expect.stringContaining('密码') }]);
    expect(await words(unknown.href)).toMatchObject([{ message: expect.stringContaining('没有这个数据库') }]);
    expect(await words(occupied)).toMatchObject([{ message: expect.stringContaining('其他表') }]);
    expect(await queryAt(occupied, "select 1 from pg_namespace where nspname = 'kangmai'")).toEqual([]);
    expect((await host.get('Tenant/GetMove', { Id: app.tenants.Beta })).result).toBeNull();
  });

  test('nobody but the host sees or sets it', async () => {
    const admin = await app.as('admin', 'Alpha');
    for (const answer of [
      await admin.get('Tenant/GetTenants'),
      await admin.get('Tenant/GetTenantForEdit', { Id: app.tenants.Alpha }),
      await admin.put('Tenant/UpdateTenant', {
        id: app.tenants.Alpha,
        tenancyName: 'Alpha',
        name: 'x',
        isActive: true,
      }),
      await admin.get('Tenant/GetMove', { Id: 1 }),
    ]) {
      expect(answer.status, answer.text).toBe(403);
    }
  });
});

describe('a tenant made in a database of its own', () => {
  let url: string;
  let id: number;
  let admin: Client;

  beforeAll(async () => {
    url = await cluster.database();
    const answer = await create('Gamma', { connectionString: url });
    expect(answer.status, answer.text).toBe(200);
    const { result } = await host.get<{ items: readonly TenantAnswer[] }>('Tenant/GetTenants', { Filter: 'gamma' });
    id = result.items[0]?.id ?? 0;
    admin = await signIn(id);
  });

  test('is there, and the platform holds its connection encrypted and shows it without user and password', async () => {
    const { password: secret, host: place } = new URL(url);
    const shown = await edit(id);
    expect(shown.connectionString).toMatch(new RegExp(`^postgresql://\\*\\*\\*@${place}/tenants_`));
    const [stored] = await queryAt<{ text: string }>(
      app.urls.migrator,
      "select string_agg(t::text, ' ') as text from (select t::text from tenant t union all select d::text from tenant_database d union all select c::text from entity_change c) t",
    );
    expect(stored?.text).toContain('Gamma');
    expect(stored?.text).not.toContain(secret);
    expect(stored?.text).not.toContain(Buffer.from(secret).toString('hex'));
    expect(app.log().join('\n')).not.toContain(secret);
  });

  test('keeps its rows there and none in the database of the platform', async () => {
    const client = await admin.post<number>('C_client/CreateOrEditFromCustom', {
      name: '独库客户',
      phone: '13900007777',
    });
    expect(client.status, client.text).toBe(200);
    const reading = await admin.post('Watch_bps/CreateOrEdit', {
      userId: client.result,
      high: 192,
      low: 118,
      measure_time: new Date().toISOString(),
    });
    expect(reading.status, reading.text).toBe(200);
    const tables = [
      'client',
      'blood_pressure_reading',
      'abnormal_case',
      'app_user',
      'app_role',
      'user_token',
      'audit_log',
      'reading_day',
      'dictionary_entry',
    ];
    const counts = (at: string): Promise<readonly { n: number }[]> =>
      queryAt(
        at,
        tables
          .map((table) => `select count(*)::integer as n from ${table} where tenant_id = ${id}`)
          .join(' union all '),
      );
    await expect.poll(async () => (await counts(url)).every(({ n }) => n > 0), { timeout: 60_000 }).toBe(true);
    expect((await counts(app.urls.migrator)).map(({ n }) => n)).toEqual(tables.map(() => 0));
    expect((await admin.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount).toBe(1);
    expect(
      (await (await app.as('admin', 'Alpha')).get<{ totalCount: number }>('C_client/GetPagedAll', { filter: '独库' }))
        .result.totalCount,
    ).toBe(0);
  });

  test('is heard at the door, by the devices that the host gave it', async () => {
    const imei = '860000000007771';
    expect(
      (await host.post<{ allocated: number }>('Devices/Allocate', { imeis: [imei], tenantId: id })).result,
    ).toMatchObject({ allocated: 1 });
    expect((await admin.get<{ id: number } | null>('Tenant/GetTenantByImei', { imei })).result).toMatchObject({ id });
  });

  test('obeys what the host changes about it, and what the clock and the queues do reaches it', async () => {
    const before = await edit(id);
    expect((await host.put('Tenant/UpdateTenant', { ...before, isActive: false })).status).toBe(200);
    await expect.poll(async () => (await admin.get('C_client/GetPagedAll')).status, { timeout: 60_000 }).toBe(401);
    expect((await host.put('Tenant/UpdateTenant', { ...(await edit(id)), isActive: true })).status).toBe(200);
    await expect.poll(async () => (await admin.get('C_client/GetPagedAll')).status, { timeout: 60_000 }).toBe(200);
    expect((await edit(id)).connectionString).toBe(before.connectionString);
    const { prune } = await import('../src/modules/nightly/pruning.ts');
    await queryAt(
      url,
      "insert into request_key (tenant_id, key, request_digest, created_at) values ($1, 'old', 'x', now() - interval '9 days')",
      [id],
    );
    await prune(app.server.services.database);
    expect(await queryAt(url, "select 1 from request_key where key = 'old'")).toEqual([]);
    const after = new Date(Date.UTC(2031, 4, 1));
    await app.server.services.database.ensurePartitions('heart_rate_reading', after, after);
    expect(await queryAt(url, "select to_regclass('heart_rate_reading_203105') is not null as made")).toEqual([
      { made: true },
    ]);
  });

  test('is reached from another node as well', async () => {
    const second = await app.secondNode();
    const { client } = await import('@kangmai/testkit/client');
    const { result } = await client(second.url, { 'abp.tenantid': String(id) }).post<{ accessToken: string }>(
      '/api/TokenAuth/Authenticate',
      { userNameOrEmailAddress: 'admin', password },
    );
    expect(
      (
        await client(second.url, { authorization: `Bearer ${result.accessToken}` }).get<{ totalCount: number }>(
          'C_client/GetPagedAll',
        )
      ).result.totalCount,
    ).toBe(1);
    await second.close();
  });

  test('another tenant in the same database shares its pool and sees nothing of it', async () => {
    expect((await create('Delta', { connectionString: url })).status).toBe(200);
    const { result } = await host.get<{ items: readonly TenantAnswer[] }>('Tenant/GetTenants', { Filter: 'delta' });
    const other = await signIn(result.items[0]?.id ?? 0);
    expect((await other.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount).toBe(0);
    const pools = app.server.services.database.figures().map(({ name }) => name);
    expect(pools.filter((name) => name.endsWith(' app'))).toHaveLength(1);
  });
});
