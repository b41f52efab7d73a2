import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewMessage } from './message-types.ts';
import { messagesModule, type Messages } from './public.ts';

interface Sent {
  readonly phone: string;
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly reference: string;
}

const sent: Sent[] = [];
let answer = { Code: 'OK' };
let provider: Server;
let app: TestApp;
let messages: Messages;

interface Stored {
  readonly id: number;
  readonly channel: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly state: string;
  readonly problem: string | null;
  readonly body: string;
}

const patience = { timeout: 60_000 };
const storedTo = (...recipients: string[]): Promise<readonly Stored[]> =>
  app.query<Stored>(
    'Alpha',
    'select id, channel, recipient, purpose, state, problem, body from outgoing_message where tenant_id = $1 and recipient = any($2) order by id',
    [recipients],
  );

beforeAll(async () => {
  provider = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const valueOf = (name: string): string => query.get(name) ?? '';
    sent.push({
      phone: valueOf('PhoneNumbers'),
      template: valueOf('TemplateCode'),
      params: JSON.parse(valueOf('TemplateParam')) as Sent['params'],
      reference: valueOf('OutId'),
    });
    void buffer(request).then(() => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  app = await startApp({
    env: {
      ALIYUN_SMS_KEY_ID: 'key-id-1',
      ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
      ALIYUN_SMS_SIGN: '康脉',
      ALIYUN_SMS_TEMPLATE: 'SMS_CODE',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  });
  ({ messages } = messagesModule(app.server.services));
  await setTemplate('SMS_ALARM');
});
afterAll(async () => {
  await app.close();
  await new Promise((done) => {
    provider.close(done);
  });
});
beforeEach(() => {
  sent.length = 0;
  answer = { Code: 'OK' };
});

async function setTemplate(value: string): Promise<void> {
  await app.server.services.database.withTenant(0, (tx) =>
    tx.execute(
      "insert into setting (tenant_id, name, value) values (0, 'App.Sms.AlarmTemplate', $1) on conflict (tenant_id, user_id, name) do update set value = excluded.value",
      [value],
    ),
  );
  app.server.services.settings.forget(0);
}

const alarm = (recipient: string, more: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'sms',
  purpose: 'alarm',
  recipient,
  userId: null,
  culture: 'zh-Hans',
  params: { house: '安康养老', phone: '028-85550101', ward: '张先生', level: '警告' },
  seconds: 3600,
  level: 3,
  ...more,
});

const queue = (...several: readonly NewMessage[]): Promise<void> =>
  app.server.services.database.withTenant(app.tenants.Alpha, async (tx) => {
    for (const message of several) await messages.queue(tx, message);
  });

const queueSet = (several: readonly NewMessage[]): Promise<void> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => messages.queueAll(tx, several));

const receipt = (outId: string, success: boolean) =>
  app
    .visitor()
    .post('/api/messages/receipt/aliyun', [
      { phone_number: '13900000001', success, err_code: success ? 'DELIVERED' : 'UNDELIV', out_id: outId },
    ]);

test('an alarm is sent by its own template, without a value, once per key; the receipt is stored', async () => {
  const message = alarm('13900000001', { key: 'case 7 rung 1' });
  await Promise.all([queue(message), queue(message)]);
  await expect.poll(async () => (await storedTo('13900000001')).map(({ state }) => state), patience).toEqual(['sent']);
  expect(sent).toEqual([
    {
      phone: '13900000001',
      template: 'SMS_ALARM',
      params: { ...message.params, minutes: '60' },
      reference: expect.stringMatching(/^\d+\.\d+\.[\w-]{27}$/) as string,
    },
  ]);
  const reference = sent[0]?.reference ?? '';
  const wrong = await receipt(`${reference.slice(0, -1)}${reference.endsWith('A') ? 'B' : 'A'}`, true);
  expect(wrong.status).toBe(403);
  expect((await storedTo('13900000001'))[0]?.state).toBe('sent');
  const other = reference.replace(/^\d+/, String(app.tenants.Beta));
  expect((await receipt(other, true)).status).toBe(403);
  expect((await receipt(reference, true)).body).toEqual({ code: 0, msg: '成功' });
  expect((await storedTo('13900000001'))[0]).toMatchObject({
    state: 'delivered',
    body: expect.stringContaining('张先生') as string,
  });
  // A receipt that comes twice, and a later failure, change nothing.
  await receipt(reference, true);
  await receipt(reference, false);
  expect((await storedTo('13900000001'))[0]?.state).toBe('delivered');
});

