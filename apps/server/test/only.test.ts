import { careTeam, client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imported, problemsOf } from '@kangmai/testkit/importing';

type Person = { c_client: { readonly doctorId: number | null; readonly healthManagerId: number | null } };

let app: TestApp;
let samples: Samples;
let admin: Client;
let users: ReadonlyMap<string, number>;

const idOf = (userName: string): number => users.get(userName) ?? 0;

async function usersOf(tenancyName: 'Alpha' | 'Beta'): Promise<ReadonlyMap<string, number>> {
  const found = await app.query<{ id: number; name: string }>(
    tenancyName,
    'select id, user_name as name from app_user where tenant_id = $1',
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  await addUser(app, 'Alpha', { userName: 'unitdoctor', dataScope: 'all', allPermissions: false });
  users = await usersOf('Alpha');
});
afterAll(() => app.close());

let made = 0;
async function body(more: object): Promise<object> {
  made += 1;
  return { ...(await samples.body(client)), name: `限选${made}`, ...more };
}
const save = async (more: object, who = admin): Promise<Answer<number>> =>
  who.post<number>('C_client/CreateOrEdit', 'id' in more ? more : await body(more));
const stored = async (id: number): Promise<Person['c_client']> =>
  (await admin.get<Person>('C_client/GetC_clientForEdit', { id })).result.c_client;
const people = async (): Promise<number> =>
  (await app.query<{ n: number }>('Alpha', 'select count(*)::int as n from client where tenant_id = $1'))[0]?.n ?? 0;
const problem = ({ status, error }: Answer<unknown>) => [
  status,
  ...(error?.validationErrors ?? []).map(({ members, message }) => `${members.join()} ${message}`),
];

test('who is not of the role is refused at the field, in words of both languages, and nothing is written', async () => {
  const before = await people();
  const wrong = { doctorId: idOf('nurse'), healthManagerId: idOf('doctor') };
  expect(problem(await save(wrong))).toEqual([
    400,
    'healthManagerId 健康管理师只能选择“角色：健康管理师”的用户，请重新选择',
    'doctorId 责任医生只能选择“角色：医生”的用户，请重新选择',
  ]);
  expect(problem(await save({ doctorId: idOf('nurse') }, admin.with({ 'accept-language': 'en' })))).toEqual([
    400,
    'doctorId Doctor in charge takes only Users with Role: Doctor. Choose another',
  ]);
  expect(await people()).toBe(before);
  const right = await save({ doctorId: idOf('doctor'), healthManagerId: idOf('manager') });
  expect(right.status, right.text).toBe(200);
  expect(await stored(right.result)).toMatchObject({ doctorId: idOf('doctor'), healthManagerId: idOf('manager') });
});

test('users of other tenants and unknown ones are not found, as everywhere', async () => {
  const foreign = (await usersOf('Beta')).get('doctor') ?? 0;
  const answers = [await save({ doctorId: foreign }), await save({ doctorId: 9_007_199_254_740_991 })];
  expect(answers.map(problem)).toEqual([
    [400, expect.stringMatching(/^doctorId (?!.*只能选择)/)],
    [400, expect.stringMatching(/^doctorId (?!.*只能选择)/)],
  ]);
});

test('a row keeps whom it had before; only another one is asked about', async () => {
  const id = await samples.plant(client, 'kept', { doctor: idOf('nurse'), healthManager: null });
  const same = await save({ id, remark: '未改医生', doctorId: idOf('nurse') });
  expect(same.status, same.text).toBe(200);
  expect(problem(await save({ id, doctorId: idOf('manager') }))).toEqual([400, expect.stringContaining('医生')]);
  expect(await stored(id)).toMatchObject({ doctorId: idOf('nurse') });
  expect((await save({ id, doctorId: null })).status).toBe(200);
  expect(problem(await save({ id, doctorId: idOf('nurse') }))[0]).toBe(400);
});

test('a role by a unit counts, until the unit loses it', async () => {
  const who = idOf('unitdoctor');
  expect((await save({ doctorId: who })).status).toBe(400);
  const [unit] = await app.query<{ id: number }>(
    'Alpha',
    `with unit as (insert into organization_unit (tenant_id, code, display_name) values ($1, '70001', '医生站') returning id),
       member as (insert into user_organization_unit (tenant_id, user_id, organization_unit_id) select $1, $2, id from unit),
       role as (insert into organization_unit_role (tenant_id, organization_unit_id, role_id) select $1, unit.id, r.id from unit, app_role r where r.tenant_id = $1 and r.name = 'Doctor')
     select id from unit`,
    [who],
  );
  const given = await save({ doctorId: who });
  expect(given.status, given.text).toBe(200);
  await app.query(
    'Alpha',
    'delete from organization_unit_role where tenant_id = $1 and organization_unit_id = $2 returning role_id',
    [unit?.id],
  );
  expect((await save({ doctorId: who })).status).toBe(400);
  expect((await save({ id: given.result, doctorId: who, remark: '仍可编辑' })).status).toBe(200);
});

