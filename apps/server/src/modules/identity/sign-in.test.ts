import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface SignInAnswer {
  readonly accessToken: string;
  readonly returnUrl: string | null;
  readonly encryptedAccessToken: string;
  readonly expireInSeconds: number;
  readonly refreshToken: string;
  readonly refreshTokenExpireInSeconds: number;
  readonly shouldResetPassword: boolean;
  readonly passwordResetCode: string | null;
  readonly userId: number;
  readonly requiresTwoFactorVerification: boolean;
  readonly twoFactorAuthProviders: readonly string[] | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const authenticate = (body: object, tenancyName?: 'Alpha' | 'Beta') =>
  app.visitor(tenancyName).post<SignInAnswer>('/api/TokenAuth/Authenticate', body);
const sqlIn = <R>(tenantId: number, sql: string, values: readonly unknown[] = []): Promise<R[]> =>
  app.server.services.database.withTenant(tenantId, (tx) => tx.query<R>(sql, values));
const bearer = (token: string) => app.visitor().with({ authorization: `Bearer ${token}` });

test('a sign-in gives back an address of the product, and none that leads away', async () => {
  const returned = async (returnUrl: string) =>
    (await authenticate({ userNameOrEmailAddress: 'doctor', password, returnUrl, singleSignIn: true }, 'Alpha')).result
      .returnUrl;
  expect(await returned('/main/home?tab=1')).toBe('/main/home?tab=1');
  for (const away of [
    'https://evil.example',
    '//evil.example',
    String.raw`/\\evil.example`,
    'javascript:alert(1)',
    '/\t/evil.example',
  ])
    expect(await returned(away), away).toBeNull();
});

test('a right password gives every member of the answer, below both bases, by name and by e-mail in any case', async () => {
  for (const [path, login] of [
    ['/api/TokenAuth/Authenticate', 'Doctor'],
    ['/apis/api/tokenauth/authenticate/', 'DOCTOR@alpha.example'],
  ] as const) {
    const { status, result } = await app
      .visitor('Alpha')
      .post<SignInAnswer>(path, { userNameOrEmailAddress: login, password, rememberMe: true });
    expect(status).toBe(200);
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining([
        'accessToken',
        'encryptedAccessToken',
        'expireInSeconds',
        'shouldResetPassword',
        'passwordResetCode',
        'userId',
        'requiresTwoFactorVerification',
        'twoFactorAuthProviders',
        'twoFactorRememberClientToken',
        'returnUrl',
        'refreshToken',
        'refreshTokenExpireInSeconds',
      ]),
    );
    expect(result).toMatchObject({
      expireInSeconds: 86_400,
      refreshTokenExpireInSeconds: 2_592_000,
      shouldResetPassword: false,
      requiresTwoFactorVerification: false,
    });
    expect(result.accessToken.length).toBeLessThan(1200);
    expect(result.encryptedAccessToken.length).toBeLessThan(2000);
  }
});

test('the tenant of the request decides which admin signs in; the host needs none', async () => {
  const host = await authenticate({ userNameOrEmailAddress: 'admin', password });
  const beta = await authenticate({ userNameOrEmailAddress: 'admin', password }, 'Beta');
  const tenantOf = async (token: string) =>
    (await bearer(token).get<{ tenant: { tenancyName: string } | null }>('Session/GetCurrentLoginInformations')).result
      .tenant?.tenancyName;
  expect(await tenantOf(host.result.accessToken)).toBeUndefined();
  expect(await tenantOf(beta.result.accessToken)).toBe('Beta');
  expect((await authenticate({ userNameOrEmailAddress: 'doctor', password })).status).toBe(400);
});

test('an unknown name, a wrong password, a locked and an inactive user get the same answer, and each is recorded', async () => {
  for (let count = 0; count < 5; count += 1)
    await authenticate({ userNameOrEmailAddress: 'nurse', password: 'wrong' }, 'Beta');
  await sqlIn(
    app.tenants.Beta,
    "update app_user set is_active = false where tenant_id = $1 and user_name = 'manager'",
    [app.tenants.Beta],
  );
  const answers = await Promise.all([
    authenticate({ userNameOrEmailAddress: 'nobody', password }, 'Beta'),
    authenticate({ userNameOrEmailAddress: 'doctor', password: 'wrong' }, 'Beta'),
    authenticate({ userNameOrEmailAddress: 'nurse', password }, 'Beta'),
    authenticate({ userNameOrEmailAddress: 'manager', password: 'wrong' }, 'Beta'),
  ]);
  for (const { status, text } of answers) {
    expect(status).toBe(400);
    expect(text).toBe(answers[0].text);
  }
  expect(answers[0].error).toMatchObject({
    reason: 'login.failed',
    message: '登录失败',
    details: '用户名或密码不正确。多次输错后请等待几分钟再试；忘记密码请重置，或请管理员解锁。',
  });
  const rows = await sqlIn<{ login: string; result: number; known: boolean }>(
    app.tenants.Beta,
    'select user_name_or_email as login, result, user_id is not null as known from login_attempt where tenant_id = $1 order by 1',
    [app.tenants.Beta],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { login: 'nobody', result: 2, known: false },
      { login: 'doctor', result: 3, known: true },
      { login: 'nurse', result: 9, known: true },
      { login: 'manager', result: 3, known: true },
    ]),
  );
  const inactive = await authenticate({ userNameOrEmailAddress: 'manager', password }, 'Beta');
  expect(inactive.error).toMatchObject({ reason: 'login.user-inactive', details: '账号未启用，请联系管理员' });
});

