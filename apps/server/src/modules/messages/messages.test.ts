import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { startApp, password, type TestApp } from '@kangmai/testkit/app';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

interface Mail {
  readonly to: readonly string[];
  readonly from: string;
  readonly user: string;
  readonly raw: string;
}

const mails: Mail[] = [];
let mailAnswer: { readonly code: number } | undefined;
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
  onRcptTo: (_address, _session, done) =>
    mailAnswer ? done(Object.assign(new Error('no'), { responseCode: mailAnswer.code })) : done(),
  onData: (stream, { envelope, user }, done) => {
    void text(stream).then((raw) => {
      mails.push({
        raw,
        to: envelope.rcptTo.map(({ address }) => address),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        user: String(user),
      });
      done();
    });
  },
});

const answers = {
  ok: {
    status: 200,
    body: {
      RequestId: 'F655A8D5-B967-440B-8683-DAD6FF8DE990',
      Message: 'OK',
      BizId: '900619746936498440^0',
      Code: 'OK',
    },
  },
  tooMany: {
    status: 200,
    body: {
      RequestId: '8906582E-6722-4C5B-B0B1-0C6A8A5D3A1F',
      Message: '触发分钟级流控Permits:1',
      Code: 'isv.BUSINESS_LIMIT_CONTROL',
    },
  },
  badNumber: {
    status: 200,
    body: {
      RequestId: '8D1B8E6E-9A2C-4E8E-8B8E-0E2F0E2F0E2F',
      Message: '13xx invalid mobile number',
      Code: 'isv.MOBILE_NUMBER_ILLEGAL',
    },
  },
  badSignature: {
    status: 400,
    body: {
      RequestId: '7C6E2E6E-0E2F-4E8E-8B8E-8B8E0E2F0E2F',
      Message: 'Specified signature is not matched with our calculation.',
      Code: 'SignatureDoesNotMatch',
    },
  },
  broken: { status: 503, body: { Code: 'ServiceUnavailable' } },
} as const;

interface SmsCall {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
}

const calls: SmsCall[] = [];
let smsAnswers: (keyof typeof answers)[] = [];
let smsServer: Server;
let app: TestApp;

const listening = (server: { listen: (port: number, host: string, done: () => void) => unknown }): Promise<void> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });

