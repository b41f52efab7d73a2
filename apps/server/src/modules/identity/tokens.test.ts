import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Tokens {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly refreshToken: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const signIn = async (userName = 'doctor'): Promise<Tokens> =>
  (
    await app
      .visitor('Alpha')
      .post<Tokens>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: userName, password })
  ).result;
const bearer = (token: string) => app.visitor().with({ authorization: `Bearer ${token}` });
const works = async (token: string): Promise<number> =>
  (await bearer(token).post('Profile/ChangeLanguage', { languageName: 'zh-Hans' })).status;
const renew = (refreshToken: string) =>
  app.visitor().post<Tokens>('/api/TokenAuth/RefreshToken', undefined, { refreshToken });
const age = (seconds: number) =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute(
      'update user_token set used_at = used_at - make_interval(secs => $2) where tenant_id = $1 and used_at is not null',
      [app.tenants.Alpha, seconds],
    ),
  );

test('signing out ends the bearer at once, its copy for the real-time door and its refresh token', async () => {
  const tokens = await signIn();
  expect(await works(tokens.accessToken)).toBe(200);
  expect((await bearer(tokens.accessToken).get('/api/TokenAuth/LogOut')).text).toContain('"result":null');
  expect(await works(tokens.accessToken)).toBe(401);
  const claims = await app.server.services.tokenIssuer.verifyHub(tokens.encryptedAccessToken);
  expect(claims && (await app.server.services.sessions.find(claims))).toBeUndefined();
  expect((await renew(tokens.refreshToken)).status).toBe(400);
});

test('signing out needs the bearer itself', async () => {
  const { accessToken } = await signIn();
  const answer = await app
    .visitor()
    .with({ cookie: `Abp.AuthToken=${accessToken}` })
    .get('/api/TokenAuth/LogOut');
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ unAuthorizedRequest: true, success: false, __abp: true });
  expect(await works(accessToken)).toBe(200);
});

test('the encrypted copy is no bearer and a bearer opens no hub', async () => {
  const { accessToken, encryptedAccessToken } = await signIn();
  expect(await works(encryptedAccessToken)).toBe(401);
  expect(await app.server.services.tokenIssuer.verifyHub(accessToken)).toBeUndefined();
  expect(await app.server.services.tokenIssuer.verifyHub(encryptedAccessToken)).toMatchObject({
    tenantId: app.tenants.Alpha,
  });
});

test('a refresh token is traded for a new pair once; a copy used later ends the whole sign-in', async () => {
  const first = await signIn();
  const second = (await renew(first.refreshToken)).result;
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(await works(second.accessToken)).toBe(200);
  expect((await renew(first.refreshToken)).status).toBe(200);
  await age(60);
  expect((await renew(first.refreshToken)).error?.reason).toBe('token.invalid');
  expect((await renew(second.refreshToken)).status).toBe(400);
  await expect.poll(() => works(second.accessToken), { timeout: 60_000 }).toBe(401);
});

test('forged, foreign and strange refresh tokens are refused alike, never with 401', async () => {
  const { refreshToken } = await signIn();
  for (const bad of [
    'x',
    '',
    `${app.tenants.Beta}.${refreshToken.split('.')[1]}`,
    '99999999999999999999.a',
    `${refreshToken}a`,
  ])
    expect((await renew(bad)).status).toBe(400);
});

test('a changed password ends every other sign-in and keeps the own', async () => {
  const [own, other] = [await signIn('manager'), await signIn('manager')];
  const change = (currentPassword: string, newPassword: string) =>
    bearer(own.accessToken).post('Profile/ChangePassword', { currentPassword, newPassword });
  expect((await change('wrong', 'New-Horse-9')).error?.reason).toBe('password.wrong');
  expect((await change(password, 'weak')).status).toBe(400);
  expect((await change(password, password)).error?.validationErrors?.[0]?.members).toEqual(['newPassword']);
  expect((await change(password, 'New-Horse-9')).status).toBe(200);
  await expect.poll(() => works(other.accessToken), { timeout: 60_000 }).toBe(401);
  expect((await renew(other.refreshToken)).status).toBe(400);
  expect(await works(own.accessToken)).toBe(200);
  expect((await renew(own.refreshToken)).status).toBe(200);
});

test('a deactivated user, a new security stamp and a taken right count within seconds', async () => {
  const { accessToken } = await signIn('nurse');
  const rights = async (): Promise<readonly string[]> =>
    Object.keys(
      (await bearer(accessToken).get<{ auth: { grantedPermissions: object } }>('/AbpUserConfiguration/GetAll')).result
        .auth.grantedPermissions,
    );
  expect(await rights()).toContain('Pages.CustomerManage.Clients');
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute(
      "insert into user_permission (tenant_id, user_id, permission, is_granted) select tenant_id, id, 'Pages.CustomerManage.Clients', false from app_user where tenant_id = $1 and user_name = 'nurse'",
      [app.tenants.Alpha],
    ),
  );
  await expect.poll(rights, { timeout: 60_000 }).not.toContain('Pages.CustomerManage.Clients');
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute("update app_user set security_stamp = 'other' where tenant_id = $1 and user_name = 'nurse'", [
      app.tenants.Alpha,
    ]),
  );
  await expect.poll(() => works(accessToken), { timeout: 60_000 }).toBe(401);
});

test('a bad bearer does not matter to an open call and ends a session elsewhere', async () => {
  for (const value of ['Bearer null', 'Bearer a.b.c', 'Basic abc']) {
    const visitor = app.visitor().with({ authorization: value });
    expect((await visitor.get('/AbpUserConfiguration/GetAll')).status).toBe(200);
    expect((await visitor.post('Profile/ChangeLanguage', { languageName: 'en' })).status).toBe(401);
  }
});
