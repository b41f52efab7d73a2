import {
  abnormalCase,
  bloodPressureReading,
  client as clientFile,
  dictionaryType,
  heartRateReading,
  model,
} from '@kangmai/model';
import { roleSeeds } from '@kangmai/model/reference';
import { jsonKeyOf, withoutLines } from '@kangmai/resource';
import { jsonName, sortNames, wireNameOf } from '@kangmai/resource/wire';
import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { WireRows } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const sql = <R>(tenantId: number, text: string, values: readonly unknown[] = []): Promise<R[]> =>
  app.server.services.database.withTenant(tenantId, (tx) => tx.query<R>(text, [tenantId, ...values]));
const authenticate = (body: object, tenancyName: 'Alpha' | 'Beta' = 'Alpha') =>
  app
    .visitor(tenancyName)
    .post<{ accessToken: string; expireInSeconds: number; refreshToken: string }>('/api/TokenAuth/Authenticate', body);

interface List {
  readonly totalCount: number;
  readonly totalCountCapped?: boolean;
  readonly items: readonly Record<string, unknown>[];
}

test('everything is served at the root and, identically, below /apis, the real-time hub included', async () => {
  for (const path of [
    '/api/services/app/Dictionary_type/GetAll',
    '/AbpUserConfiguration/GetAll',
    '/api/services/app/Dictionary_type/GetDictionary_typeForEdit?Id=9',
  ]) {
    const [root, below] = await Promise.all([admin.get(path), admin.get(`/apis${path}`)]);
    expect(below.text).toBe(root.text);
    expect(below.status).toBe(root.status);
  }
  for (const base of ['', '/apis'])
    expect(`${base} ${(await app.visitor().fetch(`${base}/socket.io/?EIO=4&transport=polling`)).status}`).toBe(
      `${base} 200`,
    );
});

