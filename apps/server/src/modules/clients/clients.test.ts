import { abnormalCase, sosRecord } from '@kangmai/model';
import Excel from 'exceljs';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '../../access/caller.ts';
import { inTenant } from '../../access/in-tenant.ts';
import { withRepositories } from '../../engine/crud/call-ctx.ts';
import { confirmed, imported, person as line } from '@kangmai/testkit/importing';
import { loadRegions } from '../../engine/codes/regions.ts';
import { refreshCrowds } from './birthdays.ts';

let app: TestApp;
let admin: Client;
let beta: Client;

beforeAll(async () => {
  app = await startApp();
  await app.server.services.database.platform(loadRegions);
  admin = await app.as('admin', 'Alpha');
  beta = await app.as('admin', 'Beta');
});
afterAll(() => app.close());

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
let serial = 0;
/** A valid resident number; odd serials are men. */
function number(day = '19521114', region = '530102'): string {
  serial += 1;
  const head = `${region}${day}${String(serial).padStart(3, '0')}`;
  return head + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(head[at]), 0) % 11];
}
const phone = (): string => `139${String(10_000_000 + (serial += 1))}`;
const person = (more: object = {}): object => ({
  name: '张秀英',
  gender: '1',
  birthday: '2000-01-01',
  phone: phone(),
  regionCode: '530102',
  certificate_no: number(),
  ...more,
});