test('five wrong passwords lock the account where they came from, against the right one too', async () => {
  const wrong = () => authenticate({ userNameOrEmailAddress: 'manager', password: 'wrong' }, 'Alpha');
  for (let count = 0; count < 5; count += 1) expect((await wrong()).status).toBe(400);
  const [row] = await sqlIn<{ locked: boolean }>(
    app.tenants.Alpha,
    "select lockout_end_at > now() + interval '250 seconds' as locked from app_user where tenant_id = $1 and user_name = 'manager'",
    [app.tenants.Alpha],
  );
  expect(row?.locked).toBe(true);
  expect((await authenticate({ userNameOrEmailAddress: 'manager', password }, 'Alpha')).error?.reason).toBe(
    'login.failed',
  );
  expect((await wrong()).error?.reason).toBe('login.failed');
});

test('wrong passwords at the same moment cannot get around the lock', async () => {
  const tenantId = app.tenants.Alpha;
  for (let count = 0; count < 4; count += 1)
    await authenticate({ userNameOrEmailAddress: 'nurse', password: 'wrong' }, 'Alpha');
  const answers = await Promise.all([
    authenticate({ userNameOrEmailAddress: 'nurse', password: 'wrong' }, 'Alpha'),
    authenticate({ userNameOrEmailAddress: 'nurse', password: 'wrong2' }, 'Alpha'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect((await authenticate({ userNameOrEmailAddress: 'nurse', password }, 'Alpha')).status).toBe(400);
  const [row] = await sqlIn<{ count: number }>(
    tenantId,
    "select count(*) as count from failed_sign_in f join app_user u on u.tenant_id = f.tenant_id and u.id = f.account where f.tenant_id = $1 and user_name = 'nurse'",
    [tenantId],
  );
  expect(row?.count).toBe(5);
});

test('an inactive tenant still resolves, and says so at sign-in; its tokens die', async () => {
  const before = await authenticate({ userNameOrEmailAddress: 'admin', password }, 'Beta');
  await app.server.services.database.platform((tx) =>
    tx.execute('update tenant set is_active = false where id = $1', [app.tenants.Beta]),
  );
  const refused = await authenticate({ userNameOrEmailAddress: 'admin', password }, 'Beta');
  expect(refused).toMatchObject({ status: 400, error: { reason: 'login.tenant-inactive' } });
  expect((await app.visitor().post('Account/IsTenantAvailable', { tenancyName: 'beta' })).result).toEqual({
    state: 2,
    tenantId: null,
    serverRootAddress: null,
  });
  await expect
    .poll(
      async () =>
        (await bearer(before.result.accessToken).post('Profile/ChangeLanguage', { languageName: 'en' })).status,
      { timeout: 60_000 },
    )
    .toBe(401);
  await app.server.services.database.platform((tx) =>
    tx.execute('update tenant set is_active = true where id = $1', [app.tenants.Beta]),
  );
});

test('whoever must change the password gets a code instead of tokens, for one use', async () => {
  const tenantId = app.tenants.Alpha;
  await sqlIn(
    tenantId,
    "update app_user set should_change_password = true where tenant_id = $1 and user_name = 'doctor'",
    [tenantId],
  );
  const { result } = await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Alpha');
  expect(result).toMatchObject({
    shouldResetPassword: true,
    accessToken: null,
    refreshToken: null,
    encryptedAccessToken: null,
  });
  const reset = (newPassword: string) =>
    app.visitor('Alpha').post('Account/ResetPassword', {
      userId: result.userId,
      resetCode: result.passwordResetCode,
      password: newPassword,
    });
  const weak = await reset('short');
  expect(weak.status).toBe(400);
  expect(weak.error?.validationErrors?.map(({ members }) => members[0])).toEqual([
    'password',
    'password',
    'password',
    'password',
  ]);
  expect((await reset('Other-Horse-8')).result).toEqual({ canLogin: true, userName: 'doctor' });
  expect((await reset('Other-Horse-9')).error?.reason).toBe('token.invalid');
  expect((await authenticate({ userNameOrEmailAddress: 'doctor', password: 'Other-Horse-8' }, 'Alpha')).status).toBe(
    200,
  );
});

test('a second factor is asked only of whom it was set up for; a code counts once', async () => {
  const tenantId = app.tenants.Beta;
  const { services } = app.server;
  const { codeAt } = await import('./second-factor.ts');
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const sealed = (await services.tenantKeys.of(tenantId)).seal(key);
  await sqlIn(
    tenantId,
    "update app_user set is_two_factor_enabled = true, authenticator_key_sealed = $2 where tenant_id = $1 and user_name = 'doctor'",
    [tenantId, sealed],
  );
  const put = async (value: string): Promise<void> => {
    await sqlIn(
      tenantId,
      'insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
      [tenantId, 'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled', value],
    );
    services.settings.forget(tenantId);
  };
  await put('false');
  expect((await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Beta')).result.accessToken).toBeTruthy();
  await put('true');
  const pending = await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Beta');
  expect(pending.result).toMatchObject({
    requiresTwoFactorVerification: true,
    twoFactorAuthProviders: ['Email', 'GoogleAuthenticator'],
    accessToken: null,
  });
  expect(
    (
      await app.visitor('Beta').post('/api/TokenAuth/SendTwoFactorAuthCode', {
        userId: pending.result.userId,
        provider: 'GoogleAuthenticator',
      })
    ).status,
  ).toBe(200);
  const withCode = (code: string) =>
    authenticate({ userNameOrEmailAddress: 'doctor', password, twoFactorVerificationCode: code }, 'Beta');
  const code = codeAt(key, new Date());
  expect((await withCode(code === '000000' ? '000001' : '000000')).error?.reason).toBe('login.code-wrong');
  expect((await withCode(code)).result.accessToken).toBeTruthy();
  await authenticate({ userNameOrEmailAddress: 'doctor', password }, 'Beta');
  expect((await withCode(code)).error?.reason).toBe('login.code-wrong');
});

test('an expired tenant can be read in the waiting days and not entered after them', async () => {
  const client = await app.as('admin', 'Beta');
  const setEnd = (days: number) =>
    app.server.services.database.platform((tx) =>
      tx.execute(
        'update tenant set subscription_end_at = now() - make_interval(days => $2), waiting_days = 7 where id = $1',
        [app.tenants.Beta, days],
      ),
    );
  await setEnd(1);
  expect((await authenticate({ userNameOrEmailAddress: 'admin', password }, 'Beta')).status).toBe(200);
  await expect
    .poll(async () => (await client.post('Dictionary/CreateOrEdit', {})).error?.reason, { timeout: 60_000 })
    .toBe('tenant.expired');
  expect((await client.post('Profile/ChangeLanguage', { languageName: 'zh-Hans' })).status).toBe(200);
  await setEnd(8);
  expect((await authenticate({ userNameOrEmailAddress: 'admin', password }, 'Beta')).error?.reason).toBe(
    'tenant.closed',
  );
  await app.server.services.database.platform((tx) =>
    tx.execute('update tenant set subscription_end_at = null where id = $1', [app.tenants.Beta]),
  );
});

test('everybody sees the own sign-ins only, the result by name', async () => {
  interface Rows {
    readonly totalCount: number;
    readonly items: readonly {
      readonly userNameOrEmail: string;
      readonly result: string;
      readonly tenancyName: string;
      readonly creationTime: string;
    }[];
  }
  const client = await app.as('admin', 'Alpha');
  await authenticate({ userNameOrEmailAddress: 'admin', password: 'wrong' }, 'Alpha');
  const recent = (await client.get<Rows>('UserLogin/GetRecentUserLoginAttempts')).result.items;
  expect(recent.map(({ userNameOrEmail, result, tenancyName }) => [userNameOrEmail, result, tenancyName])).toEqual([
    ['admin', 'InvalidPassword', 'Alpha'],
    ['admin', 'Success', 'Alpha'],
  ]);
  const list = async (query: Record<string, string>) => await client.get<Rows>('UserLogin/GetUserLoginAttempts', query);
  expect(
    (await list({ Result: 'Success', MaxResultCount: '1', Sorting: 'userNameOrEmail desc' })).result,
  ).toMatchObject({ totalCount: 1, items: [{ result: 'Success' }] });
  expect((await list({ StartDate: '2999-01-01' })).result.totalCount).toBe(0);
  expect((await list({ filter: 'nowhere' })).result.totalCount).toBe(0);
  for (const bad of [{ Sorting: 'password' }, { Result: 'Maybe' }, { MaxResultCount: '0' }, { StartDate: 'soon' }])
    expect((await list(bad as Record<string, string>)).status).toBe(400);
});

test('no line of the log holds a name, a password or a token', () => {
  const lines = app.log().join('\n');
  for (const secret of [password, 'Other-Horse', 'eyJ', 'nobody']) expect(lines).not.toContain(secret);
});
