import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import { client as clientAt, type Answer, type Client } from '@kangmai/testkit/client';
import { requestFor, makeCall } from '@kangmai/testkit/isolation-input';
import { Samples } from '@kangmai/testkit/samples';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeLimit } from '../faults/time-limit.ts';

interface Tokens {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly refreshToken: string;
}

let app: TestApp;
let second: Awaited<ReturnType<TestApp['secondNode']>>;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp();
  second = await app.secondNode();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await second.close();
  await app.close();
});

const signIn = async (userName = 'admin'): Promise<Tokens> =>
  (
    await app
      .visitor('Alpha')
      .post<Tokens>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: userName, password })
  ).result;
const bearer = (token: string, url = app.url): Client => clientAt(url, { authorization: `Bearer ${token}` });
const works = (client: Client): Promise<Answer<unknown>> =>
  client.post('Profile/ChangeLanguage', { languageName: 'zh-Hans' });
const lock = async (client: Client): Promise<void> => expect((await client.post('Session/Lock')).status).toBe(200);
const unlock = (client: Client, given = password): Promise<Answer<unknown>> =>
  client.post('Session/Unlock', { password: given });

async function screen(
  { encryptedAccessToken }: Tokens,
  url = app.url,
  unheardMs = 0,
): Promise<{ readonly socket: Socket; readonly heard: { readonly event: string; readonly payload: unknown }[] }> {
  const socket = io(url, {
    auth: { token: encryptedAccessToken, unheardMs },
    transports: ['websocket'],
    forceNew: true,
  });
  sockets.push(socket);
  const heard: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  return { socket, heard };
}

const refusalOf = ({ status, error }: Answer<unknown>): unknown => ({
  status,
  code: error?.code,
  reason: error?.reason,
});
const locked = { status: 403, code: 423, reason: 'session.locked' };

test('a locked sign-in is refused at every call but those of the lock page, and at the doors of files', async () => {
  const admin = bearer((await signIn()).accessToken);
  const samples = await Samples.of(app, 'Alpha');
  const requests = await Promise.all(
    app.server.app.entries.map(async (entry) => ({
      entry,
      request: await requestFor(entry, samples, { id: 1, imei: '860000000000000' }),
    })),
  );
  await lock(admin);
  const problems: string[] = [];
  let refused = 0;
  for (const { entry, request } of requests) {
    if (entry.whileLocked) continue;
    const answer = await makeCall(admin, entry, request);
    // Phone pages know no sign-in of staff, locked or not.
    if (entry.phone !== undefined && answer.status === 401) continue;
    if (
      JSON.stringify(refusalOf(answer)) === JSON.stringify(locked) &&
      (answer.body as { unAuthorizedRequest?: boolean }).unAuthorizedRequest === true
    )
      refused += 1;
    else problems.push(`${entry.verb} ${entry.path}: ${answer.status} ${answer.text.slice(0, 120)}`);
  }
  expect(problems).toEqual([]);
  expect(refused).toBeGreaterThan(250);
  const form = new FormData();
  form.append('f', new Blob(['%PDF-1.4']), 'a.pdf');
  for (const answer of [
    await admin.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form }),
    await admin.fetch('/File/DownloadBinaryFile?id=9f2c1e34-0000-4000-8000-000000000000'),
    await admin.fetch('/File/DownloadTempFile?fileToken=x'),
  ]) {
    expect(answer.status, answer.url).toBe(403);
  }
  expect((await admin.get('Session/GetState')).result).toEqual({ isLocked: true });
  expect((await admin.get('/AbpUserConfiguration/GetAll')).status).toBe(200);
  expect(
    (await admin.get<{ user: { userName: string } }>('Session/GetCurrentLoginInformations')).result.user.userName,
  ).toBe('admin');
  expect((await works(bearer((await signIn()).accessToken))).status).toBe(200);
  expect((await admin.get('/api/TokenAuth/LogOut')).status).toBe(200);
  expect((await works(admin)).status).toBe(401);
});