test('a refusal of business is 400, a failed sign-in too; 401 is for tokens, 403 for rights, 404 for rows, 409 for what somebody else did', async () => {
  const bare = await addUser(app, 'Alpha', { userName: 'bare', dataScope: 'all', allPermissions: false });
  const row = await new WireRows(dictionaryType, admin, samples).create();
  const answers = [
    await authenticate({ userNameOrEmailAddress: 'admin', password: 'wrong' }),
    await app.visitor('Alpha').get('Dictionary_type/GetAll'),
    await bare.client.get('Dictionary_type/GetAll'),
    await admin.get('Dictionary_type/GetDictionary_typeForEdit', { Id: 8_000_000_001 }),
    await admin.post('Dictionary_type/CreateOrEdit', { ...row.body, id: row.id, rowVersion: 77 }),
    await admin.post('Dictionary_type/CreateOrEdit', row.body),
    await admin.delete('Dictionary_type/Delete', { Id: row.id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 401, 403, 404, 409, 409, 200]);
});

test('the code of an error stays the number, its reason is a dotted word, its details a sentence, its members JSON names', async () => {
  const { error } = await admin.post('AbnormalData/CreateOrEdit', { imei: 'NOSUCHDEVICE', TO_TIME: 'yesterday' });
  expect(error).toMatchObject({ code: 0, reason: 'validation.failed' });
  expect(error?.validationErrors?.flatMap(({ members }) => members)).toContain('tO_TIME');
  const missing = await admin.get('AbnormalData/GetAbnormalDataForEdit', { Id: 8_000_000_001 });
  expect(missing.error).toMatchObject({
    code: 0,
    reason: 'row.not-found',
    details: '它可能已被删除，或不属于您的机构，请刷新列表。',
  });
});

test('instants leave in UTC; a time without zone is read in the zone of the user, else of the tenant; a day has no zone', async () => {
  const rows = new WireRows(heartRateReading, admin, samples);
  const key = jsonKeyOf('measuredAt', heartRateReading.fields.measuredAt);
  const timeOf = async (id: number): Promise<unknown> =>
    rows.unwrap((await rows.list({ IdFilter: id })).result.items[0] ?? {})[key];
  expect(await timeOf((await rows.create({ [key]: '2026-11-19T08:00:00' })).id)).toBe('2026-11-19T00:00:00.000Z');
  expect(await timeOf((await rows.create({ [key]: '2026/11/18 08:30' })).id)).toBe('2026-11-18T00:30:00.000Z');
  expect(await timeOf((await rows.create({ [key]: '2026-11-17T08:00:00+02:00' })).id)).toBe('2026-11-17T06:00:00.000Z');
  const abroad = await addUser(app, 'Alpha', { userName: 'abroad', dataScope: 'all', allPermissions: true });
  await sql(
    app.tenants.Alpha,
    "update app_user set time_zone = 'America/New_York' where tenant_id = $1 and user_name = 'abroad'",
  );
  const theirs = new WireRows(heartRateReading, abroad.client, samples);
  await expect
    .poll(async () => timeOf((await theirs.create({ [key]: '2026-11-16T08:00:00' })).id).catch(() => ''), {
      timeout: 60_000,
      interval: 500,
    })
    .toBe('2026-11-16T13:00:00.000Z');
  const person = await new WireRows(clientFile, admin, samples).create();
  const form = await admin.get<{ c_client: { birthday: string } }>('C_client/GetC_clientForEdit', { Id: person.id });
  expect(form.result.c_client.birthday).toBe(`${person.body['birthday'] as string}T00:00:00`);
});

test('a list gives ten rows unless asked, up to a million, and hides nothing old', async () => {
  const old = await samples.plantApart(heartRateReading, 'old', { measuredAt: new Date('2019-03-01T00:00:00Z') });
  expect((await admin.get<List>('Watch_hearts/GetAll', { IdFilter: old })).result.totalCount).toBe(1);
  expect((await admin.get<List>('Dictionary/GetAll')).result.items.length).toBe(10);
  expect(
    (await admin.get<List>('Dictionary/GetAll', { MaxResultCount: 1_000_000 })).result.items.length,
  ).toBeGreaterThan(300);
  expect((await admin.get<List>('Dictionary/GetAll', { MaxResultCount: 1_000_001 })).status).toBe(400);
});

test('a total is exact; beyond a hundred thousand it says that it is not', async () => {
  const few = await admin.get<List>('Dictionary/GetAll');
  expect(few.result).not.toHaveProperty('totalCountCapped');
  const type = await samples.idOf('dictionaryType');
  await sql(
    app.tenants.Alpha,
    "insert into dictionary_entry (tenant_id, type_id, code, name) select $1, $2, 'M' || n, 'many' from generate_series(1, 100001) n",
    [type],
  );
  const many = await admin.get<List>('Dictionary/GetAll');
  expect(many.result).toMatchObject({ totalCount: 100_000, totalCountCapped: true });
  expect(many.result.items.length).toBe(10);
  await sql(app.tenants.Alpha, "delete from dictionary_entry where tenant_id = $1 and type_id = $2 and name = 'many'", [
    type,
  ]);
});

test('wrapping belongs to the call: lists and forms of a wrapping service are wrapped, GetPagedAll and GetList are flat', async () => {
  const id = await samples.idOf('client');
  const paged = await admin.get<List>('C_client/GetPagedAll', { IdFilter: id });
  expect(paged.result.items[0]).toMatchObject({ id });
  expect(paged.result.items[0]).not.toHaveProperty('c_client');
  expect((await admin.get('C_client/GetC_clientForEdit', { Id: id })).result).toMatchObject({ c_client: { id } });
  await samples.idOf('deviceProduct');
  expect((await admin.get<List>('DeviceProduct/GetAll')).result.items[0]).toHaveProperty('deviceProduct');
  const list = (await admin.get('DeviceProduct/GetList')).result;
  expect(JSON.stringify(list)).not.toContain('"deviceProduct":');
});

test('a filter means what its field is marked for: exact, contains, range from and to', async () => {
  const rows = new WireRows(dictionaryType, admin, samples);
  const code = jsonKeyOf('typeCode', dictionaryType.fields.typeCode);
  const [short, long] = [await rows.create({ [code]: 'Mark1' }), await rows.create({ [code]: 'Mark10' })];
  const entry = (typeCode: string) =>
    admin.post('Dictionary/CreateOrEdit', { 'type_code': typeCode, code: 'e', name: typeCode });
  await entry('Mark1');
  await entry('Mark10');
  const found = async (query: Record<string, string>) =>
    (await admin.get<List>('Dictionary/GetAll', query)).result.totalCount;
  expect(await found({ 'type_codeFilter': 'Mark1' })).toBe(1);
  expect(short.id).not.toBe(long.id);
  const readings = new WireRows(bloodPressureReading, admin, samples);
  const [low, high] = [await readings.create({ high: 124, low: 80 }), await readings.create({ high: 125, low: 81 })];
  const both = `${low.id},${high.id}`;
  expect(await readings.ids({ IdFilter: both, highFilter: 125 })).toEqual([high.id]);
  expect(await readings.ids({ IdFilter: both, lowFilter: 80 })).toEqual([low.id]);
  expect(await readings.ids({ IdFilter: both, MinhighFilter: 125 })).toEqual([high.id]);
  expect(await readings.ids({ IdFilter: both, MaxhighFilter: 124 })).toEqual([low.id]);
});

test('names travel as the old server spelled them, and every spelling is understood on the way in', () => {
  expect(
    ['TO_TIME', 'ABNORMAL_DIA', 'USERID', 'XYJ_Watch_remindMessage', 'SOS_Record', 'C_client'].map(jsonName),
  ).toEqual(['tO_TIME', 'abnormaL_DIA', 'userid', 'xyJ_Watch_remindMessage', 'soS_Record', 'c_client']);
  for (const resource of model.resources) {
    const find = sortNames(resource, model);
    for (const [name, field] of Object.entries(withoutLines(resource.fields))) {
      expect(jsonKeyOf(name, field)).toBe(jsonName(wireNameOf(name, field)));
      expect(find(jsonKeyOf(name, field))).toEqual(find(wireNameOf(name, field)));
      expect(find(`${jsonName(resource.wire.entity)}.${jsonKeyOf(name, field)}`) === undefined).toBe(
        field.options.sensitive !== undefined,
      );
    }
  }
});

test('a body is read by any casing of its names; unknown names are ignored here and refused at the door of the devices', async () => {
  const body = await samples.body(dictionaryType);
  const shouted = Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toUpperCase(), value]));
  expect((await admin.post('Dictionary_type/CreateOrEdit', { ...shouted, whatever: 1, tenantId: 99 })).status).toBe(
    200,
  );
  const source = await new WireRows(model.byName('ingestSource'), admin, samples).create({
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    sourceCode: 'strict',
    valid: true,
    protocol: 'json',
  });
  const { result } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id: source.id });
  const deliver = (more: object) =>
    app
      .visitor()
      .with({ authorization: `Bearer ${result.apiKey}` })
      .post('/api/ingest/v1/readings', {
        imei: '990000000000001',
        dataType: 'heart',
        measuredAt: new Date().toISOString(),
        values: { heart: 70 },
        ...more,
      });
  expect((await deliver({})).status).toBe(202);
  const strange = await deliver({ whatever: 1 });
  expect(`${strange.status} ${strange.text}`).toMatch(/^400 .*whatever/);
});

