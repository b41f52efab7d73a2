import { institution, provider, staffMember, staffPaper } from '@kangmai/model';
import { systemCaller } from '@kangmai/server/access/caller';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories } from '@kangmai/server/engine/crud/call-ctx';
import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { sampleIdNumber } from '@kangmai/testkit/samples-complete';
import { WireRows } from '@kangmai/testkit/samples-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordMonths } from './energy.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = (await addUser(app, 'Alpha', { userName: 'basic.admin', dataScope: 'all', allPermissions: true })).client;
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const today = (days = 0): string => new Date(Date.now() + 8 * 3_600_000 + days * dayMs).toISOString().slice(0, 10);
const problems = ({ error }: Answer<unknown>): readonly (readonly [string, string])[] =>
  (error?.validationErrors ?? []).map(({ members, message }) => [members[0] ?? '', message]);
const post = <T = unknown>(path: string, body: object, by = admin): Promise<Answer<T>> =>
  by.post<T>(path, body as never);
const edit = async (service: string, entity: string, id: number): Promise<Record<string, unknown>> => {
  const { result } = await admin.get<Record<string, Record<string, unknown>>>(`${service}/Get${entity}ForEdit`, {
    Id: id,
  });
  return result[`${entity.charAt(0).toLowerCase()}${entity.slice(1)}`] ?? {};
};

const userOf = async (userName: string): Promise<number> => {
  const [row] = await app.query<{ id: number }>(
    'Alpha',
    `select id from app_user where tenant_id = $1 and user_name = '${userName}'`,
  );
  return row?.id ?? 0;
};
const isActive = async (id: number): Promise<boolean> => {
  const [row] = await app.query<{ active: boolean }>(
    'Alpha',
    'select is_active as active from app_user where tenant_id = $1 and id = $2',
    [id],
  );
  return row?.active ?? false;
};
const staff = (more: object = {}): Promise<{ readonly id: number; readonly body: object }> =>
  new WireRows(staffMember, admin, samples).create(more as never);

test('birthday and sex follow from the ID number, and others are refused together', async () => {
  const idNumber = sampleIdNumber(4711, '1988-02-29');
  const { id, body } = await staff({ idNumber, birthday: null, sex: null });
  expect(await edit('PersonInfos', 'PersonInfo', id)).toMatchObject({ birthday: '1988-02-29T00:00:00', sex: '1' });
  const wrong = await post('PersonInfos/CreateOrEdit', { ...body, id, birthday: '1988-03-01', sex: '2' });
  expect(problems(wrong).map(([field]) => field)).toEqual(['birthday', 'sex']);
  const again = await post('PersonInfos/CreateOrEdit', { ...body, jobNo: 'ZZ1' });
  expect(again.status).toBe(409);
});

test('an ID number travels masked and lies sealed', async () => {
  const { id, body } = await staff();
  const { idNumber } = body as { idNumber: string };
  const shown = JSON.stringify(await edit('PersonInfos', 'PersonInfo', id));
  expect(shown).not.toContain(idNumber);
  const [row] = await app.query<{ whole: string }>(
    'Alpha',
    'select s::text as whole from staff_member s where tenant_id = $1 and id = $2',
    [id],
  );
  expect(row?.whole).not.toContain(idNumber);
});

test('who leaves has a day and loses the account, by the permission for users', async () => {
  const { client } = await addUser(app, 'Alpha', { userName: 'leaver', dataScope: 'own', allPermissions: false });
  const account = await userOf('leaver');
  const { id } = await staff({ userId: account, entryDate: '2024-05-01' });
  expect(problems(await post('PersonInfos/Leave', { id }))).toEqual([['leaveDate', expect.any(String)]]);
  expect(problems(await post('PersonInfos/Leave', { id, leaveDate: '2024-04-30' }))[0]?.[0]).toBe('leaveDate');
  expect(problems(await post('PersonInfos/Leave', { id, leaveDate: today(2) }))[0]?.[0]).toBe('leaveDate');
  await addUser(app, 'Alpha', { userName: 'clerk', dataScope: 'all', allPermissions: true });
  await app.query(
    'Alpha',
    "delete from role_permission p using app_role r where p.tenant_id = $1 and r.tenant_id = $1 and r.id = p.role_id and r.name = 'Roleclerk' and p.permission = 'Pages.Administration.Users.Edit'",
  );
  const { result } = await app
    .visitor('Alpha')
    .post<{ accessToken: string }>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'clerk', password });
  const clerk = app.visitor().with({ authorization: `Bearer ${result.accessToken}` });
  expect((await post('PersonInfos/Leave', { id, leaveDate: today() }, clerk)).status).toBe(403);
  expect(await isActive(account)).toBe(true);
  expect((await post('PersonInfos/Leave', { id, leaveDate: today() })).status).toBe(200);
  expect(await isActive(account)).toBe(false);
  expect((await client.get('User/GetUsers')).status).toBe(401);
  expect((await post('PersonInfos/Rejoin', { id })).status).toBe(200);
  expect(await edit('PersonInfos', 'PersonInfo', id)).toMatchObject({ state: 'active', leaveDate: null });
  expect(await isActive(account)).toBe(false);
});

