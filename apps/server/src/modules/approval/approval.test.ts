import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let visitor: Client;
let house: string;
let teamId: number;

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  visitor = app.visitor('Alpha');
  const opened = await admin.post<{ code: string }>('wcmp_users/UpdateRegistrationCode', { isOpen: true });
  house = opened.result.code;
  const [user] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name_key = 'admin'",
  );
  teamId = (await admin.post<number>('YS_ZLXZs/CreateOrEdit', { xzmc: '家医一组', leaderId: user?.id })).result;
});
afterAll(() => app.close());

/** As if all codes had been sent two minutes ago. */
const later = (): Promise<unknown> =>
  app.query('Alpha', "update phone_proof set created_at = created_at - interval '2 minutes' where tenant_id = $1");

async function digitsFor(phone: string): Promise<string> {
  await later();
  const asked = await visitor.post('wcmp_users/SendRegisterCode', { registrationCode: house, phone });
  expect(asked).toMatchObject({
    status: 200,
    result: { seconds: 600, titles: expect.arrayContaining([{ code: '254', name: '护师' }]) },
  });
  return /\d{6}/.exec(await wholeText(app, 'Alpha', phone))?.[0] ?? 'none';
}

const person = (phone: string) => ({
  registrationCode: house,
  phone,
  isAgreed: true,
  name: '林晓燕',
  userType: 'nurse',
  idNumber: '11010119900307002X',
  emailAddress: `p${phone}@example.com`,
  organization: '市第一人民医院',
  title: '254',
  licenseNo: '201253000123',
  licenseExpire: '2099-12-31',
  certificateImages: [picture],
});

const register = async (phone: string, more: object = {}): Promise<Answer<{ id: number; examineState: number }>> =>
  visitor.post('wcmp_users/Register', { ...person(phone), smsCode: await digitsFor(phone), ...more });

interface Row {
  readonly id: number;
  readonly examineState: number;
  readonly examineRemark: string | null;
  readonly rowVersion: number;
  readonly sex: string | null;
  readonly certificateImages: readonly string[] | null;
}
const rowOf = async (id: number): Promise<Row | undefined> =>
  (await admin.get<Record<string, Row>>('wcmp_users/Getwcmp_userForEdit', { Id: id })).result['wcmp_user'];

const counts = async (email: string) =>
  (
    await app.query<object>(
      'Alpha',
      `select (select count(*)::int from app_user u where u.tenant_id = $1 and u.email_key = lower($2)) as users,
         (select string_agg(r.name, ',') from user_role x join app_role r on r.tenant_id = $1 and r.id = x.role_id join app_user u on u.tenant_id = $1 and u.id = x.user_id where x.tenant_id = $1 and u.email_key = lower($2)) as roles,
         (select count(*)::int from staff_profile p join app_user u on u.tenant_id = $1 and u.id = p.account_id where p.tenant_id = $1 and u.email_key = lower($2) and p.code like 'YG%' and not p.is_void) as profiles,
         (select string_agg(m.role_in_team, ',') from care_team_member m join app_user u on u.tenant_id = $1 and u.id = m.user_id where m.tenant_id = $1 and u.email_key = lower($2) and not m.is_deleted) as teams`,
      [email],
    )
  )[0];
const nothing = { users: 0, roles: null, profiles: 0, teams: null };

