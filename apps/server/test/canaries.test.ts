import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMessagePurpose, messageDefinitions } from '@kangmai/model';
import { isNoticePurpose, noticePurposes, type NoticePurposeName } from '@kangmai/model/reference';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockedAlarms } from '../src/modules/main-loop/cases/announce.ts';
import { messageText } from '../src/modules/messages/wording.ts';
import { wordsOf } from '../src/modules/notices/notice-words.ts';
import { openWard, type Ward } from './ward.ts';

/** Values that occur nowhere else: whatever leaves the product is searched for them. */
const name = '欧阳守密兰';
const phone = '13987654321';
const figures = ['207/123', '207', '36.987', '88.7'];

let ward: Ward;
let admin: Client;
let provider: Server;
/** Requests as the provider gets them, decoded. */
const sent: string[] = [];

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  provider = createServer((request, response) => {
    sent.push(decodeURIComponent(request.url ?? ''));
    request.resume().once('end', () => response.end('{"Code":"OK"}'));
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  ward = await openWard('2031-09-10', '10:00', {
    ALIYUN_SMS_KEY_ID: 'key-id-1',
    ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
    ALIYUN_SMS_SIGN: '康脉',
    ALIYUN_SMS_TEMPLATE: 'SMS_CODE',
    ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  admin = await ward.app.as('admin', 'Alpha');
  for (const [tenant, key, value] of [
    [ward.tenantId, 'App.Alarm.DutyPhone', '021-55550100'],
    [0, 'App.Sms.AlarmTemplate', 'SMS_ALARM'],
    [0, 'App.Sms.AlarmSummaryTemplate', 'SMS_SUMMARY'],
  ] as const)
    await ward.app.server.services.database.withTenant(tenant, (tx) =>
      tx.execute('insert into setting (tenant_id, name, value) values ($1, $2, $3)', [tenant, key, value]),
    );
  for (const tenant of [0, ward.tenantId]) ward.app.server.services.settings.forget(tenant);
});
afterAll(async () => {
  await ward.close();
  await new Promise((done) => {
    provider.close(done);
  });
});

async function clockTo(...times: readonly string[]): Promise<void> {
  for (const time of times) {
    ward.setTime(time);
    await ward.bringForward('case.due');
    await ward.bringForward('check.due');
    await ward.bringForward('observation.due');
  }
}

async function measure(imei: string, dataType: string, values: object): Promise<void> {
  await ward.send({ imei, dataType, measuredAt: ward.now().toISOString(), values });
  await ward.follow();
}

const newestCase = async (): Promise<number> =>
  (await ward.sql<{ id: number }>('select max(id) as id from abnormal_case where tenant_id = $1'))[0]?.id ?? 0;

test('no text that leaves the product contains a value, a full name or a telephone number of a ward', async () => {
  const imei = '860000000080001';
  const person = await ward.wearer(imei, { type: 'watch', registered: true, name });
  const sealer = await ward.app.server.services.tenantKeys.of(ward.tenantId);
  await ward.sql('update client set phone_sealed = $3 where tenant_id = $1 and id = $2', [person, sealer.seal(phone)]);
  await admin.post('AlarmPolicys/CreateOrEdit', {
    policyName: '全渠道',
    level: 4,
    sourceKind: 'any',
    repeatMinutes: 10,
    steps: [
      {
        afterMinutes: 0,
        to: ['manager', 'doctor', 'guardian1', 'wearer', 'callCenter', 'dutyPhone'],
        channels: ['inapp', 'sms', 'template', 'phone'],
      },
      { afterMinutes: 1, to: ['teamLeader', 'duty', 'guardian2'], channels: ['inapp', 'sms', 'phone'] },
    ],
  });
  const cuff = await ward.pairCuff(imei);
  await ward.send({
    imei,
    childImei: cuff,
    dataType: 'bp',
    measuredAt: ward.now().toISOString(),
    values: { high: 207, low: 123 },
  });
  await ward.follow();
  await clockTo('10:01:00', '10:11:00', '10:21:00');
  await measure(imei, 'event', { event: 'sos' });
  await clockTo('10:22:00', '10:32:00');
  await measure(imei, 'event', { event: 'fall' });
  await measure(imei, 'temp', { temp: 36.987 });
  await measure(imei, 'spo2', { spo2: 88.7 });
  // The ten an hour below level 4, and the summary.
  for (let nth = 0; nth < 13; nth += 1) await measure(imei, 'heart', { heart: 131 + nth, heartState: 1 });
  await clockTo('11:00:00', '11:30:00', '12:30:00');
  const id = await newestCase();
  await admin.post('AbnormalData/LogContact', { id, callOutcome: 5, note: `${name} ${phone}` });
  await admin.post('DutyHandovers/Make', { note: `${name} 207/123` });
  await ward.send({
    imei: '860000000099999',
    dataType: 'event',
    measuredAt: ward.now().toISOString(),
    values: { event: 'sos' },
  });
  await ward.follow();
  await admin.get('C_client/GetPagedAll', { Filter: name });
  const messages = await ward.sql<{ text: string; channel: string; purpose: string }>(
    "select channel, purpose, concat_ws(' ', subject, body, problem) as text from outgoing_message where tenant_id = $1 and recipient <> $2",
    [phone],
  );
  expect(new Set(messages.map(({ purpose }) => purpose))).toContain('alarm');
  await expect.poll(() => sent.length, { timeout: 60_000 }).toBeGreaterThan(2);
  const locked = ward.shown.flatMap(({ event, payload }) => {
    const told = lockedAlarms[event]?.(payload as never);
    return told ? [JSON.stringify(told)] : [];
  });
  expect(locked.length).toBeGreaterThan(3);
  const notices = await ward.app.server.services.database.withTenant(ward.tenantId, (tx) =>
    tx.query<{ text: string }>('select data::text as text from user_notification where tenant_id = $1', [tx.tenantId]),
  );
  const outside = await ward.sql<{ text: string }>(
    "select content as text from alarm_notice where tenant_id = $1 and channel <> 'inapp' and content is not null",
  );
  const left = {
    messages: messages.map(({ text }) => text),
    // The wearer is reached at the own number, which stands in the request alone.
    provider: sent.map((request) => request.replace(/PhoneNumbers=\d+/, '')),
    locked,
    notices: notices.map(({ text }) => text),
    outside: outside.map(({ text }) => text),
    log: [...ward.app.log()],
  };
  const found = Object.entries(left).flatMap(([where, texts]) =>
    texts.flatMap((text) =>
      [name, name.slice(1), phone, ...figures].flatMap((canary) =>
        text.includes(canary) && !(where === 'log' && /^\d+$/.test(canary))
          ? [`${where}: ${canary} in ${text.slice(0, 200)}`]
          : [],
      ),
    ),
  );
  expect(found).toEqual([]);
});

/** What words of messages may be filled with. `ward` is surname and title, `phone` the number of the house. */
const inMessages: Readonly<Record<string, string>> = {
  code: '246810',
  link: 'https://example.com/x',
  minutes: '5',
  userName: 'nurse',
  creator: '管理员',
  organisation: '安康',
  until: '9月12日',
  title: '标题',
  text: '正文',
  house: '安康养老院',
  phone: '028-85550101',
  ward: '欧阳女士',
  level: '危急',
  count: '3',
  from: '9月10日 10:00',
  to: '9月11日 10:00',
  doctor: '李医生',
  place: '一楼',
};

/** What words of notices may be filled with, by purpose; `name` is a colleague, `recipient` a covered number. */
const inNotices: Readonly<Record<NoticePurposeName, readonly string[]>> = {
  'App.WelcomeToTheApplication': ['name'],
  'App.NewTenantRegistered': ['tenancyName'],
  'App.HostImpersonation': ['actor', 'name', 'minutes', 'reason'],
  'App.StrangerAlarm': ['imei'],
  'App.MessageNotDelivered': ['recipient', 'purpose'],
  'App.CaseStorm': ['origin', 'minutes', 'count', 'rule'],
  'App.ComplaintWaiting': [],
  'App.LicenceEnding': ['name', 'day'],
  'App.ClientsHandedOver': ['name'],
  'App.AgreementEnding': ['number', 'day'],
  'App.BookingMoved': ['number', 'from', 'to'],
  'App.BookingCancelled': ['number', 'from'],
  'App.EscortAssigned': ['number', 'to'],
  'App.EscortMoved': ['number', 'from', 'to'],
  'App.EscortEnded': ['number', 'from'],
  'App.StaffApplied': ['name'],
  'App.RosterPublished': ['from', 'to'],
  'App.ShiftChanged': ['day', 'type'],
  'App.ShiftStopped': ['day', 'type'],
};

const canary = [name, phone, ...figures].join(' ');

/** Gives the canaries for every word that is not known to be harmless. */
const filledWith = (harmless: Readonly<Record<string, string>>): Record<string, string> =>
  new Proxy({}, { get: (_target, key) => harmless[String(key)] ?? canary });

const leaks = (where: string, ...texts: readonly string[]): readonly string[] =>
  [name, name.slice(1), phone, ...figures].flatMap((each) =>
    texts.some((text) => text.includes(each)) ? [`${where}: ${each}`] : [],
  );

test('no purpose of a message or a notice has room for a value, a full name or a telephone number of a ward', () => {
  const seen = new Set<string>();
  const found: string[] = [];
  for (const culture of ['zh-Hans', 'en'] as const) {
    for (const purpose of Object.keys(messageDefinitions).filter(isMessagePurpose)) {
      const { subject, body } = messageText(purpose, culture, filledWith(inMessages) as never);
      found.push(...leaks(purpose, subject, body));
      seen.add(purpose);
    }
    for (const purpose of Object.keys(noticePurposes).filter(isNoticePurpose)) {
      const harmless = Object.fromEntries(inNotices[purpose].map((key) => [key, `“${key}”`]));
      const { title, text } = wordsOf(purpose, filledWith(harmless), culture);
      const mail = messageText('notice', culture, { title, text, minutes: '5' });
      found.push(...leaks(purpose, title, text, mail.subject, mail.body));
      expect(mail.body, purpose).toContain(text);
      for (const key of inNotices[purpose]) expect(`${title}${text}`, purpose).toContain(`“${key}”`);
      seen.add(purpose);
    }
  }
  expect(found).toEqual([]);
  expect([...seen].toSorted()).toEqual([...Object.keys(messageDefinitions), ...Object.keys(noticePurposes)].toSorted());
});