test('nobody ends his own account by leaving', async () => {
  const { id } = await staff({ userId: await userOf('basic.admin') });
  const refused = await post('PersonInfos/Leave', { id, leaveDate: today() });
  expect(refused.error?.reason).toBe('user.own-account');
  expect(await edit('PersonInfos', 'PersonInfo', id)).toMatchObject({ state: 'active' });
});

test('papers that end soon, and missing ones, are found; the health certificate stands with its holder', async () => {
  const position = await post<number>('Positions/CreateOrEdit', {
    name: '护理员',
    code: 'T-HL',
    category: 'nursing',
    needCertificate: ['health', 'careWorker'],
  });
  const { id } = await staff({ positionId: position.result });
  const papers = new WireRows(staffPaper, admin, samples);
  const staffIds = (filter: object) => new WireRows(staffMember, admin, samples).ids(filter as never);
  expect(await staffIds({ lacksPapersFilter: 'true' })).toContain(id);
  const { id: health } = await papers.create({
    personId: id,
    kind: 'health',
    issuedOn: '2024-01-01',
    validUntil: today(20),
  });
  await papers.create({ personId: id, kind: 'careWorker', validUntil: null });
  expect(await staffIds({ lacksPapersFilter: 'true' })).not.toContain(id);
  expect(await staffIds({ papersEndFilter: 'true' })).toContain(id);
  expect(await papers.ids({ endsSoonFilter: 'true' })).toEqual([health]);
  expect(await edit('PersonInfos', 'PersonInfo', id)).toMatchObject({ healthCertUntil: `${today(20)}T00:00:00` });
  expect((await admin.delete('StaffPapers/Delete', { Id: health })).status).toBe(200);
  expect(await edit('PersonInfos', 'PersonInfo', id)).toMatchObject({ healthCertUntil: null });
  expect((await admin.delete('Positions/Delete', { Id: position.result })).error?.reason).toBe('basic-data.in-use');
});

test('a provider begins with valid licences and a contract in force', async () => {
  const licence = { kind: 'business', number: 'A1', validUntil: today(-1) };
  const { id } = await new WireRows(provider, admin, samples).create({ licences: [licence] });
  expect((await post('ProviderArchives/Begin', { id })).error?.reason).toBe('provider.licence-ended');
  await post('ProviderArchives/CreateOrEdit', {
    id,
    licences: [
      { ...licence, validUntil: today(400) },
      { ...licence, number: 'A2', validUntil: today(50) },
    ],
  });
  expect(await edit('ProviderArchives', 'ProviderArchive', id)).toMatchObject({
    licencesEndOn: `${today(50)}T00:00:00`,
  });
  expect((await post('ProviderArchives/Begin', { id })).error?.reason).toBe('provider.no-contract');
  await app.query(
    'Alpha',
    `insert into contract (tenant_id, contract_no, name, kind, party_name, provider_id, starts_on, ends_on, in_charge_id, state)
     values ($1, 'HT1', '合同', 'provider', '某公司', $2, '2026-01-01', '2099-01-01', $3, 'effective')`,
    [id, await userOf('basic.admin')],
  );
  expect((await post('ProviderArchives/Begin', { id })).status).toBe(200);
  const { result } = await admin.get<readonly { id: number }[]>('ProviderArchives/GetAllForSelect');
  expect(result.map((each) => each.id)).toContain(id);
  expect((await admin.delete('ProviderArchives/Delete', { Id: id })).error?.reason).toBe('basic-data.in-use');
  expect((await post('ProviderArchives/Pause', { id })).status).toBe(200);
  await post('ProviderArchives/CreateOrEdit', { id, licences: [licence] });
  expect((await post('ProviderArchives/Resume', { id })).error?.reason).toBe('provider.licence-ended');
});

interface Added {
  readonly id: number;
  readonly usage: number;
  readonly cost: number;
}
let meters = 0;
const item = async (more: object = {}): Promise<number> =>
  (
    await post<number>('EnergyTelecoms/CreateOrEdit', {
      name: `总电表${(meters += 1)}`,
      kind: 'electricity',
      price: 0.5469,
      unit: '度',
      ...more,
    })
  ).result;
const readMeter = (
  id: number,
  readDate: string,
  given: number | null | { readonly reading: number; readonly [more: string]: unknown },
): Promise<Answer<Added>> =>
  post<Added>('EnergyTelecoms/AddReading', {
    id,
    readDate,
    ...(given !== null && typeof given === 'object' ? given : { reading: given }),
  });