test('a refused message goes on to the next channel; without a provider for that one it is kept', async () => {
  answer = { Code: 'isv.MOBILE_NUMBER_ILLEGAL' };
  await queue(alarm('13900000002', { fallbacks: [{ channel: 'mail', recipient: 'ward@example.com' }] }));
  await expect
    .poll(
      async () =>
        (await storedTo('13900000002', 'ward@example.com')).map(({ channel, state }) => `${channel} ${state}`),
      patience,
    )
    .toEqual(['sms failed', 'mail kept']);
});

test('a receipt of failure goes on to the next channel, once', async () => {
  await queue(alarm('13900000003', { fallbacks: [{ channel: 'mail', recipient: 'late@example.com' }] }));
  await expect.poll(async () => (await storedTo('13900000003'))[0]?.state, patience).toBe('sent');
  const reference = sent[0]?.reference ?? '';
  await Promise.all([receipt(reference, false), receipt(reference, false)]);
  expect((await storedTo('13900000003'))[0]).toMatchObject({ state: 'failed', problem: 'UNDELIV' });
  expect(await storedTo('late@example.com')).toHaveLength(1);
});

test('when the last channel fails, staff who see the outbox are told', async () => {
  answer = { Code: 'isv.MOBILE_NUMBER_ILLEGAL' };
  await queue(alarm('13900000004'));
  const admin = await app.as('admin', 'Alpha');
  interface List {
    readonly items: readonly { readonly notification: { readonly data: { readonly message: string } } }[];
  }
  await expect
    .poll(async () => {
      const { result } = await admin.get<List>('Notification/GetUserNotifications', { MaxResultCount: 50 });
      return result.items.map(({ notification }) => notification.data.message).join('\n');
    }, patience)
    .toContain('发给139****0004的“健康提醒”所有渠道均失败');
});

test('without a template of the host the next channel is taken', async () => {
  await setTemplate('');
  await queue(alarm('13900000005', { fallbacks: [{ channel: 'mail', recipient: 'five@example.com' }] }));
  await expect.poll(async () => (await storedTo('five@example.com'))[0]?.state, patience).toBe('kept');
  expect((await storedTo('13900000005'))[0]).toMatchObject({ state: 'failed', problem: 'NO_TEMPLATE' });
  await setTemplate('SMS_ALARM');
});

test('below level 4 a recipient gets ten an hour and one summary; level 4 always goes out', async () => {
  const phone = '13900000006';
  await Promise.all(Array.from({ length: 13 }, () => queue(alarm(phone))));
  await queue(alarm(phone, { level: 4 }));
  await expect.poll(async () => sent.filter((each) => each.phone === phone).length, patience).toBe(11);
  const stored = await storedTo(phone);
  const count = (state: string) => stored.filter((row) => row.state === state && row.purpose === 'alarm').length;
  expect([count('merged'), stored.filter(({ purpose }) => purpose === 'alarmSummary').length]).toEqual([3, 1]);
  expect(stored.find(({ purpose }) => purpose === 'alarmSummary')).toMatchObject({
    state: 'waiting',
    body: expect.stringContaining('另有3条') as string,
  });
});

test('a set of messages shares the ten of the hour', async () => {
  const [phone, other] = ['13900000016', '13900000017'];
  const keyed = (from: number, to: number): readonly NewMessage[] =>
    Array.from({ length: to - from }, (_each, at) => alarm(phone, { key: `set ${from + at}` }));
  await queueSet([...keyed(0, 60), alarm(other)]);
  // Twenty of them a second time: they count once.
  await queueSet(keyed(40, 70));
  const stored = await storedTo(phone);
  const count = (state: string) => stored.filter((row) => row.state === state && row.purpose === 'alarm').length;
  expect(stored.filter(({ purpose }) => purpose === 'alarm').length).toBe(70);
  expect(count('merged')).toBe(60);
  const summaries = stored.filter(({ purpose }) => purpose === 'alarmSummary');
  expect(summaries).toMatchObject([{ body: expect.stringContaining('另有60条') as string }]);
  expect((await storedTo(other)).map(({ state }) => state)).not.toContain('merged');
});
