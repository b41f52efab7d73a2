import { startApp, type TestApp } from '@kangmai/testkit/app';
import { client as clientAt, type Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: Client;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  [host, admin] = await Promise.all([app.as('admin'), app.as('admin', 'Alpha')]);
});
afterAll(() => app.close());

interface Over {
  readonly impersonationToken: string;
}

const recipient = 'doctor@alpha.example';
const read = (who: Client, more: object = {}) =>
  who.post<{ body: string; subject: string }>('OutgoingMessages/GetWholeText', {
    tenancyName: 'Alpha',
    recipient,
    reason: '本机演示',
    ...more,
  });
const idOf = async (userName: string): Promise<number> =>
  (
    await app.query<{ id: number }>(
      'Alpha',
      `select id from app_user where tenant_id = $1 and user_name = '${userName}'`,
    )
  )[0]?.id ?? 0;
const askReset = (who: Client) => who.post('Account/SendPasswordResetCode', { emailAddress: recipient });

/** A client that impersonates a user of Alpha. */
async function inNameOf(who: Client, given: object): Promise<Client> {
  const { result } = await who.post<Over>('Account/Impersonate', given);
  const path = `/api/TokenAuth/ImpersonatedAuthenticate?impersonationToken=${result.impersonationToken}`;
  const {
    result: { accessToken },
  } = await app.visitor().post<{ accessToken: string }>(path);
  return clientAt(app.url, { authorization: `Bearer ${accessToken}` });
}

const grounds = { reason: '协助排查问题', minutes: 15 };

test('the page, its export and the database show no link and no code', async () => {
  expect((await askReset(app.visitor('Alpha'))).status).toBe(200);
  expect(
    (await (await app.as('nurse', 'Alpha')).post('Profile/SendVerificationSms', { phoneNumber: '13800000031' })).status,
  ).toBe(200);
  const link = /c=(\S+)/.exec(await wholeText(app, 'Alpha', recipient))?.[1] ?? '';
  const code = /\d{6}/.exec(await wholeText(app, 'Alpha', '13800000031'))?.[0] ?? '';
  expect([link.length > 20, code.length]).toEqual([true, 6]);
  for (const who of [admin, await inNameOf(host, { tenantId: app.tenants.Alpha, ...grounds })]) {
    const { text, result } = await who.get<{ totalCount: number }>('OutgoingMessages/GetAll');
    expect(result.totalCount).toBeGreaterThan(1);
    expect(text).not.toMatch(new RegExp(`c=|\\b${code}\\b`));
  }
  const tables = await app.query<{ name: string }>(
    'Alpha',
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' and $1 > 0",
  );
  for (const { name } of tables) {
    const rows = await app.query(
      'Alpha',
      `select 1 from "${name}" t where tenant_id = $1 and (t::text like '%${link.slice(0, 40)}%' or t::text ~ '(^|[^0-9a-f])${code}([^0-9a-f]|$)')`,
    );
    expect(rows, name).toEqual([]);
  }
});

test("the host reads the whole text for a reason, and each look stands in the tenant's log", async () => {
  const { status, result } = await read(host);
  expect(status).toBe(200);
  expect(result.body).toContain('/account/reset-password?c=');
  const [look] = await app.query<object>(
    'Alpha',
    'select action, resource, field, reason, user_id as "userId", impersonator_name as "impersonatorName" from sensitive_access_log where tenant_id = $1 order by id desc limit 1',
  );
  expect(look).toEqual({
    action: 'reveal',
    resource: 'outgoingMessage',
    field: 'body',
    reason: '本机演示',
    userId: await idOf('doctor'),
    impersonatorName: 'admin',
  });
  expect((await read(host, { recipient: 'nobody@alpha.example' })).error?.reason).toBe('message.none-kept');
  expect((await read(host, { tenancyName: 'nowhere' })).status).toBe(404);
});

