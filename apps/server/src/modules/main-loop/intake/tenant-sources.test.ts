import { startApp, type TestApp, type TenancyName } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: Client;
let admin: Client;
let serial = 0;
beforeAll(async () => {
  app = await startApp();
  [host, admin] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha')]);
});
afterAll(() => app.close());

const newImei = (): string => `8655550000${String((serial += 1)).padStart(5, '0')}`;

/** An imei that the host allocated to a tenant, with or without a device. */
async function imeiOf(tenancyName: TenancyName, isRegistered = true): Promise<string> {
  const imei = newImei();
  expect(
    (await host.post('Devices/Allocate', { imeis: [imei], tenantId: app.tenants[tenancyName] })).result,
  ).toMatchObject({ allocated: 1 });
  if (!isRegistered) return imei;
  const own = await app.as('admin', tenancyName);
  const type =
    (
      await own.get<{ id: number; typeCode: string }[]>('DevicesType/getDevicesTypeList', {
        categoryFilter: 'wearable',
      })
    ).result.find(({ typeCode }) => typeCode === 'watch')?.id ?? 0;
  const product = (await own.get<{ id: number }[]>('DeviceProduct/GetList', { devicesTypeId: type })).result[0]?.id;
  expect((await own.post('Devices/CreateOrEdit', { imei, devicesTypeId: type, deviceProductId: product })).status).toBe(
    200,
  );
  return imei;
}

const save = (who: Client, more: object): Promise<Answer<number>> => {
  const code = `source${(serial += 1)}`;
  return who.post<number>('IngestSources/CreateOrEdit', {
    sourceName: code,
    sourceCode: code,
    protocol: 'json',
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    ...more,
  });
};

/** A source with its key; `prefix` is written past the checks, as older sources of tenants had one. */
async function source(who: Client, more: object, former?: { readonly prefix: string }): Promise<Client> {
  const { result: id } = await save(who, more);
  const { result } = await who.post<{ apiKey: string }>('IngestSources/RotateKey', { id });
  if (former)
    await inTenant(app.tenants.Alpha, 'update ingest_source set imei_prefix = $3 where tenant_id = $1 and id = $2', [
      id,
      former.prefix,
    ]);
  return app.visitor().with({ authorization: `Bearer ${result.apiKey}` });
}

const refused = (member: string, text: string): object => ({
  status: 400,
  error: { validationErrors: [{ members: [member], message: expect.stringContaining(text) as string }] },
});

const inTenant = <T>(tenantId: number, text: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(tenantId, (tx) => tx.query<T>(text, [tenantId, ...values]));
const deliver = (from: Client, item: object): Promise<Answer<unknown>> =>
  from.post('/api/ingest/v1/readings', { dataType: 'heart', values: { heart: 71 }, ...item });
const sos = (from: Client, imei: string): Promise<Answer<unknown>> =>
  deliver(from, { imei, dataType: 'event', values: { event: 'sos' } });

const asideOf = (tenantId: number, imei: string): Promise<{ reason: string }[]> =>
  inTenant(tenantId, 'select reason from quarantined_reading where tenant_id = $1 and imei = $2', [imei]);
const toldOf = async (tenantId: number, imei: string): Promise<readonly string[]> =>
  (
    await inTenant<{ userName: string }>(
      tenantId,
      `select u.user_name as "userName" from user_notification n join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id
    where n.tenant_id = $1 and n.name = 'App.StrangerAlarm' and n.data->'params'->>'imei' = $2 order by u.user_name`,
      [imei],
    )
  ).map(({ userName }) => userName);

test("a prefix is the host's: a tenant may not set one", async () => {
  const own = await imeiOf('Alpha');
  for (const imeiList of [undefined, [own]])
    expect(await save(admin, { imeiPrefix: '8', imeiList })).toMatchObject(
      refused('imeiPrefix', '前缀只能由平台方设置'),
    );
  const { result: id } = await save(admin, { imeiList: [own] });
  expect(await admin.post('IngestSources/CreateOrEdit', { id, imeiPrefix: '8655' })).toMatchObject(
    refused('imeiPrefix', '前缀只能由平台方设置'),
  );
  expect((await save(host, { imeiPrefix: '8655' })).status).toBe(200);
});

test("a tenant's source lists imeis of its own, and is refused alike for one of another tenant and one that nobody has", async () => {
  const [own, allocated, foreign] = [await imeiOf('Alpha'), await imeiOf('Alpha', false), await imeiOf('Beta')];
  expect((await save(admin, { imeiList: [own, allocated] })).status).toBe(200);
  const [others, nobodys] = [
    await save(admin, { imeiList: [own, foreign] }),
    await save(admin, { imeiList: [own, '865555999999999'] }),
  ];
  expect(others).toMatchObject(refused('imeiList', '未分配给本机构'));
  expect(others.text.replaceAll(foreign, 'X')).toBe(nobodys.text.replaceAll('865555999999999', 'X'));
  expect((await save(host, { imeiList: [foreign, '865555999999999'] })).status).toBe(200);
});

test('what no imei can be is refused in a list, at a tenant and at the host', async () => {
  for (const who of [admin, host])
    for (const each of [{ toString: 1 }, null, ['x'], '', 'x'.repeat(40)])
      expect((await save(who, { imeiList: [each] })).status).toBe(400);
});

test("a former prefix of a tenant's source counts for the imeis of the tenant alone", async () => {
  const [own, foreign, nobodys] = [await imeiOf('Alpha'), await imeiOf('Beta'), newImei()];
  const gateway = await source(admin, { imeiList: [own] }, { prefix: '86' });
  const further = await imeiOf('Alpha');
  expect((await deliver(gateway, { imei: further })).status).toBe(201);
  const answers = [await deliver(gateway, { imei: foreign }), await deliver(gateway, { imei: nobodys })];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(2).fill([202, { status: 'quarantined', reason: 'unknown_imei' }]),
  );
  for (const imei of [foreign, nobodys]) {
    expect(await asideOf(app.tenants.Alpha, imei)).toEqual([{ reason: 'unknown_imei' }]);
    for (const tenantId of [0, app.tenants.Beta]) expect(await asideOf(tenantId, imei)).toEqual([]);
  }
  expect(await inTenant(app.tenants.Beta, 'select 1 from heart_rate_reading where tenant_id = $1')).toEqual([]);
});

