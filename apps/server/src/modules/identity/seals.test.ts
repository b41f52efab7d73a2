import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { client as clientAt, type Answer, type Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt as codeOfKey } from './second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface SignedIn {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly refreshToken: string;
  readonly twoFactorRememberClientToken: string;
}

const linkTo = async (recipient: string): Promise<string> =>
  /c=(\S+)/.exec(await wholeText(app, 'Alpha', recipient))?.[1] ?? '';

async function signIn(): Promise<SignedIn> {
  const nurse = await app.as('nurse', 'Alpha');
  const {
    result: { manualEntryKey },
  } = await nurse.put<{ manualEntryKey: string }>('Profile/UpdateGoogleAuthenticatorKey', {});
  const codeAt = (later: number): string => codeOfKey(manualEntryKey, new Date(Date.now() + later * 30_000));
  expect((await nurse.post('Profile/ConfirmGoogleAuthenticatorKey', { code: codeAt(0) })).status).toBe(200);
  const body = { userNameOrEmailAddress: 'nurse', password };
  await app.visitor('Alpha').post('/api/TokenAuth/Authenticate', body);
  const code = { twoFactorVerificationCode: codeAt(1), rememberClient: true };
  return (await app.visitor('Alpha').post<SignedIn>('/api/TokenAuth/Authenticate', { ...body, ...code })).result;
}

async function everySeal(): Promise<Readonly<Record<string, string>>> {
  await app.query(
    'Alpha',
    "update app_user set is_email_confirmed = false where tenant_id = $1 and user_name in ('manager', 'doctor') returning id",
  );
  const visitor = app.visitor('Alpha');
  await visitor.post('Account/SendPasswordResetCode', { emailAddress: 'doctor@alpha.example' });
  await visitor.post('Account/SendEmailActivationLink', { emailAddress: 'manager@alpha.example' });
  const admin = await app.as('admin', 'Alpha');
  const [doctor] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'doctor'",
  );
  const { impersonationToken } = (
    await admin.post<{ impersonationToken: string }>('Account/Impersonate', { userId: doctor?.id, reason: '代班' })
  ).result;
  const { fileToken } = (await admin.get<{ fileToken: string }>('SensitiveAccessLog/GetSensitiveAccessLogsToExcel'))
    .result;
  const { accessToken, encryptedAccessToken, refreshToken, twoFactorRememberClientToken } = await signIn();
  return {
    resetLink: await linkTo('doctor@alpha.example'),
    activationLink: await linkTo('manager@alpha.example'),
    impersonationToken,
    fileToken,
    accessToken,
    encryptedAccessToken,
    refreshToken,
    twoFactorRememberClientToken,
  };
}

type Send = (visitor: Client, value: string) => Promise<Answer<unknown>>;

/** Every call that takes a sealed value, with the values meant for it. */
const calls: readonly {
  readonly name: string;
  readonly own: readonly string[];
  readonly status?: number;
  readonly send: Send;
}[] = [
  {
    name: 'ResolveTenantId',
    own: ['resetLink', 'activationLink'],
    send: (visitor, c) => visitor.post('Account/ResolveTenantId', { c }),
  },
  {
    name: 'ResetPassword',
    own: ['resetLink'],
    send: (visitor, c) => visitor.post('Account/ResetPassword', { c, password: 'Other-Horse-8' }),
  },
  {
    name: 'ResetPassword by code',
    own: [],
    send: (visitor, resetCode) =>
      visitor.post('Account/ResetPassword', { userId: 1, resetCode, password: 'Other-Horse-8' }),
  },
  {
    name: 'ActivateEmail',
    own: ['activationLink'],
    send: (visitor, c) => visitor.post('Account/ActivateEmail', { c }),
  },
  {
    name: 'ActivateEmail by code',
    own: [],
    send: (visitor, confirmationCode) => visitor.post('Account/ActivateEmail', { userId: 1, confirmationCode }),
  },
  {
    name: 'RefreshToken',
    own: ['refreshToken'],
    status: 401,
    send: (visitor, refreshToken) => visitor.post('/api/TokenAuth/RefreshToken', { refreshToken }),
  },
  {
    name: 'LinkedAccountAuthenticate',
    own: [],
    send: (visitor, switchAccountToken) =>
      visitor.post('/api/TokenAuth/LinkedAccountAuthenticate', { switchAccountToken }),
  },
  {
    name: 'ImpersonatedAuthenticate',
    own: ['impersonationToken'],
    send: (visitor, impersonationToken) =>
      visitor.post('/api/TokenAuth/ImpersonatedAuthenticate', { impersonationToken }),
  },
  {
    name: 'UpdateProfilePicture',
    own: [],
    status: 401,
    send: (visitor, fileToken) => visitor.put('Profile/UpdateProfilePicture', { fileToken }),
  },
  {
    name: 'DownloadTempFile',
    own: ['fileToken'],
    status: 404,
    send: (visitor, fileToken) => visitor.get(`/File/DownloadTempFile?fileToken=${encodeURIComponent(fileToken)}`),
  },
  {
    name: 'bearer',
    own: ['accessToken'],
    status: 401,
    send: (_visitor, value) =>
      clientAt(app.url, { authorization: `Bearer ${value.replace('\0', 'zero')}` }).get('Profile/GetPreferences'),
  },
];

test('a value that was sealed for one purpose is refused for every other one, never a fault', async () => {
  const seals = await everySeal();
  const { resetLink = '', activationLink = '' } = seals;
  expect(Object.values(seals).filter((value) => String(value).length < 20)).toEqual([]);
  const forged = {
    ...seals,
    cut: resetLink.slice(0, -4),
    number: '4',
    dotted: `${app.tenants.Alpha}.${'x'.repeat(43)}`,
    json: '{"tenantId":1}',
    zero: '\u0000',
  };
  for (const { name, own, status = 400, send } of calls) {
    for (const [kind, value] of Object.entries(forged)) {
      if (own.includes(kind)) continue;
      const answer = await send(app.visitor('Alpha'), value);
      expect([400, status], `${name} with ${kind}: ${answer.text}`).toContain(answer.status);
    }
  }
  const visitor = app.visitor();
  expect((await visitor.post('Account/ResolveTenantId', { c: activationLink })).result).toBe(app.tenants.Alpha);
  expect((await visitor.post('Account/ActivateEmail', { c: activationLink })).status).toBe(200);
  expect((await visitor.post('Account/ResetPassword', { c: resetLink, password: 'Other-Horse-8' })).status).toBe(200);
});