test('the password opens it again; a wrong one says how many tries are left', async () => {
  const tokens = await signIn('nurse');
  const nurse = bearer(tokens.accessToken);
  await lock(nurse);
  const wrong = await unlock(nurse, 'Wrong-Horse-1');
  expect(wrong.error).toMatchObject({
    reason: 'session.unlock-wrong',
    message: '密码错误，请重新输入',
    details: '还可以尝试 4 次',
  });
  expect(wrong.status).toBe(400);
  expect(refusalOf(await works(nurse))).toEqual(locked);
  expect((await unlock(nurse)).status).toBe(200);
  expect((await works(nurse)).status).toBe(200);
  await lock(nurse);
  expect((await unlock(nurse, 'Wrong-Horse-1')).error?.details).toBe('还可以尝试 4 次');
  expect((await unlock(nurse)).status).toBe(200);
  const attempts = await app.query<{ n: number }>(
    'Alpha',
    "select count(*)::int as n from login_attempt where tenant_id = $1 and user_name_or_email = 'nurse' and result = 3",
  );
  expect(attempts[0]?.n).toBe(2);
});

test('a token that is renewed while locked is locked, and opens with the others', async () => {
  const tokens = await signIn('doctor');
  await lock(bearer(tokens.accessToken));
  const renewed = (
    await app.visitor().post<Tokens>('/api/TokenAuth/RefreshToken', { refreshToken: tokens.refreshToken })
  ).result;
  expect(refusalOf(await works(bearer(renewed.accessToken)))).toEqual(locked);
  expect((await unlock(bearer(renewed.accessToken))).status).toBe(200);
  expect((await works(bearer(renewed.accessToken))).status).toBe(200);
  expect((await works(bearer(tokens.accessToken))).status).toBe(200);
});

test('the fifth wrong password ends the sign-in, tries at the same moment count too, and other sign-ins go on', async () => {
  const [tokens, other] = [await signIn('manager'), await signIn('manager')];
  const manager = bearer(tokens.accessToken);
  await lock(manager);
  const answers = await Promise.all(Array.from({ length: 8 }, () => unlock(manager, 'Wrong-Horse-1')));
  expect(answers.filter(({ error }) => error?.reason === 'session.unlock-wrong').length).toBe(4);
  expect(answers.map(({ error }) => error?.reason)).toContain('session.unlock-ended');
  expect((await unlock(manager)).status).toBe(401);
  expect((await works(manager)).status).toBe(401);
  expect((await app.visitor().post('/api/TokenAuth/RefreshToken', { refreshToken: tokens.refreshToken })).status).toBe(
    400,
  );
  expect((await works(bearer(other.accessToken))).status).toBe(200);
});

test('behind an impersonation the screen opens to the one who impersonates', async () => {
  const { database, passwords, tokenIssuer } = app.server.services;
  await app.query('Alpha', "update app_user set password_hash = $2 where tenant_id = $1 and user_name = 'doctor'", [
    await passwords.hash('Other-Horse-8'),
  ]);
  const [admin] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'admin'",
  );
  const { accessToken } = await database.withTenant(app.tenants.Alpha, async (tx) => {
    const doctor = await tx.one<{ id: number; stamp: string }>(
      "select id, security_stamp as stamp from app_user where tenant_id = $1 and user_name = 'doctor'",
      [tx.tenantId],
    );
    return tokenIssuer.access(tx, {
      tenantId: tx.tenantId,
      userId: doctor?.id ?? 0,
      securityStamp: doctor?.stamp ?? '',
      ip: '',
      client: 'test',
      impersonatorUserId: admin?.id ?? 0,
      impersonatorTenantId: tx.tenantId,
    });
  });
  const behind = bearer(accessToken);
  await lock(behind);
  expect((await unlock(behind, 'Other-Horse-8')).error?.reason).toBe('session.unlock-wrong');
  expect((await unlock(behind)).status).toBe(200);
  expect((await works(behind)).status).toBe(200);
  await app.query('Alpha', "update app_user set password_hash = $2 where tenant_id = $1 and user_name = 'doctor'", [
    await passwords.hash(password),
  ]);
});