test('an imei of a list that moved to another tenant is one that nobody has', async () => {
  const [own, moved] = [await imeiOf('Alpha'), await imeiOf('Alpha', false)];
  const gateway = await source(admin, { imeiList: [own, moved] });
  await host.post('Devices/Allocate', { imeis: [moved], tenantId: app.tenants.Beta });
  expect(await deliver(gateway, { imei: moved })).toMatchObject({
    status: 202,
    body: { status: 'quarantined', reason: 'unknown_imei' },
  });
  expect(await asideOf(app.tenants.Beta, moved)).toEqual([]);
});

test('an own imei outside the list is no imei of this source', async () => {
  const [listed, other] = [await imeiOf('Alpha'), await imeiOf('Alpha')];
  const gateway = await source(admin, { imeiList: [listed] });
  expect((await deliver(gateway, { imei: listed })).status).toBe(201);
  expect((await deliver(gateway, { imei: other })).body).toEqual({ status: 'quarantined', reason: 'foreign_source' });
});

test('a call for help of an unknown imei is told to the tenant whose source it came from, else to the host', async () => {
  const [own, foreign] = [await imeiOf('Alpha'), await imeiOf('Beta')];
  const [gateway, hosts] = [await source(admin, { imeiList: [own] }), await source(host, { imeiPrefix: '86' })];
  for (const imei of [foreign, newImei()]) {
    expect((await sos(gateway, imei)).body).toEqual({ status: 'quarantined', reason: 'unknown_imei' });
    expect(await toldOf(app.tenants.Alpha, imei)).toEqual(['admin', 'doctor', 'manager', 'nurse']);
    expect([await toldOf(app.tenants.Beta, imei), await toldOf(0, imei)]).toEqual([[], []]);
  }
  const stranger = newImei();
  await sos(hosts, stranger);
  expect([await toldOf(0, stranger), await toldOf(app.tenants.Alpha, stranger)]).toEqual([['admin'], []]);
});

test('it is told to those who may see calls for help, and to the host where nobody may', async () => {
  const right = 'Pages.RemoteMonitoring.SOS';
  const gateway = await source(admin, { imeiList: [await imeiOf('Alpha')] });
  const refuse = (userName: string): Promise<unknown> =>
    inTenant(
      app.tenants.Alpha,
      `insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, id, '${right}', false from app_user where tenant_id = $1 and user_name = $2`,
      [userName],
    );
  await refuse('nurse');
  const [first, second] = [newImei(), newImei()];
  await sos(gateway, first);
  expect(await toldOf(app.tenants.Alpha, first)).toEqual(['admin', 'doctor', 'manager']);
  for (const userName of ['admin', 'doctor', 'manager']) await refuse(userName);
  await sos(gateway, second);
  expect([await toldOf(app.tenants.Alpha, second), await toldOf(0, second)]).toEqual([[], ['admin']]);
  await inTenant(app.tenants.Alpha, `delete from user_permission where tenant_id = $1 and permission = '${right}'`);
});

test('a call for help of an imei that a tenant has and has not registered is told to that tenant', async () => {
  const [own, unregistered] = [await imeiOf('Alpha'), await imeiOf('Alpha', false)];
  for (const from of [
    await source(admin, { imeiList: [own, unregistered] }),
    await source(host, { imeiPrefix: '86' }),
  ]) {
    expect((await sos(from, unregistered)).body).toEqual({ status: 'quarantined', reason: 'unknown_imei' });
  }
  expect(await toldOf(app.tenants.Alpha, unregistered)).toEqual([
    'admin',
    'admin',
    'doctor',
    'doctor',
    'manager',
    'manager',
    'nurse',
    'nurse',
  ]);
});
