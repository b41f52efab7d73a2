import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from './second-factor.ts';

interface SignInAnswer {
  readonly accessToken: string | null;
  readonly requiresTwoFactorVerification: boolean;
  readonly twoFactorRememberClientToken: string | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const sealed = (await app.server.services.tenantKeys.of(app.tenants.Alpha)).seal(key);
  await app.query(
    'Alpha',
    "update app_user set is_two_factor_enabled = true, authenticator_key_sealed = $2 where tenant_id = $1 and user_name in ('doctor', 'nurse')",
    [sealed],
  );
});
afterAll(() => app.close());

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const set = async (name: string, value: string): Promise<void> => {
  await app.query(
    'Alpha',
    'insert into setting (tenant_id, name, value) values ($1, $2, $3) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
    [name, value],
  );
  app.server.services.settings.forget(app.tenants.Alpha);
};
const signIn = async (userName: string, more: object = {}, its = password): Promise<SignInAnswer> =>
  (
    await app
      .visitor('Alpha')
      .post<SignInAnswer>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: userName, password: its, ...more })
  ).result;

/** Signs in with a code that is valid again as if half a minute had passed. */
async function withCode(userName: string, more: object = {}, its = password): Promise<SignInAnswer> {
  await app.query(
    'Alpha',
    'update app_user set authenticator_last_step = null where tenant_id = $1 and user_name = $2',
    [userName],
  );
  await signIn(userName, {}, its);
  return signIn(userName, { twoFactorVerificationCode: codeAt(key, new Date()), ...more }, its);
}

const isAsked = async (
  userName: string,
  twoFactorRememberClientToken: string | null,
  its = password,
): Promise<boolean> => (await signIn(userName, { twoFactorRememberClientToken }, its)).requiresTwoFactorVerification;

test("a browser that is to be remembered needs no further code; one that is not, another user's and a made-up one do", async () => {
  expect((await withCode('doctor')).twoFactorRememberClientToken).toBeNull();
  expect(
    (await withCode('doctor', { rememberMe: true, rememberClient: false })).twoFactorRememberClientToken,
  ).toBeNull();
  const { twoFactorRememberClientToken: token, accessToken } = await withCode('doctor', { rememberClient: true });
  expect([typeof token, typeof accessToken]).toEqual(['string', 'string']);
  expect(await isAsked('doctor', token)).toBe(false);
  expect(await isAsked('doctor', null)).toBe(true);
  expect(await isAsked('doctor', `${token?.slice(0, -1)}_`)).toBe(true);
  expect(await isAsked('nurse', token)).toBe(true);
  expect((await signIn('doctor', { twoFactorRememberClientToken: token }, 'wrong')) ?? null).toBeNull();
  const rows = await app.query<{ secret: string; days: number }>(
    'Alpha',
    "select secret_hash as secret, round(extract(epoch from expires_at - now()) / 86400)::integer as days from user_token where tenant_id = $1 and kind = 'remember_two_factor'",
  );
  expect(rows).toMatchObject([{ days: 365 }]);
  expect(rows[0]?.secret).not.toBe(token);
});

test('what is over, and what the tenant does not allow, is asked for', async () => {
  const { twoFactorRememberClientToken: token } = await withCode('doctor', { rememberClient: true });
  await set('Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled', 'false');
  expect(await isAsked('doctor', token)).toBe(true);
  expect((await withCode('doctor', { rememberClient: true })).twoFactorRememberClientToken).toBeNull();
  await set('Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled', 'true');
  expect(await isAsked('doctor', token)).toBe(false);
  await app.query(
    'Alpha',
    "update user_token set expires_at = now() - interval '1 second' where tenant_id = $1 and kind = 'remember_two_factor'",
  );
  expect(await isAsked('doctor', token)).toBe(true);
});

test('signing out and the rule of one sign-in at a time keep it; a new password and another second factor end it', async () => {
  const { twoFactorRememberClientToken: token, accessToken } = await withCode('doctor', { rememberClient: true });
  const bearer = (its: string | null) => app.visitor().with({ authorization: `Bearer ${its}` });
  await bearer(accessToken).get('/api/TokenAuth/LogOut');
  await set('App.UserManagement.AllowOneConcurrentLoginPerUser', 'true');
  expect(await isAsked('doctor', token)).toBe(false);
  expect(await isAsked('doctor', token)).toBe(false);
  await set('App.UserManagement.AllowOneConcurrentLoginPerUser', 'false');
  const inside = await signIn('doctor', { twoFactorRememberClientToken: token });
  expect(
    (
      await bearer(inside.accessToken).post('Profile/ChangePassword', {
        currentPassword: password,
        newPassword: 'Other-Horse-8',
      })
    ).status,
  ).toBe(200);
  expect(await isAsked('doctor', token, 'Other-Horse-8')).toBe(true);

  const again = await withCode('doctor', { rememberClient: true }, 'Other-Horse-8');
  expect(await isAsked('doctor', again.twoFactorRememberClientToken, 'Other-Horse-8')).toBe(false);
  expect((await bearer(again.accessToken).post('Profile/DisableGoogleAuthenticator')).status).toBe(200);
  await app.query(
    'Alpha',
    "update app_user set is_two_factor_enabled = true where tenant_id = $1 and user_name = 'doctor'",
  );
  expect(await isAsked('doctor', again.twoFactorRememberClientToken, 'Other-Horse-8')).toBe(true);
});
