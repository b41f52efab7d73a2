import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Messages of alarms at a provider: what is cancelled, held overnight, or merged into a summary. */

let ward: Ward;
let admin: Client;
let provider: Server;
let code = 'OK';
const sent: string[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    sent.push(new URL(request.url ?? '', 'http://x').searchParams.get('PhoneNumbers') ?? '');
    void buffer(request).then(() => response.end(JSON.stringify({ Code: code })));
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  ward = await openWard('2031-05-10', '09:00', {
    ALIYUN_SMS_KEY_ID: 'key-id-1',
    ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
    ALIYUN_SMS_SIGN: '康脉',
    ALIYUN_SMS_TEMPLATE: 'SMS_CODE',
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  admin = await ward.app.as('admin', 'Alpha');
  await setTemplate('App.Sms.AlarmTemplate', 'SMS_ALARM');
  await setTemplate('App.Sms.AlarmSummaryTemplate', 'SMS_SUMMARY');
  for (const level of [2, 3, 4])
    await good('AlarmPolicys/CreateOrEdit', {
      policyName: `血压${level}级`,
      level,
      sourceKind: 'reading',
      steps: [{ afterMinutes: 0, to: ['guardian1'], channels: ['sms'] }],
      ...(level > 2 && { repeatMinutes: 600 }),
    });
});
afterAll(async () => {
  await ward.close();
  await new Promise((done) => {
    provider.close(done);
  });
});
beforeEach(() => {
  sent.length = 0;
  code = 'OK';
});

async function setTemplate(name: string, value: string): Promise<void> {
  const { database, settings } = ward.app.server.services;
  await database.withTenant(0, (tx) =>
    tx.execute(
      'insert into setting (tenant_id, name, value) values (0, $1, $2) on conflict (tenant_id, user_id, name) do update set value = excluded.value',
      [name, value],
    ),
  );
  settings.forget(0);
}

async function good(path: string, body: object): Promise<void> {
  const { status, text } = await admin.post(path, body);
  expect(status, text).toBe(200);
}

let imeis = 860_000_000_050_000;

/** A person with a cuff whose guardian has the number; the values open a case of it. */
async function alarmed(phone: string, high: number, low: number): Promise<number> {
  imeis += 1;
  const imei = String(imeis);
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true, name: '欧阳明志' });
  await setNumber(person, phone);
  for (let nth = 0; nth < 3; nth += 1) {
    await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high, low } });
    ward.advance(1);
  }
  await ward.follow();
  return person;
}

async function setNumber(person: number, phone: string): Promise<void> {
  const sealer = await ward.app.server.services.tenantKeys.of(ward.tenantId);
  await ward.sql('update guardian_contact set phone_sealed = $3 where tenant_id = $1 and client_id = $2', [
    person,
    sealer.seal(phone),
  ]);
}

const noticesOf = (person: number) =>
  ward.sql<{ id: number; channel: string; state: number; reason: string | null }>(
    `select id, channel, state, fail_reason as reason from alarm_notice where tenant_id = $1 and client_id = $2 and channel <> 'inapp' order by id`,
    [person],
  );

const messagesTo = (phone: string) =>
  ward.sql<{ purpose: string; state: string; level: number | null }>(
    'select purpose, state, level from outgoing_message where tenant_id = $1 and recipient = $2 order by id',
    [phone],
  );

/** What a question answers once clock and followers have done their work. */
const soon = <T>(read: () => Promise<T>) =>
  expect.poll(
    async () => {
      await ward.tick();
      return read();
    },
    { timeout: 30_000 },
  );

async function caseOf(person: number): Promise<number> {
  const rows = await ward.cases(person);
  return rows.find(({ type }) => type === 'bpHigh')?.id ?? 0;
}

test('a message that waits for its second try is not sent after its case was closed; its state says so', async () => {
  code = 'isp.SYSTEM_ERROR';
  const person = await alarmed('13900005001', 205, 122);
  await soon(() => messagesTo('13900005001')).toMatchObject([{ state: 'waiting' }]);
  expect(sent).toEqual(['13900005001']);
  await good('AbnormalData/Settle', {
    id: await caseOf(person),
    callOutcome: 1,
    handleType: 1,
    handleResult: '已联系本人复测正常',
  });
  await ward.follow();
  expect(await noticesOf(person)).toMatchObject([{ channel: 'sms', state: 4 }]);
  ward.advance(2);
  await soon(() => messagesTo('13900005001')).toMatchObject([{ state: 'cancelled' }]);
  expect(sent).toEqual(['13900005001']);
});

test('what waits for the morning goes to the number of the morning, or to the list of calls', async () => {
  ward.setTime('23:00:00');
  const moved = await alarmed('13900005002', 165, 104);
  const deleted = await alarmed('13900005003', 165, 104);
  const closed = await alarmed('13900005004', 165, 104);
  expect(await noticesOf(moved)).toMatchObject([{ channel: 'sms', state: 0 }]);
  await setNumber(moved, '13900005005');
  await ward.sql('update guardian_contact set is_deleted = true where tenant_id = $1 and client_id = $2', [deleted]);
  await good('AbnormalData/BatchHandle', { ids: [await caseOf(closed)], handleType: 1, handleResult: '已复测正常' });
  await ward.follow();
  ward.setTime('2031-05-11 07:30:00');
  await ward.bringForward('alarm.send');
  await soon(() => noticesOf(moved)).toMatchObject([{ channel: 'sms', state: 1 }]);
  expect(sent).toEqual(['13900005005']);
  expect(await noticesOf(deleted)).toMatchObject([
    { channel: 'sms', state: 3, reason: '没有手机号' },
    { channel: 'phone', state: 0 },
  ]);
  expect(await noticesOf(closed)).toMatchObject([{ channel: 'sms', state: 4 }]);
});

test('a summary ends the notices that it stands for; refused, each takes its next channel and staff are notified', async () => {
  for (const [day, phone, answer] of [
    ['2031-05-12', '13900005006', 'OK'],
    ['2031-05-13', '13900005007', 'isv.MOBILE_NUMBER_ILLEGAL'],
  ] as const) {
    ward.setTime(`${day} 10:00:00`);
    const people: number[] = [];
    for (let nth = 0; nth < 12; nth += 1)
      people.push(await alarmed(phone, nth === 11 ? 188 : 165, nth === 11 ? 112 : 104));
    const merged = people.slice(10);
    await soon(async () => (await messagesTo(phone)).filter(({ state }) => state === 'sent').length).toBe(10);
    expect(await messagesTo(phone)).toContainEqual({ purpose: 'alarmSummary', state: 'waiting', level: 3 });
    for (const person of merged) expect(await noticesOf(person)).toMatchObject([{ channel: 'sms', state: 0 }]);
    code = answer;
    ward.setTime(`${day} 11:00:01`);
    const ends = async () => {
      const all = await Promise.all(merged.map((person) => noticesOf(person)));
      return all.map((notices) => notices.map(({ channel, state, reason }) => [channel, state, reason]));
    };
    const end =
      answer === 'OK'
        ? [['sms', 1, null]]
        : [
            ['sms', 3, answer],
            ['phone', 0, null],
          ];
    await soon(ends).toEqual([end, end]);
    code = 'OK';
  }
  const [lost] = await ward.sql<{ data: object }>(
    "select data from user_notification where tenant_id = $1 and name = 'App.MessageNotDelivered' order by id desc limit 1",
  );
  expect(lost?.data).toMatchObject({ params: { purpose: '健康提醒汇总', recipient: '139****5007' } });
});
