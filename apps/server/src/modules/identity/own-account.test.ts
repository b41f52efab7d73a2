import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from './second-factor.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface Profile {
  readonly name: string;
  readonly surname: string;
  readonly userName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string | null;
  readonly timezone: string;
  readonly isPhoneNumberConfirmed: boolean;
  readonly isEmailConfirmed: boolean;
  readonly isGoogleAuthenticatorEnabled: boolean;
}

const sqlIn = <R>(tenantId: number, sql: string, values: readonly unknown[] = []): Promise<R[]> =>
  app.server.services.database.withTenant(tenantId, (tx) => tx.query<R>(sql, values));
const alpha = (): number => app.tenants.Alpha;
const profileOf = async (client: Client): Promise<Profile> =>
  (await client.get<Profile>('Profile/GetCurrentUserProfileForEdit')).result;
const save = (client: Client, changed: Partial<Profile>, from: Profile) =>
  client.put('Profile/UpdateCurrentUserProfile', { ...from, surname: from.surname || '王', ...changed });

test('a name of its own could be mistaken for another’s, or hide the owner of an address: refused', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const before = await profileOf(doctor);
  for (const userName of ['аdmin', 'ad min', 'ａdmin', 'admin​', 'boss@hospital.example', 'x'.repeat(257), 'admin'])
    expect(await save(doctor, { userName }, before), userName).toMatchObject({
      status: 400,
      error: { validationErrors: [{ members: ['userName'] }] },
    });
  expect(await profileOf(doctor)).toEqual(before);
});

const messageTo = (recipient: string): Promise<string> => wholeText(app, 'Alpha', recipient);
const codeTo = async (recipient: string): Promise<string> => /\d{6}/.exec(await messageTo(recipient))?.[0] ?? 'none';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');
/** As if all messages had been sent a minute ago. */
const later = (): Promise<unknown> =>
  sqlIn(alpha(), "update one_time_code set created_at = created_at - interval '61 seconds' where tenant_id = $1", [
    alpha(),
  ]);

test("one's own profile is shown and saved; a new address and number have to be proved again", async () => {
  const nurse = await app.as('nurse', 'Alpha');
  const before = await profileOf(nurse);
  expect(before).toMatchObject({
    userName: 'nurse',
    isPhoneNumberConfirmed: false,
    isEmailConfirmed: true,
    isGoogleAuthenticatorEnabled: false,
    timezone: 'China Standard Time',
    qrCodeSetupImageUrl: null,
    isUserNameFixed: false,
  });
  expect(
    (
      await save(
        nurse,
        {
          name: '小红',
          phoneNumber: '13800000001',
          emailAddress: 'red@alpha.example',
          timezone: 'Tokyo Standard Time',
        },
        before,
      )
    ).status,
  ).toBe(200);
  expect(await profileOf(nurse)).toMatchObject({
    name: '小红',
    phoneNumber: '13800000001',
    emailAddress: 'red@alpha.example',
    isEmailConfirmed: false,
    timezone: 'Tokyo Standard Time',
  });
  const link = /c=(\S+)/.exec(await messageTo('red@alpha.example'))?.[1] ?? '';
  expect((await app.visitor().post('Account/ActivateEmail', { c: `${link}x` })).error?.reason).toBe('token.invalid');
  expect((await app.visitor().post('Account/ActivateEmail', { c: link })).status).toBe(200);
  expect((await app.visitor().post('Account/ActivateEmail', { c: link })).error?.reason).toBe('token.invalid');
  expect(await profileOf(nurse)).toMatchObject({ isEmailConfirmed: true });
});

test('a link to an address that was changed since proves nothing', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  const before = await profileOf(nurse);
  await save(nurse, { emailAddress: 'first@alpha.example' }, before);
  const link = /c=(\S+)/.exec(await messageTo('first@alpha.example'))?.[1] ?? '';
  await save(nurse, { emailAddress: 'second@alpha.example' }, before);
  expect((await app.visitor().post('Account/ActivateEmail', { c: link })).error?.reason).toBe('token.invalid');
  expect(await profileOf(nurse)).toMatchObject({ isEmailConfirmed: false });
});