test('a change without a version is taken, on an old version it is refused with who and when', async () => {
  const rows = new WireRows(dictionaryType, admin, samples);
  const { id, body } = await rows.create();
  expect((await rows.save({ ...body, id })).status).toBe(200);
  expect((await rows.save({ ...body, id, rowVersion: 2 })).status).toBe(200);
  const { status, error } = await rows.save({ ...body, id, rowVersion: 2 });
  expect(`${status} ${error?.message ?? ''}`).toMatch(/^409 .*系统管理员 于 2\d{3}-/);
});

test('after its time a tenant can be read for the waiting days, then nobody signs in; alarms go on, and tokens last a day', async () => {
  const beta = await app.as('admin', 'Beta');
  const betaSamples = await Samples.of(app, 'Beta');
  const body = await betaSamples.body(dictionaryType);
  const sosBody = await betaSamples.body(model.byName('sosRecord'));
  expect((await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Beta')).result).toMatchObject({
    expireInSeconds: 86_400,
    refreshToken: expect.any(String) as unknown,
  });
  const subscribe = (days: number, waiting: number) =>
    app.server.services.database.platform((tx) =>
      tx.execute(
        'update tenant set subscription_end_at = now() - make_interval(days => $2), waiting_days = $3 where id = $1',
        [app.tenants.Beta, days, waiting],
      ),
    );
  await subscribe(1, 7);
  await expect
    .poll(async () => (await beta.post('Dictionary_type/CreateOrEdit', body)).error?.reason, {
      timeout: 60_000,
      interval: 300,
    })
    .toBe('tenant.expired');
  expect((await beta.get('Dictionary_type/GetAll')).status).toBe(200);
  expect((await beta.post('SOS_Records/CreateOrEdit', sosBody)).error?.reason).not.toBe('tenant.expired');
  await subscribe(30, 7);
  await expect
    .poll(async () => (await beta.get('Dictionary_type/GetAll')).status, { timeout: 60_000, interval: 300 })
    .toBe(401);
  const late = await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Beta');
  expect(`${late.status} ${late.error?.reason ?? ''}`).toBe('400 tenant.closed');
  await app.server.services.database.platform((tx) =>
    tx.execute('update tenant set subscription_end_at = null where id = $1', [app.tenants.Beta]),
  );
});