test('the look-up offers those of the role, and knows no other roles', async () => {
  const offered = async (query: Record<string, string>) =>
    (await admin.get<{ items: readonly { id: number }[] }>('C_client/GetAllUserForLookupTable', query)).result.items;
  expect((await offered({ RoleFilter: 'Doctor' })).map(({ id }) => id)).toEqual([idOf('doctor')]);
  expect((await offered({ RoleFilter: 'Nurse' })).map(({ id }) => id)).toEqual([idOf('nurse')]);
  expect((await offered({})).length).toBeGreaterThan(3);
  expect((await admin.get('C_client/GetAllUserForLookupTable', { RoleFilter: 'Smith' })).status).toBe(400);
});

test('the look-up offers the leader and the members of a team', async () => {
  const team = await samples.plant(careTeam, '限选团队', { leader: idOf('doctor') });
  await app.query(
    'Alpha',
    'insert into care_team_member (tenant_id, care_team_id, user_id) values ($1, $2, $3) returning id',
    [team, idOf('nurse')],
  );
  const offered = async (query: Record<string, string>) =>
    (await admin.get<{ items: readonly { id: number }[] }>('DoctorSign/GetAllUserForLookupTable', query)).result.items;
  const both = await offered({ CareTeamFilter: String(team) });
  expect(new Set(both.map(({ id }) => id))).toEqual(new Set([idOf('doctor'), idOf('nurse')]));
  const doctors = await offered({ CareTeamFilter: String(team), RoleFilter: 'Doctor' });
  expect(doctors.map(({ id }) => id)).toEqual([idOf('doctor')]);
});

test('the look-up offers no doctor whose staff file names another department', async () => {
  await app.query(
    'Alpha',
    "insert into staff_profile (tenant_id, code, name, department, account_id) values ($1, 'K1', '内科医生', '内科', $2) returning id",
    [idOf('doctor')],
  );
  const offered = async (code: string): Promise<readonly number[]> =>
    (
      await admin.get<{ items: readonly { id: number }[] }>('XYJ_OutpatientAppointment/GetAllUserForLookupTable', {
        ClinicDepartmentFilter: code,
        RoleFilter: 'Doctor',
      })
    ).result.items.map(({ id }) => id);
  expect(await offered('03')).toContain(idOf('doctor'));
  expect(await offered('04')).not.toContain(idOf('doctor'));
});

test('an action asks the same, for one row and for many, and changes none', async () => {
  const ids = [
    await samples.plant(client, 'handed', { doctor: null }),
    await samples.plant(client, 'handed', { doctor: null }),
  ];
  const one = await admin.post('C_client/BatchAssign', { clientIds: ids, doctorId: idOf('nurse') });
  expect(problem(one)).toEqual([400, 'doctorId 责任医生只能选择“角色：医生”的用户，请重新选择']);
  const many = await admin.post<{ done: number; problems: readonly { message: string }[] }>(
    'C_client/BatchAssignForMany',
    {
      rows: ids.map((id) => ({ id })),
      input: { doctorId: idOf('nurse') },
    },
  );
  expect(many.result, many.text).toMatchObject({ done: 0, failed: 2 });
  expect(many.result.problems.map(({ message }) => message)).toEqual(
    Array(2).fill(expect.stringContaining('只能选择')),
  );
  expect(await Promise.all(ids.map(stored))).toMatchObject([{ doctorId: null }, { doctorId: null }]);
});

test('a line of a spreadsheet is refused at its cell', async () => {
  const [nurse] = await app.query<{ name: string }>(
    'Alpha',
    "select full_name as name from app_user where tenant_id = $1 and user_name = 'nurse'",
  );
  const line = (at: number, more: object) => ({
    姓名: `导入限选${at}`,
    性别: '女',
    出生日期: '1950-05-05',
    手机号码: `1391111000${at}`,
    证件类型: '其他法定有效证件',
    证件号码: `ONLY${at}`,
    现住址区划: '110101',
    ...more,
  });
  const batch = await imported(admin, 'C_client', [line(1, {}), line(2, { 责任医生: nurse?.name ?? '' })]);
  expect(batch).toMatchObject({ validRows: 1, problemRows: 1 });
  expect(await problemsOf(admin, batch)).toMatchObject([
    { line: 3, column: '责任医生', problem: expect.stringContaining('只能选择“角色：医生”的用户') },
  ]);
});