test('a nurse applies, is refused with a remark, applies again and is approved: four things exist', async () => {
  const phone = '13900100001';
  const { result, error } = await register(phone);
  expect(error).toBe(null);
  const { id } = result;
  expect(await rowOf(id)).toMatchObject({ examineState: 0, sex: '2', certificateImages: [expect.any(String)] });
  const without = await admin.post('wcmp_users/Refuse', { id });
  expect(without.error?.validationErrors).toMatchObject([{ members: ['examineRemark'] }]);
  expect((await admin.post('wcmp_users/Refuse', { id, examineRemark: '证书照片不清晰' })).status).toBe(200);
  expect(await wholeText(app, 'Alpha', `p${phone}@example.com`)).toContain('证书照片不清晰');

  const again = await register(phone);
  expect(again).toMatchObject({ status: 409, error: { reason: 'application.exists' } });
  const digits = await digitsFor(phone);
  const proof = { registrationCode: house, phone, smsCode: digits };
  const own = await visitor.post('wcmp_users/GetOwnApplication', proof);
  expect(own.result).toMatchObject({ application: { examineState: 2, examineRemark: '证书照片不清晰', pictures: 1 } });
  const sent = await visitor.post('wcmp_users/Resubmit', { ...proof, isAgreed: true, department: '内科' });
  expect(sent).toMatchObject({ status: 200, result: { id, examineState: 0 } });
  const used = await visitor.post('wcmp_users/Resubmit', { ...proof, isAgreed: true });
  expect(used.error?.validationErrors).toMatchObject([{ members: ['smsCode'] }]);

  const row = await rowOf(id);
  const approve = () => admin.post('wcmp_users/Approve', { id, teamId });
  const both = await Promise.all([approve(), approve()]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await rowOf(id))?.examineRemark).toBe(null);
  expect((await approve()).error?.reason).toBe('application.examined');
  expect((await admin.post('wcmp_users/Approve', { id, teamId, rowVersion: row?.rowVersion })).status).toBe(409);
  expect(await counts(`p${phone}@example.com`)).toEqual({ users: 1, roles: 'Nurse', profiles: 1, teams: 'nurse' });
  expect(await wholeText(app, 'Alpha', `p${phone}@example.com`)).toContain('/account/reset-password');
});

test('a step that fails leaves nothing: role beyond the approver, team of another tenant, address in use', async () => {
  const phone = '13900100002';
  const { id } = (await register(phone)).result;
  const email = `p${phone}@example.com`;
  const beta = await app.as('admin', 'Beta');
  const foreign = await beta.post<number>('YS_ZLXZs/CreateOrEdit', {
    xzmc: '外院组',
    leaderId: (
      await app.query<{ id: number }>(
        'Beta',
        "select id from app_user where tenant_id = $1 and user_name_key = 'admin'",
      )
    )[0]?.id,
  });
  const elsewhere = await admin.post('wcmp_users/Approve', { id, teamId: foreign.result });
  expect(elsewhere.error?.validationErrors).toMatchObject([{ members: ['teamId'] }]);
  // A manager who may approve, and holds less than administrators.
  await app.query(
    'Alpha',
    `insert into user_permission (tenant_id, user_id, permission, is_granted)
     select $1, u.id, p, true from app_user u, unnest(array['Pages.StaffManagement', 'Pages.StaffManagement.Examine', 'Pages.StaffManagement.Examine.Approve']) p
     where u.tenant_id = $1 and u.user_name_key = 'manager'`,
  );
  const manager = await app.as('manager', 'Alpha');
  const [role] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_role where tenant_id = $1 and name = 'Admin'",
  );
  const beyond = await manager.post('wcmp_users/Approve', { id, teamId, roleId: role?.id });
  expect(beyond).toMatchObject({ status: 403, error: { reason: 'application.role-beyond' } });
  expect(await counts(email)).toEqual(nothing);
  const [account] = await app.query<{ email: string }>(
    'Alpha',
    "select email_address as email from app_user where tenant_id = $1 and user_name_key = 'admin'",
  );
  await app.query('Alpha', 'update staff_application set email_address = $3 where tenant_id = $1 and id = $2', [
    id,
    account?.email,
  ]);
  const taken = await admin.post('wcmp_users/Approve', { id, teamId });
  expect(taken.error?.validationErrors).toMatchObject([{ members: ['userId'] }]);
  expect(await rowOf(id)).toMatchObject({ examineState: 0 });
});

test('bad input names its field: check digit, phone, licence, missing pictures, consent', async () => {
  const phone = '13900100003';
  const smsCode = await digitsFor(phone);
  const send = (more: object) => visitor.post('wcmp_users/Register', { ...person(phone), smsCode, ...more });
  const membersOf = async (more: object) =>
    (await send(more)).error?.validationErrors?.flatMap(({ members }) => members);
  expect(await membersOf({ idNumber: '110101199003070021' })).toEqual(['idNumber']);
  expect(await membersOf({ licenseExpire: '2020-01-01' })).toEqual(['licenseExpire']);
  expect(await membersOf({ certificateImages: [] })).toEqual(['certificateImages']);
  expect(await membersOf({ certificateImages: ['bm8gcGljdHVyZQ=='] })).toEqual(['certificateImages']);
  expect(await membersOf({ isAgreed: false })).toEqual(['isAgreed']);
  expect(await membersOf({ phone: '1390010' })).toEqual(['phone']);
  expect(await membersOf({ title: '999' })).toEqual(['title']);
  expect((await send({ userType: 'manager', title: '900', licenseNo: null, certificateImages: [] })).status).toBe(200);
});

