import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { wholeText } from '@kangmai/testkit/outbox';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'http://localhost:8443' } });
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const mails = async (recipient: string): Promise<readonly { readonly body: string; readonly subject: string }[]> =>
  (
    await admin.get<{ items: readonly { body: string; subject: string }[] }>('OutgoingMessages/GetAll', {
      RecipientFilter: recipient,
    })
  ).result.items;

test('a forgotten password is reset by the link of a mail, once; the answer tells nobody whether the address is known', async () => {
  const requestReset = (emailAddress: string) =>
    app.visitor('Alpha').post('Account/SendPasswordResetCode', { emailAddress });
  const [known, unknown] = [await requestReset('DOCTOR@alpha.example'), await requestReset('nobody@alpha.example')];
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect((await requestReset('doctor@alpha.example')).text).toBe(known.text);
  const sent = await mails('doctor@alpha.example');
  expect(sent).toHaveLength(1);
  expect(await mails('nobody@alpha.example')).toEqual([]);
  const c =
    /http:\/\/localhost:8443\/account\/reset-password\?c=(\S+)/.exec(
      await wholeText(app, 'Alpha', 'doctor@alpha.example'),
    )?.[1] ?? '';
  expect((await app.visitor().post('Account/ResolveTenantId', { c })).result).toBe(app.tenants.Alpha);
  const reset = (newPassword: string) => app.visitor().post('Account/ResetPassword', { c, password: newPassword });
  expect((await reset('weak')).error?.reason).toBe('validation.failed');
  const before = await app.as('doctor', 'Alpha');
  expect((await reset('Other-Horse-8')).result).toEqual({ canLogin: true, userName: 'doctor' });
  expect((await reset('Other-Horse-9')).error?.reason).toBe('token.invalid');
  await expect.poll(async () => (await before.get('Profile/GetPreferences')).status, { timeout: 60_000 }).toBe(401);
  const signIn = (its: string) =>
    app.visitor('Alpha').post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'doctor', password: its });
  expect((await signIn(password)).status).toBe(400);
  expect((await signIn('Other-Horse-8')).status).toBe(200);
});

test('a mailbox gets one mail of many asked for at the same moment, and ten a day', async () => {
  const ask = () =>
    app.visitor('Alpha').post('Account/SendPasswordResetCode', { emailAddress: 'manager@alpha.example' });
  await Promise.all(Array.from({ length: 5 }, ask));
  expect(await mails('manager@alpha.example')).toHaveLength(1);
  const later = () =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.execute("update one_time_code set created_at = created_at - interval '2 minutes' where tenant_id = $1", [
        tx.tenantId,
      ]),
    );
  for (let count = 0; count < 11; count += 1) {
    await later();
    await ask();
  }
  expect(await mails('manager@alpha.example')).toHaveLength(10);
});

test('an address that is confirmed already gets no further link', async () => {
  await app.visitor('Alpha').post('Account/SendEmailActivationLink', { emailAddress: 'nurse@alpha.example' });
  expect(await mails('nurse@alpha.example')).toEqual([]);
  await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.execute("update app_user set is_email_confirmed = false where tenant_id = $1 and user_name = 'nurse'", [
      tx.tenantId,
    ]),
  );
  for (let count = 0; count < 2; count += 1)
    await app.visitor('Alpha').post('Account/SendEmailActivationLink', { emailAddress: 'nurse@alpha.example' });
  expect(await mails('nurse@alpha.example')).toHaveLength(1);
});

/** A JPEG header of 300 by 200 pixels. */
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2D8CF0' } });
const jpeg = await blank(300, 200).jpeg().toBuffer();
const wide = Buffer.from('ffd8ffc000110800c8138803012200021101031101ffd9', 'hex');

async function upload(
  client: Client,
  bytes: Buffer,
  name = 'me.jpg',
): Promise<{
  readonly status: number;
  readonly result: { readonly fileToken: string; readonly width: number; readonly height: number };
  readonly reason: string | undefined;
}> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await client.fetch('/Profile/UploadProfilePicture', { method: 'POST', body: form });
  const body = (await response.json()) as {
    result: { fileToken: string; width: number; height: number };
    error: { reason: string } | null;
  };
  return { status: response.status, result: body.result, reason: body.error?.reason };
}

test('a picture is told by its bytes, kept whole, shown to colleagues and to nobody else', async () => {
  const [manager, nurse, beta] = await Promise.all([
    app.as('manager', 'Alpha'),
    app.as('nurse', 'Alpha'),
    app.as('admin', 'Beta'),
  ]);
  expect((await manager.get('Profile/GetProfilePicture')).result).toEqual({ profilePicture: '' });
  expect((await upload(manager, Buffer.from('<svg onload=alert(1)>'))).reason).toBe('upload.bad-type');
  expect((await upload(manager, jpeg, 'me.exe')).reason).toBe('upload.bad-type');
  expect((await upload(manager, wide)).reason).toBe('picture.too-large');
  const { result } = await upload(manager, jpeg);
  expect(result).toMatchObject({ width: 300, height: 200 });
  expect((await nurse.put('Profile/UpdateProfilePicture', { fileToken: result.fileToken })).error?.reason).toBe(
    'file.gone',
  );
  expect((await manager.put('Profile/UpdateProfilePicture', { fileToken: result.fileToken })).status).toBe(200);
  expect((await manager.put('Profile/UpdateProfilePicture', { fileToken: result.fileToken })).error?.reason).toBe(
    'file.gone',
  );
  const cut = await upload(manager, jpeg);
  expect(
    (
      await manager.put('Profile/UpdateProfilePicture', {
        fileToken: cut.result.fileToken,
        x: 10,
        y: 0,
        width: 50,
        height: 50,
      })
    ).error?.reason,
  ).toBe('picture.not-cut');
  const { user } = (
    await manager.get<{ user: { id: number; profilePictureId: string } }>('Session/GetCurrentLoginInformations')
  ).result;
  const own = (await manager.get<{ profilePicture: string }>('Profile/GetProfilePicture')).result;
  const shown = await sharp(Buffer.from(own.profilePicture, 'base64')).metadata();
  expect(shown).toMatchObject({ format: 'jpeg', width: 300, height: 200 });
  for (const [path, query] of [
    ['GetProfilePictureById', { profilePictureId: user.profilePictureId }],
    ['GetProfilePictureByUser', { userId: user.id }],
    ['GetProfilePictureByUserName', { username: 'MANAGER' }],
  ] as const) {
    expect((await nurse.get(`Profile/${path}`, query)).result).toEqual(own);
    if (path === 'GetProfilePictureById')
      expect((await beta.get(`Profile/${path}`, query)).result).toEqual({ profilePicture: '' });
  }
});

test('a new picture takes the place of the old one, whose bytes go', async () => {
  const manager = await app.as('manager', 'Alpha');
  const rows = () =>
    app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
      tx.query<{ path: string; isDeleted: boolean }>(
        `select path, is_deleted as "isDeleted" from stored_file where tenant_id = $1 and used_for = 'avatar' order by id`,
        [tx.tenantId],
      ),
    );
  const [old] = await rows();
  const { result } = await upload(manager, await blank(5, 7).gif().toBuffer(), 'me.gif');
  expect(
    (await manager.put('Profile/UpdateProfilePicture', { fileToken: result.fileToken, width: 5, height: 7 })).status,
  ).toBe(200);
  expect((await rows()).map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
  await expect.poll(() => app.server.services.files.read(old?.path ?? ''), { timeout: 60_000 }).toBeUndefined();
});
