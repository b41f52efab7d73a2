import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Outcome {
  readonly canLogin: boolean;
  readonly waitsForActivation: boolean;
  readonly mustConfirmEmail: boolean;
}

interface Setting {
  readonly allowSelfRegistration?: boolean;
  readonly isNewRegisteredUserActiveByDefault?: boolean;
  readonly isEmailConfirmationRequiredForLogin?: boolean;
}

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'http://localhost:8443' } });
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const password = 'Fresh-Horse-1';
const person = (userName: string, more: object = {}): object => ({
  name: '小青',
  surname: '林',
  userName,
  emailAddress: `${userName}@new.example`,
  password,
  ...more,
});
const register = (body: object, tenancyName: 'Alpha' | 'Beta' = 'Alpha'): Promise<Answer<Outcome>> =>
  app.visitor(tenancyName).post<Outcome>('Account/Register', body);
const set = async (userManagement: Setting): Promise<void> => {
  expect((await admin.put('TenantSettings/UpdateAllSettings', { userManagement })).status).toBe(200);
};
const signIn = (userNameOrEmailAddress: string): Promise<Answer<{ accessToken: string }>> =>
  app.visitor('Alpha').post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password });
const fieldsOf = ({ error }: Answer<unknown>): readonly string[] =>
  error?.validationErrors?.flatMap(({ members }) => members) ?? [];

test('nobody registers with the host, nor with a tenant whose administrator has not switched it on', async () => {
  expect((await app.visitor().post('Account/Register', person('early'))).error?.reason).toBe('registration.no-tenant');
  const off = await register(person('early'));
  expect([off.status, off.error?.reason, off.error?.details]).toEqual([
    400,
    'registration.off',
    '请联系机构的管理员开通账号。',
  ]);
  await set({ allowSelfRegistration: true });
  expect((await register(person('early'), 'Beta')).error?.reason).toBe('registration.off');
  expect((await admin.get('TenantSettings/GetAllSettings')).result).toEqual({
    userManagement: {
      allowSelfRegistration: true,
      isNewRegisteredUserActiveByDefault: false,
      isEmailConfirmationRequiredForLogin: false,
    },
  });
  expect(await app.query('Alpha', "select 1 from app_user where tenant_id = $1 and user_name = 'early'")).toEqual([]);
  const { result } = await app
    .visitor('Alpha')
    .get<{ setting: { values: Record<string, string> } }>('/AbpUserConfiguration/GetAll');
  expect(result.setting.values['App.UserManagement.AllowSelfRegistration']).toBe('true');
});

test('a name that could be mistaken for another’s is refused', async () => {
  for (const userName of ['аdmin', 'ad min', 'ａdmin', 'admin​'])
    expect(fieldsOf(await register(person('twin', { userName }))), userName).toEqual(['userName']);
});

test('who registers waits for an administrator unless the tenant says otherwise, and has the roles of new users alone', async () => {
  const made = await register(person('Waiting'));
  expect([made.status, made.result]).toEqual([
    200,
    { canLogin: false, waitsForActivation: true, mustConfirmEmail: false },
  ]);
  expect((await signIn('waiting')).error?.reason).toBe('login.user-inactive');
  const { result } = await admin.get<{
    totalCount: number;
    items: { id: number; userName: string; roleNames: string[]; fullName: string }[];
  }>('User/GetAll', { IsActive: false });
  expect(result).toMatchObject({
    totalCount: 1,
    items: [{ userName: 'Waiting', fullName: '林小青', isActive: false, roleNames: ['USER'] }],
  });
  const id = result.items[0]?.id;
  expect((await (await app.as('doctor', 'Alpha')).post('User/Activate', { id })).status).toBe(403);
  expect((await (await app.as('admin', 'Beta')).post('User/Activate', { id })).status).toBe(404);
  expect((await admin.post('User/Activate', { id })).status).toBe(200);
  const { accessToken } = (await signIn('WAITING@new.example')).result;
  const self = app.visitor().with({ authorization: `Bearer ${accessToken}` });
  const { auth } = (await self.get<{ auth: { grantedPermissions: object } }>('/AbpUserConfiguration/GetAll')).result;
  expect(Object.keys(auth.grantedPermissions)).toEqual(['Pages', 'Pages.Tenant', 'Pages.Tenant.Dashboard']);
  expect(
    (
      await app.query<{ after: object }>(
        'Alpha',
        "select after from entity_change where tenant_id = $1 and resource = 'user' and row_id = $2 and kind = 'created'",
        [id],
      )
    )[0]?.after,
  ).toEqual({ userName: 'Waiting', source: 'registration', isActive: false });
  expect((await admin.post('User/DeActivate', { id })).status).toBe(200);
  await expect.poll(async () => (await self.get('Profile/GetPreferences')).status).toBe(401);
  expect(
    await app.query('Alpha', 'select 1 from user_token where tenant_id = $1 and user_id = $2 and revoked_at is null', [
      id,
    ]),
  ).toEqual([]);
  const [own] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'admin'",
  );
  expect((await admin.post('User/DeActivate', { id: own?.id })).error?.reason).toBe('user.own-account');
});