test('codes: equal answers, an end, and ten tries by number', async () => {
  const phone = '13900100004';
  const known = await visitor.post('wcmp_users/SendRegisterCode', { registrationCode: house, phone: '13900100003' });
  await later();
  const unknown = await visitor.post('wcmp_users/SendRegisterCode', { registrationCode: house, phone });
  expect(known.status === 200 ? known.result : unknown.result).toEqual(unknown.result);
  const soon = await visitor.post('wcmp_users/SendRegisterCode', { registrationCode: house, phone });
  expect(soon).toMatchObject({ status: 429, error: { reason: 'phone-proof.code-rest' } });
  const digits = await digitsFor(phone);
  await app.query('Alpha', 'update phone_proof set expires_at = now() where tenant_id = $1');
  const ask = (smsCode: string) =>
    visitor.post('wcmp_users/GetOwnApplication', { registrationCode: house, phone, smsCode });
  expect((await ask(digits)).error?.validationErrors).toMatchObject([{ members: ['smsCode'] }]);
  await app.query('Alpha', 'delete from phone_proof_try where tenant_id = $1');
  for (let count = 0; count < 10; count += 1) expect((await ask('abcdef')).status).toBe(400);
  expect(await ask(await app.query('Alpha', 'select 1 where $1 > 0').then(() => digits))).toMatchObject({
    status: 429,
    error: { reason: 'phone-proof.too-often' },
  });
  await app.query('Alpha', 'delete from phone_proof_try where tenant_id = $1');
});

test('the code of the house is for approvers, never in the log, and ends when it is made anew or closed', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  expect((await nurse.get('wcmp_users/GetRegistrationCode')).status).toBe(403);
  expect((await admin.get('wcmp_users/GetRegistrationCode')).result).toEqual({ code: house });
  const former = house;
  house = (await admin.post<{ code: string }>('wcmp_users/UpdateRegistrationCode', { isOpen: true })).result.code;
  expect(house).not.toBe(former);
  const asked = { registrationCode: former, phone: '13900100005' };
  const old = await visitor.post('wcmp_users/SendRegisterCode', asked);
  expect(old.error?.validationErrors).toMatchObject([{ members: ['registrationCode'] }]);
  await admin.post('wcmp_users/UpdateRegistrationCode', { isOpen: false });
  const closed = await visitor.post('wcmp_users/SendRegisterCode', { ...asked, registrationCode: house });
  expect(closed.error?.reason).toBe('application.closed');
  house = (await admin.post<{ code: string }>('wcmp_users/UpdateRegistrationCode', { isOpen: true })).result.code;
  expect(app.log().join('\n')).not.toContain(former);
});

test('a stopped person is signed out and leaves the team; restored, all is back', async () => {
  const phone = '13900100006';
  const email = `p${phone}@example.com`;
  const { id } = (await register(phone, { userType: 'doctor', title: '233' })).result;
  await admin.put('wcmp_users/UpdateExamineState', { id, examineState: 1, teamId });
  expect(await counts(email)).toEqual({ users: 1, roles: 'Doctor', profiles: 1, teams: 'doctor' });
  const offered = async (): Promise<readonly string[]> =>
    (await admin.get<readonly { name: string }[]>('wcmp_user_doctors/Getwcmp_user_doctorsForSelect')).result.map(
      ({ name }) => name,
    );
  expect(await offered()).toEqual(['林晓燕']);
  expect((await admin.post('wcmp_users/Stop', { id, examineRemark: '已离职' })).error).toBe(null);
  expect(await counts(email)).toEqual({ users: 1, roles: 'Doctor', profiles: 0, teams: null });
  expect(await offered()).toEqual([]);
  expect((await admin.post('wcmp_users/Restore', { id })).error).toBe(null);
  expect(await counts(email)).toEqual({ users: 1, roles: 'Doctor', profiles: 1, teams: 'assistant' });
  const card = await admin.get('wcmp_users/GetUserDoctorsBaseInfo', { id });
  expect(card.result).toMatchObject({ name: '林晓燕', teamNames: ['家医一组'], examineState: 1 });
});