test('ids are numbers that JSON keeps exactly, up to the greatest', async () => {
  const rows = new WireRows(dictionaryType, admin, samples);
  const made = await sql<{ id: number }>(
    app.tenants.Alpha,
    "insert into dictionary_type (tenant_id, id, type_name, type_code, category) values ($1, 9007199254740991, 'greatest', 'Greatest', 'H') returning id",
  );
  expect(made[0]?.id).toBe(Number.MAX_SAFE_INTEGER);
  expect(await rows.ids({ IdFilter: '9007199254740991' })).toEqual([9_007_199_254_740_991]);
  expect((await rows.list({ IdFilter: '9007199254740991' })).text).toContain('"id":9007199254740991');
});

test('a visitor’s tenant comes from either header or the cookie, never from the address; the session start may be kept but must be asked for', async () => {
  const { Alpha } = app.tenants;
  const tenantOf = async (headers: Record<string, string>, query = '') => {
    const answer = await app
      .visitor()
      .with(headers)
      .post<{ accessToken: string }>(`/api/TokenAuth/Authenticate${query}`, {
        userNameOrEmailAddress: 'nurse',
        password,
      });
    return answer.status;
  };
  expect(await tenantOf({ 'abp.tenantid': String(Alpha) })).toBe(200);
  expect(await tenantOf({ 'abp-tenantid': String(Alpha) })).toBe(200);
  expect(await tenantOf({ cookie: `a=b; Abp.TenantId=${Alpha}` })).toBe(200);
  expect(await tenantOf({}, `?tenant=${Alpha}&tenantId=${Alpha}`)).toBe(400);
  for (const path of ['/AbpUserConfiguration/GetAll', 'Session/GetCurrentLoginInformations']) {
    const { headers } = await admin.get(path);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toMatch(/Authorization.*Abp\.TenantId/);
    expect((await admin.with({ 'if-none-match': headers.get('etag') ?? '' }).get(path)).status).toBe(304);
  }
});

test('a token made for one purpose opens nothing else', async () => {
  const { services } = app.server;
  const expiresAt = new Date(Date.now() + 60_000);
  const real = await authenticate({ userNameOrEmailAddress: 'nurse', password });
  const claims = JSON.parse(Buffer.from(real.result.accessToken.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    string | number | null
  >;
  const { aud: _audience, exp: _end, iat: _start, nbf: _from, iss: _issuer, ...own } = claims;
  for (const audience of ['hub', 'messaging', 'ACCESS', ''] as const) {
    const token = await services.tokens.sign(own, { audience: audience as 'hub', expiresAt });
    expect(
      `${audience} ${
        (
          await app
            .visitor()
            .with({ authorization: `Bearer ${token}` })
            .get('Dictionary_type/GetAll')
        ).status
      }`,
    ).toBe(`${audience} 401`);
  }
  const same = await services.tokens.sign(own, { audience: 'access', expiresAt });
  expect(
    (
      await app
        .visitor()
        .with({ authorization: `Bearer ${same}` })
        .get('Profile/GetPasswordComplexitySetting')
    ).status,
  ).toBe(200);
});

test('any one of several permissions opens a call', async () => {
  expect(Array.isArray(abnormalCase.permission)).toBe(true);
  for (const [at, name] of (abnormalCase.permission as readonly string[]).entries()) {
    const { client, tenantId } = await addUser(app, 'Alpha', {
      userName: `any${at}`,
      dataScope: 'all',
      allPermissions: false,
    });
    expect((await client.get('AbnormalData/GetAll')).status).toBe(403);
    await sql(
      tenantId,
      'insert into role_permission (tenant_id, role_id, permission) select $1, id, $3 from app_role where tenant_id = $1 and name = $2 returning 1',
      [`Roleany${at}`, name],
    );
    await expect
      .poll(async () => (await client.get('AbnormalData/GetAll')).status, { timeout: 60_000, interval: 300 })
      .toBe(200);
  }
});

test('every tenant has the eight roles of the documents, each with how far it sees', async () => {
  const wanted = roleSeeds.rows
    .filter(({ side, isStatic }) => side === 'tenant' && isStatic)
    .map(({ name, dataScope }) => ({ name, dataScope }));
  const roles = await sql<{ name: string; dataScope: string }>(
    app.tenants.Alpha,
    'select name, data_scope as "dataScope" from app_role where tenant_id = $1 and is_static order by name',
  );
  expect(roles).toEqual(wanted.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  expect(roles.length).toBe(8);
  expect(roles.map(({ dataScope }) => dataScope)).toEqual(expect.arrayContaining(['all', 'unit', 'team', 'own']));
});