test('an address that must be confirmed is confirmed by the link of the mail; then the account signs in', async () => {
  await set({ isNewRegisteredUserActiveByDefault: true, isEmailConfirmationRequiredForLogin: true });
  expect((await register(person('mailed'))).result).toEqual({
    canLogin: false,
    waitsForActivation: false,
    mustConfirmEmail: true,
  });
  expect((await signIn('mailed')).error?.reason).toBe('login.email-unconfirmed');
  const c =
    /http:\/\/localhost:8443\/account\/confirm-email\?c=(\S+)/.exec(
      await wholeText(app, 'Alpha', 'mailed@new.example'),
    )?.[1] ?? '';
  expect((await app.visitor().post('Account/ActivateEmail', { c })).status).toBe(200);
  expect((await signIn('mailed')).status).toBe(200);
  await set({ isEmailConfirmationRequiredForLogin: false });
  expect((await register(person('at-once'))).result).toEqual({
    canLogin: true,
    waitsForActivation: false,
    mustConfirmEmail: false,
  });
  expect((await signIn('at-once')).status).toBe(200);
});

test("what is wrong stands at its field: a weak password, a name or an address that somebody has, one's own or another's", async () => {
  const weak = await register(person('weak', { password: 'short' }));
  expect([weak.status, new Set(fieldsOf(weak))]).toEqual([400, new Set(['password'])]);
  const empty = await register({});
  expect([empty.status, fieldsOf(empty).toSorted()]).toEqual([
    400,
    ['emailAddress', 'name', 'password', 'surname', 'userName'],
  ]);
  for (const [body, field] of [
    [person('DOCTOR'), 'userName'],
    [person('fresh', { emailAddress: 'Doctor@Alpha.example' }), 'emailAddress'],
    [person('doctor@alpha.example', { emailAddress: 'doctor@alpha.example' }), 'userName'],
  ] as const) {
    const answer = await register(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([409, [field]]);
  }
  const shadow = await register(person('somebody@else.example', { emailAddress: 'mine@new.example' }));
  expect([shadow.status, fieldsOf(shadow)]).toEqual([400, ['userName']]);
  expect(
    await app.query(
      'Alpha',
      "select 1 from app_user where tenant_id = $1 and (email_key like 'fresh%' or user_name = 'weak')",
    ),
  ).toEqual([]);
});

test('two at once of one name: one is made, the other is told at the field', async () => {
  const answers = await Promise.all([
    register(person('twin')),
    register(person('Twin', { emailAddress: 'other@new.example' })),
    register(person('twin', { emailAddress: 'third@new.example' })),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(fieldsOf)).toEqual([['userName'], ['userName']]);
  expect(
    await app.query('Alpha', "select 1 from app_user where tenant_id = $1 and user_name_key = 'twin'"),
  ).toHaveLength(1);
});

test('a name that another node is just giving away is waited for, and told at the field', async () => {
  const { database } = app.server.services;
  const second = await database.withTenant(app.tenants.Alpha, async (tx) => {
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('registration', $1))", [tx.tenantId]);
    await tx.execute(
      "insert into app_user (tenant_id, user_name, name, email_address) values ($1, 'slow', '慢', 'slow@first.example')",
      [tx.tenantId],
    );
    const asked = register(person('slow'));
    await expect
      .poll(async () => (await tx.query('select 1 from pg_locks where not granted')).length)
      .toBeGreaterThan(0);
    return { asked };
  });
  const answer = await second.asked;
  expect([answer.status, fieldsOf(answer)]).toEqual([409, ['userName']]);
});

test('no more users than the tenant may have, and none while its time is over', async () => {
  const tenant = (sql: string, values: readonly unknown[] = []) =>
    app.server.services.database.platform((tx) =>
      tx.execute(`update tenant set ${sql} where id = $1`, [app.tenants.Alpha, ...values]),
    );
  await tenant("feature_values = jsonb_build_object('App.MaxUserCount', '3')");
  expect((await register(person('too-many'))).error?.reason).toBe('user.too-many');
  await tenant("feature_values = '{}', subscription_end_at = now() - interval '1 hour', waiting_days = 3");
  expect((await register(person('too-late'))).error?.reason).toBe('tenant.expired');
  await tenant('waiting_days = 0');
  expect((await register(person('too-late'))).error?.reason).toBe('tenant.closed');
  await tenant('subscription_end_at = null');
});

test('an address that registers again and again has to wait', async () => {
  let last = await register(person('again'));
  for (let count = 0; count < 25 && last.status !== 429; count += 1) last = await register(person('again'));
  expect([last.status, last.error?.reason]).toEqual([429, 'login.throttled']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});