test('a locked screen hears alarms as a number and nothing else, on both nodes from the first moment on', async () => {
  const { bus } = app.server.services;
  await expect.poll(() => bus.hasOthers && second.server.services.bus.hasOthers, { timeout: 60_000 }).toBe(true);
  const tokens = await signIn();
  const admin = bearer(tokens.accessToken);
  const open = await screen(await signIn());
  const [here, there] = [await screen(tokens), await screen(tokens, second.url)];
  const there403 = bearer(tokens.accessToken, second.url);
  expect((await works(there403)).status).toBe(200);
  await lock(admin);
  const told = ({ heard }: typeof here): boolean => heard.some(({ event }) => event === 'sessionchange');
  await expect.poll(() => told(here) && told(there), { timeout: 60_000, interval: 10 }).toBe(true);
  expect(refusalOf(await works(there403))).toEqual(locked);
  expect((await here.socket.emitWithAck('watchClient', 1)) as object).toEqual({ joined: false });

  const doctor = await app.as('admin', 'Alpha');
  const makeAlarm = async (phone: string): Promise<void> => {
    const person = await doctor.post<number>('C_client/CreateOrEditFromCustom', { name: `客户${phone}`, phone });
    expect(
      (
        await doctor.post('Watch_bps/CreateOrEdit', {
          userId: person.result,
          high: 192,
          low: 118,
          measure_time: new Date().toISOString(),
        })
      ).status,
    ).toBe(200);
  };
  const count = ({ heard }: typeof here, name: string): number => heard.filter(({ event }) => event === name).length;
  await makeAlarm('13900001111');
  const told3 = { count: 1, isLoud: true, level: 3, unit: null, time: expect.any(String) as unknown };
  await expect
    .poll(() => [count(open, 'newabnormal'), count(here, 'lockedalarm'), count(there, 'lockedalarm')], {
      timeout: 60_000,
    })
    .toEqual([1, 1, 1]);
  for (const { heard } of [here, there]) {
    const news = heard.filter(({ event }) => !['seated', 'sessionchange'].includes(event));
    expect(news).toEqual([{ event: 'lockedalarm', payload: told3 }]);
  }
  expect(count(open, 'lockedalarm')).toBe(0);
  const late = await screen(tokens, second.url, 60_000);
  await expect.poll(() => count(late, 'seated')).toBe(1);
  expect(late.heard).toEqual([
    { event: 'lockedalarm', payload: told3 },
    { event: 'seated', payload: {} },
  ]);

  expect((await unlock(admin)).status).toBe(200);
  await expect
    .poll(() => [count(here, 'sessionchange'), count(there, 'sessionchange')], { timeout: 60_000, interval: 10 })
    .toEqual([2, 2]);
  expect((await works(there403)).status).toBe(200);
  await expect
    .poll(
      async () => {
        bus.publish({ event: 'abnormalchange', rooms: [`t:${app.tenants.Alpha}:abnormal:all`], payload: {} });
        return count(here, 'abnormalchange') > 0;
      },
      { timeout: 5000 },
    )
    .toBe(true);
  await makeAlarm('13900002222');
  await expect
    .poll(() => [count(here, 'newabnormal'), count(there, 'newabnormal')], { timeout: 60_000 })
    .toEqual([1, 1]);
  expect([count(here, 'lockedalarm'), count(there, 'lockedalarm')]).toEqual([1, 1]);
});

test('an ended sign-in is told to its open screens at once, before they are cut off', async () => {
  const tokens = await signIn('nurse');
  const { socket, heard } = await screen(tokens, second.url);
  const ended = new Promise<string>((resolve) => {
    socket.once('disconnect', resolve);
  });
  const began = performance.now();
  expect((await bearer(tokens.accessToken).get('/api/TokenAuth/LogOut')).status).toBe(200);
  expect(await ended).toBe('io server disconnect');
  expect(performance.now() - began).toBeLessThan(timeLimit(2000));
  expect(heard.map(({ event }) => event)).toContain('sessionchange');
});