beforeAll(async () => {
  smsServer = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      calls.push({
        query: new URL(request.url ?? '', 'http://x').searchParams,
        headers: request.headers,
        bytes: bytes.length,
      });
      const { status, body } = answers[smsAnswers.shift() ?? 'ok'];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await Promise.all([listening(smsServer), listening(mailServer)]);
  const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;
  app = await startApp({
    env: {
      SMTP_URL: `smtp://mailer:mail-secret-1@127.0.0.1:${portOf(mailServer.server)}`,
      MAIL_FROM: '康脉 <no-reply@kangmai.example>',
      PUBLIC_URL: 'https://kangmai.example',
      ALIYUN_SMS_KEY_ID: 'key-id-1',
      ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
      ALIYUN_SMS_SIGN: '康脉',
      ALIYUN_SMS_TEMPLATE: 'SMS_1',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${portOf(smsServer)}`,
    },
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([
    new Promise<void>((done) => {
      mailServer.close(() => done());
    }),
    new Promise((done) => {
      smsServer.close(done);
    }),
  ]);
});

interface Row {
  readonly id: number;
  readonly state: string;
  readonly body: string;
  readonly problem: string | null;
  readonly attempts: number;
  readonly params: object | null;
}

const alpha = (): number => app.tenants.Alpha;
const rows = (): Promise<Row[]> =>
  app.query<Row>(
    'Alpha',
    'select m.id, m.state, m.body, m.problem, m.attempts, d.params_sealed as params from outgoing_message m left join message_delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id where m.tenant_id = $1 order by m.id',
  );
const rowsOnceTried = async (): Promise<Row[]> => {
  await expect
    .poll(
      async () =>
        (await rows()).every(
          ({ state, attempts }) => state === 'sent' || state === 'failed' || (state === 'waiting' && attempts > 0),
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  return rows();
};
const tries = (all: readonly Row[]): number => all.reduce((sum, { attempts }) => sum + attempts, 0);
/** Makes the courier look again, as if the wait were over; its own clock may run first. */
const tickCourier = async (): Promise<Row[]> => {
  const before = tries(await rows());
  await app.query('Alpha', "update message_delivery set next_at = now() - interval '1 second' where tenant_id = $1");
  await app.server.modules.find(({ name }) => name === 'messages')?.clocks?.[0]?.tick();
  await expect.poll(async () => tries(await rows()), { timeout: 60_000 }).toBeGreaterThan(before);
  return rowsOnceTried();
};

beforeEach(async () => {
  await app.server.services.database.platform((tx) => tx.execute('delete from outgoing_message'));
  await app.server.services.database.platform((tx) => tx.execute('delete from one_time_code'));
  calls.length = 0;
  mails.length = 0;
  smsAnswers = [];
  mailAnswer = undefined;
  await app.query(
    'Alpha',
    "update app_user set phone_number = '+8613800000007', is_phone_confirmed = false where tenant_id = $1 and user_name = 'nurse'",
  );
});

const sendCode = async () => (await app.as('nurse', 'Alpha')).post('Profile/SendVerificationSms');
const verify = async (code: string) => (await app.as('nurse', 'Alpha')).post('Profile/VerifySmsCode', { code });

test('a code goes to the service signed, by its template, and stands nowhere else; it verifies the number', async () => {
  expect((await sendCode()).status).toBe(200);
  const [row] = await rowsOnceTried();
  expect(row).toMatchObject({ state: 'sent', params: null, attempts: 1 });
  expect(row?.body).toContain('••••••');
  const [sent] = calls;
  const { code } = JSON.parse(sent?.query.get('TemplateParam') ?? '{}') as { code: string };
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({
    OutId: expect.stringMatching(/^\d+\.\d+\.[\w-]{27}$/) as string,
    PhoneNumbers: '13800000007',
    SignName: '康脉',
    TemplateCode: 'SMS_1',
    TemplateParam: JSON.stringify({ code }),
  });
  expect(sent?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
  expect(sent?.headers.authorization).toMatch(
    /^ACS3-HMAC-SHA256 Credential=key-id-1,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=[\da-f]{64}$/,
  );
  expect(row?.body).not.toContain(code);
  expect((await verify(code)).status).toBe(200);
});

test('limits and faults of the service are waited out, refusals are final', async () => {
  smsAnswers = ['tooMany', 'broken', 'ok'];
  await sendCode();
  expect(await rowsOnceTried()).toMatchObject([
    { state: 'waiting', problem: 'isv.BUSINESS_LIMIT_CONTROL', attempts: 1 },
  ]);
  expect(await tickCourier()).toMatchObject([{ state: 'waiting', problem: 'ServiceUnavailable', attempts: 2 }]);
  expect(await tickCourier()).toMatchObject([{ state: 'sent', attempts: 3, params: null }]);
  for (const [answer, problem] of [
    ['badNumber', 'isv.MOBILE_NUMBER_ILLEGAL'],
    ['badSignature', 'SignatureDoesNotMatch'],
  ] as const) {
    await app.server.services.database.platform((tx) => tx.execute('delete from one_time_code'));
    await app.server.services.database.platform((tx) => tx.execute('delete from outgoing_message'));
    smsAnswers = [answer];
    await sendCode();
    expect(await rowsOnceTried()).toMatchObject([{ state: 'failed', problem, attempts: 1, params: null }]);
  }
});

test('a message is given up after five tries, and not sent once its code is worth nothing', async () => {
  smsAnswers = Array(9).fill('tooMany') as 'tooMany'[];
  await sendCode();
  await rowsOnceTried();
  for (let count = 0; count < 4; count += 1) await tickCourier();
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 5, params: null }]);
  await app.server.services.database.platform((tx) => tx.execute('delete from one_time_code'));
  smsAnswers = ['broken'];
  calls.length = 0;
  await sendCode();
  await rowsOnceTried();
  await app.query('Alpha', "update message_delivery set expires_at = now() - interval '1 second' where tenant_id = $1");
  expect((await tickCourier()).at(-1)).toMatchObject({ state: 'failed', problem: 'TOO_LATE', params: null });
  expect(calls).toHaveLength(1);
});

test('two nodes send a message once, and one that was being sent when its server ended is sent by the other', async () => {
  const second = await app.secondNode();
  try {
    smsAnswers = ['broken'];
    await sendCode();
    await rowsOnceTried();
    calls.length = 0;
    await app.query('Alpha', "update outgoing_message set state = 'sending' where tenant_id = $1");
    await app.query('Alpha', "update message_delivery set next_at = now() - interval '1 second' where tenant_id = $1");
    const tick = (server: TestApp['server']) =>
      server.modules.find(({ name }) => name === 'messages')?.clocks?.[0]?.tick();
    await Promise.all([tick(app.server), tick(second.server), tick(app.server), tick(second.server)]);
    expect(await rowsOnceTried()).toMatchObject([{ state: 'sent' }]);
    expect(calls).toHaveLength(1);
  } finally {
    await second.close();
  }
});

test('a mail reaches its owner by SMTP with a link that works; the list of messages does not show it', async () => {
  await app.visitor('Alpha').post('Account/SendPasswordResetCode', { emailAddress: 'manager@alpha.example' });
  const [row] = await rowsOnceTried();
  expect(row).toMatchObject({ state: 'sent' });
  expect(row?.body).not.toContain('?c=');
  expect(mails).toMatchObject([{ to: ['manager@alpha.example'], from: 'no-reply@kangmai.example', user: 'mailer' }]);
  const raw = mails[0]?.raw ?? '';
  const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n')).replaceAll(/\s/g, ''), 'base64').toString();
  const c = /reset-password\?c=(\S+)/.exec(body)?.[1] ?? '';
  expect((await app.visitor().post('Account/ResetPassword', { c, password: 'Other-Horse-8' })).result).toMatchObject({
    canLogin: true,
  });
  expect(
    (await app.visitor('Alpha').post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress: 'manager', password }))
      .status,
  ).toBe(400);
});

test('a mailbox that is refused for good is not tried again, one that is busy is', async () => {
  mailAnswer = { code: 450 };
  await app.visitor('Alpha').post('Account/SendPasswordResetCode', { emailAddress: 'doctor@alpha.example' });
  expect(await rowsOnceTried()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  mailAnswer = { code: 550 };
  expect(await tickCourier()).toMatchObject([{ state: 'failed', problem: 'EENVELOPE 550', attempts: 2 }]);
});

test('no line of the log holds a secret, a number or an address', () => {
  expect(app.log().join('\n')).not.toMatch(/mail-secret|sms-secret|13800000007|@alpha\.example/);
});