test('readings follow each other; one below the former needs the mark of a changed meter', async () => {
  const id = await item();
  expect((await readMeter(id, '2026-01-31', 1000)).result).toMatchObject({ usage: 0, cost: 0 });
  expect((await readMeter(id, '2026-02-28', 1120.5)).result).toMatchObject({ usage: 120.5, cost: 65.9 });
  expect(problems(await readMeter(id, '2026-02-28', 1130))[0]?.[0]).toBe('readDate');
  const below = await readMeter(id, '2026-03-31', 10);
  expect(problems(below)).toEqual([['reading', '读数低于上次读数 1120.5；请核对，确已换表的请勾选“已换表”']]);
  const changed = await readMeter(id, '2026-03-31', {
    reading: 30,
    meterChanged: true,
    formerMeterEnd: 1140.5,
    newMeterStart: 5,
    reason: '表已更换',
  });
  expect(changed.result).toMatchObject({ usage: 45, cost: 24.61 });
  const { result } = await admin.get<{ usage: number; cost: number; readings: readonly unknown[] }>(
    'EnergyTelecoms/GetUsage',
    {
      id,
      beginDate: '2026-02-01',
      endDate: '2026-12-31',
    },
  );
  expect(result).toMatchObject({ usage: 165.5, cost: 90.51 });
  const first = result.readings[0] as { id: number };
  expect((await admin.delete('EnergyReadings/Delete', { Id: first.id })).error?.reason).toBe('energy.not-last');
  expect((await admin.delete('EnergyReadings/Delete', { Id: changed.result.id })).status).toBe(200);
  expect(await edit('EnergyTelecoms', 'EnergyTelecom', id)).toMatchObject({ lastReading: 1120.5 });
});

test('of two readings at once for a day one is refused, and the item holds the one that is kept', async () => {
  const id = await item();
  await readMeter(id, '2026-01-31', 100);
  const answers = await Promise.all([110, 120].map((reading) => readMeter(id, '2026-02-28', reading)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  const kept = answers.find(({ status }) => status === 200)?.result.usage ?? 0;
  expect(await edit('EnergyTelecoms', 'EnergyTelecom', id)).toMatchObject({ lastReading: 100 + kept });
});

test('two meters have two names', async () => {
  const body = { name: '泵房水表', kind: 'water', price: 3, unit: '吨' };
  expect((await post('EnergyTelecoms/CreateOrEdit', body)).status).toBe(200);
  expect(problems(await post('EnergyTelecoms/CreateOrEdit', body))[0]?.[0]).toBe('name');
});

test('what is charged by month has one row a month, made at night', async () => {
  const id = await item({ kind: 'broadband', chargeMode: 'month', price: 199, unit: '月' });
  expect((await readMeter(id, '2026-01-05', null)).result).toMatchObject({ usage: 1, cost: 199 });
  expect(problems(await readMeter(id, '2026-01-31', null))[0]?.[0]).toBe('readDate');
  const night = (): Promise<void> =>
    inTenant(app.server.surroundings, { caller: systemCaller(app.tenants.Alpha, 'Asia/Shanghai') }, (ctx) =>
      recordMonths(withRepositories(ctx, app.server.app.planOf)),
    );
  await Promise.all([night(), night()]);
  await night();
  const { result } = await admin.get<{ cost: number; readings: readonly unknown[] }>('EnergyTelecoms/GetUsage', { id });
  expect([result.cost, result.readings.length]).toEqual([398, 2]);
  expect((await post('EnergyTelecoms/CreateOrEdit', { id, chargeMode: 'meter' })).status).toBe(400);
});

test('goods that are donated have a unit; categories of repairs have two levels', async () => {
  const goods = await post('DonationCategories/CreateOrEdit', { name: '衣物', kind: 'goods' });
  expect(problems(goods)[0]?.[0]).toBe('unit');
  const parent = await post<number>('MaintenanceCategories/CreateOrEdit', { name: '水暖' });
  const child = await post<number>('MaintenanceCategories/CreateOrEdit', { name: '漏水', parentId: parent.result });
  const below = await post('MaintenanceCategories/CreateOrEdit', { name: '水管', parentId: child.result });
  expect([child.status, below.status]).toEqual([200, 400]);
});

test('the own institution is that of the nearest unit above', async () => {
  const units = await admin.get<{ items: readonly { id: number }[] }>('OrganizationUnit/GetOrganizationUnits');
  expect(units.status).toBe(200);
  const root = await post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName: '总院' });
  const ward = await post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', {
    displayName: '病区',
    parentId: root.result.id,
  });
  const { id } = await new WireRows(institution, admin, samples).create({ orgUnitId: root.result.id, isEnabled: true });
  const { client } = await addUser(app, 'Alpha', { userName: 'ward.nurse', dataScope: 'unit', allPermissions: false });
  expect((await client.get('OrganizationInfos/GetMine')).result).toBeNull();
  await post('OrganizationUnit/AddUsersToOrganizationUnit', {
    organizationUnitId: ward.result.id,
    userIds: [await userOf('ward.nurse')],
  });
  expect((await client.get('OrganizationInfos/GetMine')).result).toMatchObject({ id });
});