test('missing, wrong and taken values of a profile are refused by their fields; the administrator keeps the user name', async () => {
  const [manager, nurse] = await Promise.all([app.as('manager', 'Alpha'), app.as('nurse', 'Alpha')]);
  const before = await profileOf(manager);
  const membersOf = async (changed: Partial<Profile>, client = manager, from = before) =>
    (await save(client, changed, from)).error?.validationErrors?.flatMap(({ members }) => members);
  expect(await membersOf({ name: '', emailAddress: 'no address' })).toEqual(['name', 'emailAddress']);
  expect(await membersOf({ userName: 'DOCTOR' })).toEqual(['userName']);
  expect(await membersOf({ emailAddress: (await profileOf(nurse)).emailAddress.toUpperCase() })).toEqual([
    'emailAddress',
  ]);
  expect(await membersOf({ phoneNumber: 'call me' })).toEqual(['phoneNumber']);
  expect(await membersOf({ timezone: 'Mars Standard Time' })).toEqual(['timezone']);
  expect(await membersOf({ userName: 'root' }, admin, await profileOf(admin))).toEqual(['userName']);
  expect(await profileOf(manager)).toEqual(before);
});

test('a number is proved by the code that was sent to it: 60 seconds between two, five tries, ten minutes', async () => {
  const manager = await app.as('manager', 'Alpha');
  const phone = '13900000002';
  expect((await manager.post('Profile/SendVerificationSms')).error?.reason).toBe('phone.missing');
  await save(manager, { phoneNumber: phone }, await profileOf(manager));
  expect((await manager.post('Profile/SendVerificationSms')).status).toBe(200);
  const soon = await manager.post('Profile/SendVerificationSms');
  expect(soon).toMatchObject({ status: 429, error: { reason: 'code.too-soon' } });
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(30);
  const first = await codeTo(phone);
  expect(first).toMatch(/^\d{6}$/);
  const [stored] = await sqlIn<{ hash: string; seconds: number }>(
    alpha(),
    "select code_hash as hash, extract(epoch from expires_at - created_at)::integer as seconds from one_time_code where tenant_id = $1 and purpose = 'phone-verification'",
    [alpha()],
  );
  expect(stored).toMatchObject({ seconds: 600 });
  expect(stored?.hash).not.toContain(first);
  for (let count = 0; count < 5; count += 1)
    expect(
      (await manager.post('Profile/VerifySmsCode', { code: other(first) })).error?.validationErrors?.[0]?.members,
    ).toEqual(['code']);
  expect((await manager.post('Profile/VerifySmsCode', { code: first })).status).toBe(400);
  await later();
  expect((await manager.post('Profile/SendVerificationSms')).status).toBe(200);
  const second = await codeTo(phone);
  await sqlIn(
    alpha(),
    "update one_time_code set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'phone-verification'",
    [alpha()],
  );
  expect((await manager.post('Profile/VerifySmsCode', { code: second })).status).toBe(400);
  await later();
  await manager.post('Profile/SendVerificationSms');
  const third = await codeTo(phone);
  expect((await manager.post('Profile/VerifySmsCode', { code: third, phoneNumber: '13900009999' })).status).toBe(400);
  expect((await manager.post('Profile/VerifySmsCode', { code: third })).status).toBe(200);
  expect(await profileOf(manager)).toMatchObject({ phoneNumber: phone, isPhoneNumberConfirmed: true });
  expect((await manager.post('Profile/SendVerificationSms')).error?.reason).toBe('phone.confirmed-already');
  await save(manager, { phoneNumber: '13900000003' }, await profileOf(manager));
  expect(await profileOf(manager)).toMatchObject({ isPhoneNumberConfirmed: false });
});