test('without a reason, with it in the address, by a tenant or while impersonating it stays hidden, and no look is written', async () => {
  const looks = async (): Promise<number> =>
    (
      await app.query(
        'Alpha',
        "select 1 from sensitive_access_log where tenant_id = $1 and resource = 'outgoingMessage'",
      )
    ).length;
  const [before, doctorId, adminId] = await Promise.all([looks(), idOf('doctor'), idOf('admin')]);
  for (const reason of [undefined, '', '..', '\u200B\u200B\u200B\u200B', '核对', 'a  b'])
    expect((await read(host, { reason })).status, String(reason)).toBe(400);
  expect(
    (await host.post('OutgoingMessages/GetWholeText?reason=abcd', { tenancyName: 'Alpha', recipient })).status,
  ).toBe(400);
  const hidden = await read(admin);
  expect([hidden.status, hidden.error?.reason]).toEqual([403, 'message.host-only']);
  expect((await read(await app.as('nurse', 'Alpha'))).status).toBe(403);
  expect((await read(app.visitor('Alpha'))).status).toBe(401);
  expect((await read(await inNameOf(host, { tenantId: app.tenants.Alpha, ...grounds }))).error?.reason).toBe(
    'impersonation.not-allowed',
  );
  expect(
    (await read(await inNameOf(host, { tenantId: app.tenants.Alpha, userId: adminId, ...grounds }))).error?.reason,
  ).toBe('impersonation.not-allowed');
  expect((await read(await inNameOf(admin, { userId: doctorId, reason: '代班' }))).status).toBe(403);
  expect(await looks()).toBe(before);
});

test('somebody who impersonates asks for no link or code, and uses none', async () => {
  const link = /c=(\S+)/.exec(await wholeText(app, 'Alpha', recipient))?.[1] ?? '';
  const userId = await idOf('doctor');
  const inside = await inNameOf(admin, { userId, reason: '代班' });
  const mailsBefore = (await app.query('Alpha', 'select 1 from outgoing_message where tenant_id = $1')).length;
  const attempts = [
    askReset(inside),
    inside.post('Account/SendEmailActivationLink', { emailAddress: recipient }),
    inside.post('Account/ResetPassword', { c: link, password: 'Other-Horse-8' }),
    inside.post('Account/ActivateEmail', { c: link }),
    inside.post('/api/TokenAuth/SendTwoFactorAuthCode', { userId, provider: 'Email' }),
    inside.post('Profile/SendVerificationSms', { phoneNumber: '13800000032' }),
    inside.post('Profile/VerifySmsCode', { code: '123456' }),
    inside.post('Profile/ChangePassword', { currentPassword: 'x', newPassword: 'Other-Horse-8' }),
    inside.put('Profile/UpdateCurrentUserProfile', {
      name: 'a',
      surname: 'b',
      userName: 'doctor',
      emailAddress: 'thief@alpha.example',
    }),
    inside.put('Profile/UpdateGoogleAuthenticatorKey', {}),
    inside.post('Profile/ConfirmGoogleAuthenticatorKey', { code: '123456' }),
    inside.post('Profile/DisableGoogleAuthenticator', { password: 'x' }),
    inside.put('Profile/UpdateProfilePicture', { fileToken: 'x' }),
    inside.post('UserLink/LinkToUser', { tenancyName: 'Alpha', usernameOrEmailAddress: 'nurse', password: 'x' }),
    inside.post('UserLink/UnlinkUser', { tenantId: app.tenants.Alpha, userId }),
    inside.post('Account/SwitchToLinkedAccount', { targetTenantId: app.tenants.Alpha, targetUserId: userId }),
  ];
  const answers = await Promise.all(attempts);
  expect(answers.map(({ error }) => error?.reason)).toEqual(attempts.map(() => 'impersonation.not-allowed'));
  expect((await app.query('Alpha', 'select 1 from outgoing_message where tenant_id = $1')).length).toBe(mailsBefore);
  expect((await app.visitor().post('Account/ResetPassword', { c: link, password: 'Other-Horse-8' })).status).toBe(200);
});

test('a server that others reach shows nothing in full', async () => {
  const open = await startApp({ env: { PUBLIC_URL: 'https://kangmai.example' } });
  try {
    await open.visitor('Alpha').post('Account/SendPasswordResetCode', { emailAddress: recipient });
    const answer = await read(await open.as('admin'));
    expect([answer.status, answer.error?.reason]).toEqual([400, 'message.not-local']);
  } finally {
    await open.close();
  }
});