interface File {
  readonly c_client: Record<string, unknown>;
  readonly contacts: readonly Record<string, unknown>[];
  readonly devices: readonly unknown[];
  readonly team: unknown;
}
const save = async (body: object, who: Client = admin): Promise<number> => {
  const answer = await who.post<number>('C_client/CreateOrEdit', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};
const file = async (id: number, who: Client = admin): Promise<File> =>
  (await who.get<File>('C_client/GetC_clientForEdit', { Id: id })).result;
const rows = <T>(tenant: 'Alpha' | 'Beta', sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants[tenant], (tx) => tx.query<T>(sql, values));

describe('who a client is', () => {
  test('birthday and sex follow the number, the elderly are marked, initials and archive number are given', async () => {
    serial = 1;
    const { c_client: made } = await file(
      await save(person({ certificate_no: number('19521114'), crowdTypes: ['hypertension'] })),
    );
    expect(made).toMatchObject({
      birthday: '1952-11-14T00:00:00',
      gender: '2',
      pinyin: 'zxy',
      crowdTypes: ['hypertension', 'elderly'],
      state: 'active',
    });
    expect(made['archiveNo']).toMatch(/^53010200000000\d{3}$/);
    expect(made['certificate_no']).toBe('5********');
  });

  test.each([
    ['530102195203074541', /校验位/],
    ['530102520307454', null],
    ['990102195211140000', /地区码/],
    ['530102299912310000', /出生日期/],
  ])('the number %s', async (given, message) => {
    const answer = await admin.post('C_client/CreateOrEdit', person({ certificate_no: given }));
    if (message === null) expect(answer.status).toBe(200);
    else {
      expect(answer.status).toBe(400);
      expect(answer.error?.validationErrors?.[0]).toMatchObject({
        members: ['certificate_no'],
        message: expect.stringMatching(message) as string,
      });
    }
  });

  test('a passport is no resident number, and its birthday is as typed', async () => {
    expect(
      (await admin.post('C_client/CreateOrEdit', person({ certificateType: '03', certificate_no: '12' + 'ab' })))
        .status,
    ).toBe(400);
    const { c_client: made } = await file(
      await save(person({ certificateType: '03', certificate_no: 'E12345678', birthday: '1980-05-05', gender: '2' })),
    );
    expect(made).toMatchObject({ birthday: '1980-05-05T00:00:00', gender: '2', crowdTypes: [] });
  });

  test('unknown codes and regions are refused', async () => {
    const answer = await admin.post(
      'C_client/CreateOrEdit',
      person({ nation: 'xx', crowdTypes: ['elderly', 'nobody'] }),
    );
    expect(answer.error?.validationErrors?.flatMap(({ members }) => members).toSorted()).toEqual([
      'crowdTypes',
      'nation',
    ]);
    expect(
      (await admin.post('C_client/CreateOrEdit', person({ regionCode: '999999' }))).error?.validationErrors?.[0]
        ?.members,
    ).toEqual(['regionCode']);
  });

  test('a region is written by code or names, found by what it lies in, and leaves with its names', async () => {
    const name = '区划检查';
    const id = await save(person({ name, regionCode: '浙江省 杭州市 西湖区' }));
    await save(person({ name, regionCode: '530102' }));
    expect((await file(id)).c_client).toMatchObject({ regionCode: '330106' });
    const countInRegion = async (regionCodeFilter: string): Promise<number> =>
      (await admin.get<{ totalCount: number }>('C_client/GetPagedAll', { nameFilter: name, regionCodeFilter })).result
        .totalCount;
    expect([
      await countInRegion('330106'),
      await countInRegion('330100'),
      await countInRegion('330000'),
      await countInRegion('530000'),
      await countInRegion('110000'),
    ]).toEqual([1, 1, 1, 1, 0]);
    expect((await admin.get('C_client/GetPagedAll', { regionCodeFilter: '999999' })).status).toBe(400);
    const { result } = await admin.get<{ fileToken: string }>('C_client/GetC_clientsToExcel', {
      IdFilter: id,
      columns: 'name,certificateType,regionCode',
    });
    const book = new Excel.Workbook();
    await book.xlsx.load(
      await (
        await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`)
      ).arrayBuffer(),
    );
    expect([1, 2, 3].map((at) => book.worksheets[0]?.getRow(2).getCell(at).value)).toEqual([
      name,
      '居民身份证',
      '浙江省 杭州市 西湖区',
    ]);
  });

  test('whoever is signed in reads the regions, once', async () => {
    const nurse = await app.as('nurse', 'Alpha');
    const { result, headers } = await nurse.get<{ items: readonly object[] }>('Region/GetAll');
    expect(result.items).toContainEqual({ code: '330106', name: '西湖区', pinyin: 'xhq' });
    expect(result.items).toContainEqual({ code: '110100', name: '市辖区', pinyin: 'sxq', isNominal: true });
    const again = await nurse.fetch('/api/services/app/Region/GetAll', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await app.visitor('Alpha').get('Region/GetAll')).status).toBe(401);
  });

  test('the same number again names the file that is there; another tenant may have the same person', async () => {
    const given = number();
    const id = await save(person({ certificate_no: given }));
    const again = await admin.post('C_client/CreateOrEdit', person({ certificate_no: given }));
    expect(again.status).toBe(409);
    expect(again.error?.details).toContain(String(id));
    await save(person({ certificate_no: given }), beta);
    expect(
      (await admin.post<object>('C_client/CheckUserExist', { name: '张秀英', certificate_no: given })).result,
    ).toEqual({ exist: true, inTenant: true, clientId: id, nameMatches: true, elsewhere: false });
    expect(
      (await beta.post<{ clientId: number }>('C_client/CheckUserExist', { name: '李四', certificate_no: given }))
        .result,
    ).toMatchObject({ exist: true, nameMatches: false });
    expect(
      (await beta.post<object>('C_client/CheckUserExist', { name: '李四', certificate_no: number() })).result,
    ).toEqual({ exist: false, inTenant: false, clientId: null, nameMatches: false, elsewhere: false });
  });

  test('many at once: one file a number, archive numbers without gap or repeat', async () => {
    const given = number();
    const twins = await Promise.all(
      Array.from({ length: 4 }, () => beta.post<number>('C_client/CreateOrEdit', person({ certificate_no: given }))),
    );
    expect(twins.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
    await Promise.all(Array.from({ length: 12 }, () => save(person(), beta)));
    const serials = (await rows<{ n: string }>('Beta', 'select archive_no as n from client order by archive_no')).map(
      ({ n }) => Number(n.slice(12)),
    );
    expect(serials).toEqual(serials.map((_serial, at) => at + 1));
  });

  test('a grown-up needs a number; a child waits for its guardian', async () => {
    const { certificate_no: dropped, ...plain } = person() as Record<string, unknown>;
    expect(dropped).toBeDefined();
    expect(
      (await admin.post('C_client/CreateOrEdit', { ...plain, birthday: '1970-01-01' })).error?.validationErrors?.[0]
        ?.members,
    ).toEqual(['certificate_no']);
    const id = await save({ ...plain, birthday: '2024-01-01', name: '小宝' });
    expect((await file(id)).c_client).toMatchObject({ state: 'potential', crowdTypes: ['child'] });
    expect((await admin.post('C_client/CreateOrEdit', { id, state: 'active' })).status).toBe(400);
    const guardian = { client_id: id, name: '妈妈', relation: '5', phone: phone(), isGuardian: true };
    expect((await admin.post('C_contact/CreateOrEdit', guardian)).error?.validationErrors?.[0]?.members).toEqual([
      'certificate_no',
    ]);
    expect(
      (await admin.post('C_contact/CreateOrEdit', { ...guardian, certificate_no: number('19900101') })).status,
    ).toBe(200);
    expect(await save({ id, state: 'active' })).toBe(id);
  });
});

test('states need their reason and day, and only the steps that exist', async () => {
  const id = await save(person());
  expect(
    (await admin.post('C_client/CreateOrEdit', { id, state: 'deceased' })).error?.validationErrors
      ?.flatMap(({ members }) => members)
      .toSorted(),
  ).toEqual(['stateDate', 'stateReason']);
  expect((await admin.post('C_client/CreateOrEdit', { id, state: 'potential' })).status).toBe(400);
  await save({ id, state: 'paused', stateReason: '住院' });
  expect((await file(id)).c_client).toMatchObject({ state: 'paused', stateReason: '住院' });
  await save({ id, state: 'deceased', stateReason: '因病', stateDate: '2026-01-02' });
  expect((await admin.post('C_client/CreateOrEdit', { id, state: 'active' })).status).toBe(400);
  const unsaid = await admin.post('C_client/CorrectDeath', { id });
  expect(unsaid.error?.validationErrors?.[0]?.members).toEqual(['stateReason']);
  expect((await admin.post('C_client/CorrectDeath', { id, stateReason: '登记错人' })).status).toBe(200);
  expect((await file(id)).c_client).toMatchObject({ state: 'active', stateReason: '登记错人' });
});

test('who turned 65 or passed six is found at the next look', async () => {
  const [old, child, plain] = [
    await save(person()),
    await save(person()),
    await save(person({ certificate_no: number('19900101') })),
  ];
  await rows(
    'Alpha',
    "update client set birthday = '1950-01-01', crowd_types = '{hypertension}' where id = $1 returning id",
    [old],
  );
  await rows('Alpha', "update client set birthday = '2010-01-01', crowd_types = '{child}' where id = $1 returning id", [
    child,
  ]);
  const { surroundings, app: built } = app.server;
  const refreshAges = (): Promise<void> =>
    inTenant(surroundings, { caller: systemCaller(app.tenants.Alpha, 'Asia/Shanghai') }, (ctx) =>
      refreshCrowds(withRepositories(ctx, built.planOf)),
    );
  await refreshAges();
  await refreshAges();
  expect(
    await rows(
      'Alpha',
      'select crowd_types as crowds, row_version as version from client where id = any($1) order by id',
      [[old, child, plain]],
    ),
  ).toEqual([
    { crowds: ['hypertension', 'elderly'], version: 2 },
    { crowds: null, version: 2 },
    { crowds: null, version: 1 },
  ]);
});

test('revealing asks a reason, is written down and has an end', async () => {
  const given = number();
  const id = await save(person({ certificate_no: given }));
  expect((await admin.post('C_client/Reveal', { id, field: 'certificate_no' })).status).toBe(400);
  expect((await admin.post('C_client/Reveal', { id, field: 'remark', reason: '核对身份' })).status).toBe(400);
  expect((await beta.post('C_client/Reveal', { id: 999_999, field: 'phone', reason: '核对身份' })).status).toBe(404);
  expect(
    (await admin.post<object>('C_client/Reveal', { id, field: 'certificate_no', reason: '核对身份' })).result,
  ).toEqual({ field: 'certificate_no', value: given });
  expect(
    await rows('Alpha', "select field, reason from sensitive_access_log where client_id = $1 and action = 'reveal'", [
      id,
    ]),
  ).toEqual([{ field: 'certificateNo', reason: '核对身份' }]);
  const answers = await Promise.all(
    Array.from({ length: 62 }, () => admin.post('C_client/Reveal', { id, field: 'phone', reason: '核对身份' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(59);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(app.log().join('\n')).not.toContain(given);
});

test('handing over: all or none, within the tenant', async () => {
  const [one, two, other] = [await save(person()), await save(person()), await save(person(), beta)];
  const doctor = (await rows<{ id: number }>('Alpha', "select id from app_user where user_name = 'doctor'"))[0]?.id;
  expect((await admin.post('C_client/BatchAssign', { clientIds: [one, two] })).status).toBe(400);
  const gone = await rows<{ id: number }>('Alpha', 'select id from client where id = $1', [other + 100_000]);
  expect(
    (await admin.post('C_client/BatchAssign', { clientIds: [one, other + 100_000], doctorId: doctor })).status,
  ).toBe(404);
  expect(gone).toEqual([]);
  expect((await file(one)).c_client).toMatchObject({ doctorId: null });
  expect(
    (await admin.post<object>('C_client/BatchAssign', { clientIds: [one, two], doctorId: doctor })).result,
  ).toEqual({ assigned: 2 });
  expect((await file(two)).c_client).toMatchObject({ doctorId: doctor });
});

describe('contacts', () => {
  test('one phone and one place in the order a client', async () => {
    const id = await save(person());
    const contact = (more: object): Promise<{ status: number; error: { reason: string } | null }> =>
      admin.post('C_contact/CreateOrEdit', { client_id: id, name: '王芳', relation: '3', phone: phone(), ...more });
    const mobile = phone();
    expect((await contact({ phone: mobile, sosOrder: 1 })).status).toBe(200);
    expect((await contact({ phone: mobile })).error).toMatchObject({
      reason: 'contact.phone-taken',
      validationErrors: [{ members: ['phone'] }],
    });
    expect((await contact({ sosOrder: 1 })).error).toMatchObject({
      reason: 'contact.order-taken',
      validationErrors: [{ members: ['sosOrder'] }],
    });
    expect((await contact({ sosOrder: 6 })).status).toBe(400);
    expect((await contact({ certificate_no: '530102195203074541' })).status).toBe(400);
    const race = await Promise.all([contact({ sosOrder: 2 }), contact({ sosOrder: 2 }), contact({ sosOrder: 2 })]);
    expect(race.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(
      (await admin.get<{ totalCount: number }>('C_contact/GetAll', { client_idFilter: id })).result.totalCount,
    ).toBe(2);
    expect(
      (await beta.get<{ totalCount: number }>('C_contact/GetAll', { client_idFilter: id })).result.totalCount,
    ).toBe(0);
  });
});

describe('lists and pages', () => {
  test('a name and a phone make a potential client, who becomes managed when complete', async () => {
    const id = (await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '李客户', phone: phone() })).result;
    expect((await file(id)).c_client).toMatchObject({ state: 'potential', gender: '9' });
    expect((await admin.post('C_client/CreateOrEdit', { id, state: 'active' })).status).toBe(400);
    const both = await admin.post<object>('C_client/SaveClientAndXYJ_User', {
      client: { id, certificate_no: number(), regionCode: '530102' },
      user: { nickName: '小李', openId: 'forged' },
    });
    expect(both.result).toEqual({ clientId: id, userId: id });
    expect((await file(id)).c_client).toMatchObject({ state: 'active', nickName: '小李', openId: null });
  });

  test('without a birthday there is no age: not in the file, nor in filters, sorts and the board', async () => {
    const name = `无生日${phone()}`;
    const id = (await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone: phone() })).result;
    const old = await save(person({ name: `${name}老`, certificate_no: number('19201114') }));
    expect((await file(id)).c_client).toMatchObject({ birthday: '1900-01-01T00:00:00', age: null });
    const found = async (query: object): Promise<readonly number[]> =>
      (
        await admin.get<{ items: { id: number }[] }>('C_client/GetPagedAll', { nameFilter: name, ...query })
      ).result.items.map((item) => item.id);
    expect(await found({ MinAgeFilter: 100 })).toEqual([old]);
    expect(await found({ MaxAgeFilter: 150 })).toEqual([old]);
    expect(await found({ ageFilter: 126 })).toEqual([]);
    expect(await found({ Sorting: 'age desc' })).toEqual([old, id]);
    expect(await found({ Sorting: 'age asc' })).toEqual([old, id]);
  });

  test('client and account stand side by side; a VIP list shows VIPs only; a select shows the end of the phone', async () => {
    const mobile = phone();
    const id = await save(person({ name: '贵宾甲', isVip: true, vipLevel: '2', phone: mobile }));
    const vips = async (): Promise<readonly { readonly userId: number; readonly lastContactTime: string | null }[]> =>
      (
        await admin.get<{ items: { userId: number; lastContactTime: string | null }[] }>('C_client/GetVipUserData', {
          MaxResultCount: 100,
        })
      ).result.items;
    expect(await vips()).toMatchObject([{ userId: id, lastContactTime: null }]);
    const lastContact = async (): Promise<unknown> =>
      (await vips()).find(({ userId }) => userId === id)?.lastContactTime;
    const samples = await Samples.of(app, 'Alpha');
    const respondedAt = new Date('2026-01-05T08:00:00Z');
    await samples.plant(sosRecord, 'answered', { client: id, case: null, state: 'closed', respondedAt });
    await samples.plant(sosRecord, 'earlier', {
      client: id,
      case: null,
      state: 'closed',
      respondedAt: new Date('2026-01-04T08:00:00Z'),
    });
    expect(await lastContact()).toBe(respondedAt.toISOString());
    const caseId = await samples.plant(abnormalCase, 'contacted', { client: id });
    await rows('Alpha', 'insert into case_contact (tenant_id, case_id, outcome, created_at) values ($1, $2, 1, $3)', [
      app.tenants.Alpha,
      caseId,
      '2026-01-06T08:00:00Z',
    ]);
    expect(await lastContact()).toBe('2026-01-06T08:00:00.000Z');
    const pairs = (
      await admin.get<{ items: { c_client: { id: number }; xyj_user: { id: number; bindState: number } }[] }>(
        'C_client/GetclientAndxyj_userAll',
        { nameFilter: '贵宾' },
      )
    ).result.items;
    expect(pairs).toMatchObject([{ c_client: { id }, xyj_user: { id, bindState: 0 } }]);
    expect(
      (await admin.get<{ items: object[] }>('C_client/GetUnionAll', { filter: '贵宾' })).result.items,
    ).toMatchObject([{ id, sourceKind: 'client' }]);
    expect(
      (await admin.get<{ displayText: string }[]>('C_client/GetC_clientForSelect', { filter: 'gbj' })).result.map(
        ({ displayText }) => displayText.endsWith(mobile.slice(-4)),
      ),
    ).toEqual([true]);
    expect(
      (
        await admin.get<{ totalCount: number; items: object[] }>('C_client/GetUnionAll', {
          MaxResultCount: 5000,
          filter: '贵宾',
        })
      ).result,
    ).toMatchObject({ totalCount: 1, items: [{ id, sourceKind: 'client' }] });
  });

  test('looking at a person is written down; another tenant does not find the person', async () => {
    const id = await save(person());
    const before = await rows<{ n: number }>(
      'Alpha',
      'select count(*) as n from sensitive_access_log where client_id = $1',
      [id],
    );
    const seen = await admin.get<{ latest: unknown[]; openAbnormalCount: number }>('C_client/GetC_clientForView', {
      id,
    });
    expect(seen.result).toMatchObject({ latest: [], openAbnormalCount: 0, devices: [], contacts: [], team: null });
    const after = await rows<{ n: number }>(
      'Alpha',
      'select count(*) as n from sensitive_access_log where client_id = $1',
      [id],
    );
    expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(1);
    expect((await beta.get('C_client/GetC_clientForView', { id: 888_888 })).status).toBe(404);
    const doctor = await app.as('doctor', 'Alpha');
    const see = async (): Promise<number> => (await doctor.get('C_client/GetC_clientForView', { id })).status;
    expect(await see()).toBe(404);
    await admin.post('C_client/BatchAssign', {
      clientIds: [id],
      doctorId: (await rows<{ id: number }>('Alpha', "select id from app_user where user_name = 'doctor'"))[0]?.id,
    });
    expect(await see()).toBe(200);
  });

  test('the board counts managed persons in sight and is kept for a minute', async () => {
    const board = async (
      who: Client,
    ): Promise<{ clients: { total: number; crowds: { code: string }[] }; trend: unknown[] }> => {
      const answer = await who.get<{ clients: { total: number; crowds: { code: string }[] }; trend: unknown[] }>(
        'C_client/GetHealthHomeData',
      );
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.result;
    };
    await save(person(), beta);
    const first = await board(beta);
    const managed = async (tenant: 'Alpha' | 'Beta'): Promise<number> =>
      (
        await rows<{ n: number }>(
          tenant,
          "select count(*) as n from client where state in ('active', 'paused') and not is_deleted",
        )
      )[0]?.n ?? -1;
    expect(first.clients.total).toBe(await managed('Beta'));
    expect(first.clients.crowds).toMatchObject([{ code: 'elderly' }]);
    expect(first.trend).toHaveLength(7);
    await save(person(), beta);
    expect(await board(beta)).toEqual(first);
    expect((await board(admin)).clients.total).toBe(await managed('Alpha'));
  });
});

test('a person saved by staff with a narrow sight stays in it, else the save is refused', async () => {
  const manager = await app.as('manager', 'Alpha');
  const users = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ id: number; name: string }>(
      "select id, user_name as name from app_user where user_name in ('manager', 'doctor')",
    ),
  );
  const idOf = (name: string): number => users.find((user) => user.name === name)?.id ?? 0;
  const own = await manager.post<number>('C_client/CreateOrEdit', person());
  expect(
    (await manager.get<File>('C_client/GetC_clientForEdit', { id: own.result })).result.c_client['healthManagerId'],
  ).toBe(idOf('manager'));
  const given = await manager.post('C_client/CreateOrEdit', person({ doctorId: idOf('doctor') }));
  expect([given.status, given.error?.validationErrors?.[0]?.message]).toEqual([
    400,
    expect.stringContaining('无法查看'),
  ]);

  const { client: member } = await addUser(app, 'Alpha', {
    userName: 'member',
    dataScope: 'team',
    allPermissions: true,
  });
  const [team] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ id: number }>(
      `with t as (insert into care_team (tenant_id, name) values ($1, '一组') returning id)
     insert into care_team_member (tenant_id, care_team_id, user_id) select $1, t.id, u.id from t, app_user u where u.tenant_id = $1 and u.user_name = 'member' returning care_team_id as id`,
      [app.tenants.Alpha],
    ),
  );
  const ofTeam = await member.post<number>('C_client/CreateOrEdit', person());
  expect((await member.get<File>('C_client/GetC_clientForEdit', { id: ofTeam.result })).result.c_client['teamId']).toBe(
    team?.id,
  );
  const foreign = await member.post(
    'C_client/CreateOrEdit',
    person({ teamId: team?.id, healthManagerId: idOf('manager') }),
  );
  expect(foreign.status, foreign.text).toBe(200);
});

test('a person saved by somebody of a unit with others below it belongs to that unit, also when imported', async () => {
  const { client: local } = await addUser(app, 'Alpha', { userName: 'local', dataScope: 'unit', allPermissions: true });
  const [unit] = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ id: number }>(
      `with own as (insert into organization_unit (tenant_id, code, display_name) values ($1, '90001', '城东站') returning id),
       below as (insert into organization_unit (tenant_id, parent_id, code, display_name) select $1, id, '90001.00001', '城东一室' from own)
     insert into user_organization_unit (tenant_id, user_id, organization_unit_id) select $1, u.id, own.id from own, app_user u where u.tenant_id = $1 and u.user_name = 'local'
     returning organization_unit_id as id`,
      [app.tenants.Alpha],
    ),
  );
  const fileOf = async (id: number) => (await local.get<File>('C_client/GetC_clientForEdit', { id })).result.c_client;
  const saved = await local.post<number>('C_client/CreateOrEdit', person());
  expect(saved.status, saved.text).toBe(200);
  expect(await fileOf(saved.result)).toMatchObject({ organizationUnitId: unit?.id, healthManagerId: null });
  const batch = await confirmed(local, await imported(local, 'C_client', [line(970)]));
  expect(batch).toMatchObject({ state: 'done', writtenRows: 1 });
  const { result } = await local.get<{ items: readonly { id: number }[] }>('C_client/GetPagedAll', {
    nameFilter: '导入970',
  });
  expect(await fileOf(result.items[0]?.id ?? 0)).toMatchObject({ organizationUnitId: unit?.id });
});

test('a file stays while an alarm is open: a grave case, or a call for help without a case of its own', async () => {
  const samples = await Samples.of(app, 'Alpha');
  const remove = async (id: number): Promise<unknown> => {
    const { status, error } = await admin.delete('C_client/Delete', { Id: id });
    return status === 200 || [error?.reason, error?.message.match(/\d+/)?.[0]];
  };
  const id = await save(person());
  const slight = { client: id, level: 'attention', state: 'open' };
  await samples.plant(abnormalCase, 'slight', slight);
  const grave = await samples.plant(abnormalCase, 'grave', { ...slight, level: 'critical', state: 'inProgress' });
  for (const name of ['over', 'over too'])
    await samples.plant(abnormalCase, name, { ...slight, level: 'critical', state: 'handled' });
  const view = (await admin.get<{ openAbnormalCount: number }>('C_client/GetC_clientForView', { Id: id })).result;
  expect(view.openAbnormalCount).toBe(2);
  const call = { client: id, state: 'waiting', case: null };
  await samples.plant(sosRecord, 'of the case', { ...call, case: grave });
  const alone = await samples.plant(sosRecord, 'alone', call);
  expect(await remove(id)).toEqual(['client.open-alarms', '2']);
  await rows('Alpha', 'update abnormal_case set state = 3 where id = $1', [grave]);
  expect(await remove(id), 'the call of a case that is over stands alone').toEqual(['client.open-alarms', '2']);
  await rows('Alpha', 'update sos_record set state = 3 where client_id = $1', [id]);
  expect([await remove(id), alone > 0]).toEqual([true, true]);
});