test('an authenticator counts from its first right code on, and its key goes nowhere but to its owner', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const made = await doctor.put<{ qrCodeSetupImageUrl: string; manualEntryKey: string }>(
    'Profile/UpdateGoogleAuthenticatorKey',
  );
  expect(made.result.qrCodeSetupImageUrl).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(await profileOf(doctor)).toMatchObject({ isGoogleAuthenticatorEnabled: false });
  const signIn = () =>
    app
      .visitor('Alpha')
      .post<{ accessToken: string | null; twoFactorAuthProviders: readonly string[] | null }>(
        '/api/TokenAuth/Authenticate',
        { userNameOrEmailAddress: 'doctor', password },
      );
  expect((await signIn()).result.accessToken).toBeTruthy();
  const code = codeAt(made.result.manualEntryKey, new Date());
  expect(
    (await doctor.post('Profile/ConfirmGoogleAuthenticatorKey', { code: other(code) })).error?.validationErrors?.[0]
      ?.members,
  ).toEqual(['code']);
  expect((await doctor.post('Profile/ConfirmGoogleAuthenticatorKey', { code })).status).toBe(200);
  expect((await doctor.post('Profile/ConfirmGoogleAuthenticatorKey', { code })).error?.reason).toBe(
    'authenticator.none-pending',
  );
  expect(await profileOf(doctor)).toMatchObject({ isGoogleAuthenticatorEnabled: true });
  expect((await signIn()).result).toMatchObject({
    accessToken: null,
    twoFactorAuthProviders: ['Email', 'GoogleAuthenticator'],
  });
  expect((await doctor.post('Profile/DisableGoogleAuthenticator')).status).toBe(200);
  expect((await signIn()).result.accessToken).toBeTruthy();
  const rows = await sqlIn<{ text: string }>(
    alpha(),
    "select row_to_json(u)::text as text from app_user u where tenant_id = $1 and user_name = 'doctor'",
    [alpha()],
  );
  expect(rows[0]?.text).not.toContain(made.result.manualEntryKey);
});

test('a second factor by mail and by short message: one code at a time, five tries for a sign-in, a wrong one never signs in', async () => {
  const [{ id }] = (await sqlIn<{ id: number }>(
    alpha(),
    "update app_user set is_two_factor_enabled = true, phone_number = '13700000004', is_phone_confirmed = true where tenant_id = $1 and user_name = 'doctor' returning id",
    [alpha()],
  )) as [{ id: number }];
  const signIn = (twoFactorVerificationCode?: string) =>
    app
      .visitor('Alpha')
      .post<{ accessToken: string | null; twoFactorAuthProviders: readonly string[] | null }>(
        '/api/TokenAuth/Authenticate',
        { userNameOrEmailAddress: 'doctor', password, twoFactorVerificationCode },
      );
  const sendCode = (provider: string) =>
    app.visitor('Alpha').post('/api/TokenAuth/SendTwoFactorAuthCode', { userId: id, provider });
  await sqlIn(alpha(), 'update one_time_code set used_at = now() where tenant_id = $1 and user_id = $2', [alpha(), id]);
  expect((await sendCode('Phone')).error?.reason).toBe('token.invalid');
  expect((await signIn()).result.twoFactorAuthProviders).toEqual(['Email', 'Phone']);
  expect((await sendCode('GoogleAuthenticator')).error?.reason).toBe('token.invalid');
  expect((await sendCode('Phone')).status).toBe(200);
  expect((await sendCode('Email')).error?.reason).toBe('code.too-soon');
  const byPhone = await codeTo('13700000004');
  expect((await signIn(other(byPhone))).error?.reason).toBe('login.code-wrong');
  expect((await signIn(byPhone)).result.accessToken).toBeTruthy();
  expect((await signIn(byPhone)).error?.reason).toBe('login.code-wrong');
  await later();
  await signIn();
  expect((await sendCode('Email')).status).toBe(200);
  expect((await signIn(await codeTo('doctor@alpha.example'))).result.accessToken).toBeTruthy();
});

test('messages are read by administrators of their own tenant only, and are gone after seven days', async () => {
  const [doctor, beta] = await Promise.all([app.as('nurse', 'Alpha'), app.as('admin', 'Beta')]);
  expect((await doctor.get('OutgoingMessages/GetAll')).status).toBe(403);
  expect((await beta.get('OutgoingMessages/GetAll')).result).toMatchObject({ totalCount: 0 });
  expect((await admin.get<{ totalCount: number }>('OutgoingMessages/GetAll')).result.totalCount).toBeGreaterThan(3);
  await sqlIn(alpha(), "update outgoing_message set queued_at = now() - interval '8 days' where tenant_id = $1", [
    alpha(),
  ]);
  const { prune } = await import('../nightly/pruning.ts');
  await prune(app.server.services.database);
  expect((await admin.get('OutgoingMessages/GetAll')).result).toMatchObject({ totalCount: 0 });
});

test('no line of the log holds a code, a number or a key', () => {
  expect(app.log().join('\n')).not.toMatch(/1[37-9]00000000|@alpha\.example|otpauth/);
});
