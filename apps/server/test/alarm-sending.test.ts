import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-05-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
  await ward.sql("insert into setting (tenant_id, name, value) values ($1, 'App.Alarm.DutyPhone', '021-55550100')");
});
afterAll(() => ward.close());

let imeis = 860_000_000_040_000;

interface Sent {
  readonly recipient: string;
  readonly body: string;
  readonly state: string;
  readonly level: number;
}

interface Notice {
  readonly id: number;
  readonly role: string;
  readonly channel: string;
  readonly state: number;
  readonly reason: string | null;
}

const messages = (recipient: string): Promise<Sent[]> =>
  ward.sql<Sent>(
    "select recipient, body, state, level from outgoing_message where tenant_id = $1 and recipient = $2 and purpose = 'alarm' order by id",
    [recipient],
  );

const noticesOf = (person: number): Promise<Notice[]> =>
  ward.sql<Notice>(
    `select n.id, n.receiver_kind as role, n.channel, n.state, n.fail_reason as reason
     from alarm_notice n join abnormal_case c on c.tenant_id = n.tenant_id and c.id = n.case_id
     where n.tenant_id = $1 and n.client_id = $2 and c.type = 'bpHigh' and n.channel <> 'inapp' order by n.id`,
    [person],
  );

const policyOf = (steps: readonly object[]) =>
  admin.post('AlarmPolicys/CreateOrEdit', {
    policyName: '血压危急',
    level: 4,
    sourceKind: 'reading',
    steps,
    repeatMinutes: 30,
  });

/** Adds a person with a cuff and a guardian of this phone; a reading of level 4 stays unanswered for 3 minutes. */
async function unanswered(time: string, guardianPhone: string, openId: string | null = null): Promise<number> {
  ward.setTime(time);
  imeis += 1;
  const imei = String(imeis);
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true, name: '欧阳明志' });
  const sealer = await ward.app.server.services.tenantKeys.of(ward.tenantId);
  await ward.sql(
    "update guardian_contact set phone_sealed = $3, open_id = $4, notice_channels = '{sms,wechat}' where tenant_id = $1 and client_id = $2",
    [person, sealer.seal(guardianPhone), openId],
  );
  await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high: 205, low: 122 } });
  await ward.follow();
  ward.advance(3);
  await ward.bringForward('case.due');
  await ward.follow();
  return person;
}

test('a guardian gets an SMS with surname, level and house, and no value; without a provider it stands in the outbox and on the list of calls', async () => {
  const unit = await admin.post<{ id: number }>('OrganizationUnit/CreateOrganizationUnit', { displayName: '安康' });
  await ward.sql(
    "insert into institution (tenant_id, organization_unit_id, name, kind, phone, address) values ($1, $2, '安康养老院', 'nursing', '028-85550101', '成都市')",
    [unit.result.id],
  );
  const person = await unanswered('10:00:00', '13900001111');
  expect(await messages('13900001111')).toEqual([
    {
      recipient: '13900001111',
      state: 'kept',
      level: 4,
      body: '【安康养老院】欧阳先生有一条危急健康提醒，请尽快致电028-85550101。',
    },
  ]);
  expect(await noticesOf(person)).toMatchObject([
    { role: 'guardian1', channel: 'sms', state: 3, reason: 'NO_PROVIDER' },
    { role: 'guardian1', channel: 'phone', state: 0, reason: null },
  ]);
});

test('a receiver without a number stands on the list of calls', async () => {
  const policy = await admin.post('AlarmPolicys/CreateOrEdit', {
    policyName: '血压危急',
    level: 4,
    sourceKind: 'reading',
    steps: [{ afterMinutes: 0, to: ['manager'], channels: ['sms'] }],
    repeatMinutes: 30,
  });
  expect(policy.error).toBe(null);
  const person = await unanswered('11:00:00', '13900001112');
  expect(await noticesOf(person)).toMatchObject([
    { role: 'manager', channel: 'sms', state: 3, reason: '没有手机号' },
    { role: 'manager', channel: 'phone', state: 0, reason: null },
  ]);
});

test('the outcome of a call is logged with the case, once; a proven contact ends the calls that wait', async () => {
  const person = await unanswered('12:00:00', '13900001113');
  const toCall = (await noticesOf(person)).find(({ channel }) => channel === 'phone');
  const log = (callOutcome: number) => admin.post('AlarmNotices/Call', { id: toCall?.id, callOutcome });
  expect((await admin.post('AlarmNotices/Call', { id: toCall?.id })).error?.validationErrors).toMatchObject([
    { members: ['callOutcome'] },
  ]);
  const both = await Promise.all([log(2), log(2)]);
  // 409 for one who read the notice before the other's call, 400 for one who read it after.
  const [first, second] = both.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(first).toBe(200);
  expect([400, 409]).toContain(second);
  expect(await noticesOf(person)).toMatchObject([
    { channel: 'sms', state: 3 },
    { channel: 'phone', state: 6 },
  ]);
  const [row] = await ward.sql<{ contact: Date | null; contacts: number }>(
    `select c.first_contact_at as contact, (select count(*)::int from case_contact k where k.tenant_id = $1 and k.case_id = c.id) as contacts
     from abnormal_case c where c.tenant_id = $1 and c.client_id = $2 and c.type = 'bpHigh'`,
    [person],
  );
  expect(row).toMatchObject({ contacts: 1, contact: ward.now() });
});

test('a call to a contact that was deleted meanwhile is logged and ends the ladder; an unknown call record is refused', async () => {
  const policy = await policyOf([{ afterMinutes: 0, to: ['guardian1'], channels: ['phone'] }]);
  expect(policy.error).toBe(null);
  const person = await unanswered('12:30:00', '13900001117');
  await ward.sql('update guardian_contact set is_deleted = true where tenant_id = $1 and client_id = $2', [person]);
  const [toCall] = await noticesOf(person);
  expect(toCall).toMatchObject({ role: 'guardian1', channel: 'phone', state: 0 });
  const [open] = await ward.cases(person);
  const call = await admin.post('AlarmNotices/Call', { id: toCall?.id, callOutcome: 2 });
  expect(call.status, call.text).toBe(200);
  const [row] = await ward.sql<{ contact: Date | null; due: Date | null }>(
    'select first_contact_at as contact, next_due_at as due from abnormal_case where tenant_id = $1 and id = $2',
    [open?.id],
  );
  expect(row).toEqual({ contact: ward.now(), due: null });
  const record = await admin.post('AbnormalData/LogContact', {
    id: open?.id,
    callOutcome: 1,
    callRecordId: 99_999_999,
  });
  expect([record.status, record.error?.validationErrors]).toMatchObject([400, [{ members: ['callRecordId'] }]]);
});

test('the duty is with whom the roster names, else with who signed the last hand-over as incoming', async () => {
  const policy = await admin.post('AlarmPolicys/CreateOrEdit', {
    policyName: '夜间值班',
    level: 3,
    sourceKind: 'reading',
    steps: [{ afterMinutes: 0, to: ['duty'], channels: ['inapp'] }],
    repeatMinutes: 30,
  });
  expect(policy.error).toBe(null);
  const onDuty = async (time: string): Promise<readonly (string | null)[]> => {
    ward.setTime(time);
    imeis += 1;
    const imei = String(imeis);
    const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
    await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high: 188, low: 112 } });
    await ward.follow();
    const told = await ward.sql<{ name: string | null }>(
      "select u.user_name as name from alarm_notice n left join app_user u on u.tenant_id = n.tenant_id and u.id = n.receiver_user_id where n.tenant_id = $1 and n.client_id = $2 and n.receiver_kind = 'duty' and n.rung = 0",
      [person],
    );
    return told.map(({ name }) => name);
  };
  expect(await onDuty('14:00:00')).toEqual([null]);
  const idOf = "(select id from app_user where tenant_id = $1 and user_name = 'admin')";
  await ward.sql(
    `insert into duty_handover (tenant_id, handover_no, state, incoming_id, incoming_signed_at) values ($1, 'T1', 'signed', ${idOf}, now())`,
  );
  expect(await onDuty('14:30:00')).toEqual(['admin']);
  // A draft or a stopped shift names nobody; a published one does.
  await addUser(ward.app, 'Alpha', { userName: 'watch', dataScope: 'all', allPermissions: true });
  await ward.sql(
    `with t as (insert into duty_type (tenant_id, name, short_name, begins, ends, colour) values ($1, '守夜', '守', '08:00', '20:00', '#123456') returning id)
     insert into shift (tenant_id, work_date, duty_type_id, user_id, kind, starts_at, ends_at, state)
     select $1, $2::timestamptz::date, t.id, u.id, 'duty', $2::timestamptz - interval '5 hours', $2::timestamptz + interval '6 hours', 'draft'
     from t, app_user u where u.tenant_id = $1 and u.user_name = 'watch'`,
    [ward.now()],
  );
  expect(await onDuty('14:40:00')).toEqual(['admin']);
  await ward.sql("update shift set state = 'stopped' where tenant_id = $1");
  expect(await onDuty('14:45:00')).toEqual(['admin']);
  await ward.sql("update shift set state = 'published' where tenant_id = $1");
  expect(await onDuty('14:50:00')).toEqual(['watch']);
  // One who may not see the person hides nobody: the duty is with its next source.
  await addUser(ward.app, 'Alpha', { userName: 'elsewhere', dataScope: 'own', allPermissions: true });
  await ward.sql(
    "update shift set user_id = (select id from app_user where tenant_id = $1 and user_name = 'elsewhere') where tenant_id = $1",
  );
  expect(await onDuty('14:55:00')).toEqual(['admin']);
  await ward.sql("update shift set state = 'stopped' where tenant_id = $1");
});

test('a channel without an address is followed by the next, with the reason', async () => {
  const policy = await policyOf([
    { afterMinutes: 0, to: ['manager'], channels: ['mail'] },
    { afterMinutes: 1, to: ['guardian1'], channels: ['template'] },
  ]);
  expect(policy.error).toBe(null);
  await ward.sql('update app_user set is_email_confirmed = false where tenant_id = $1');
  const person = await unanswered('15:00:00', '13900001114');
  expect(await noticesOf(person)).toMatchObject([
    { role: 'manager', channel: 'mail', state: 3, reason: '没有已确认的邮箱' },
    { role: 'manager', channel: 'sms', state: 3, reason: '没有手机号' },
    { role: 'manager', channel: 'phone', state: 0 },
    { role: 'guardian1', channel: 'template', state: 3, reason: '未启用公众号' },
    { role: 'guardian1', channel: 'sms', state: 3, reason: 'NO_PROVIDER' },
    { role: 'guardian1', channel: 'phone', state: 0 },
  ]);
});

test('a mail goes to a confirmed address in the language of its reader; a template to the open id of a contact', async () => {
  await admin.post('GzhSetting/CreateOrEdit', {
    accountName: '安康',
    accountType: 'service',
    appId: 'wx0123456789abcdef',
    appSecret: 'abcdef0123456789',
    token: 'receipts1',
    isEnable: true,
  });
  await ward.sql(
    "update app_user set is_email_confirmed = true, culture = 'en', email_address = user_name || '@example.com' where tenant_id = $1",
  );
  const person = await unanswered('15:10:00', '13900001115');
  const [mail] = await ward.sql<{ recipient: string; subject: string; body: string }>(
    "select recipient, subject, body from outgoing_message where tenant_id = $1 and channel = 'mail' and purpose = 'alarm' order by id desc limit 1",
  );
  expect(mail).toMatchObject({
    recipient: expect.stringContaining('@example.com') as string,
    subject: '安康养老院: Critical health alarm',
    body: '安康养老院: a Critical health alarm about Mr 欧阳. Please call 028-85550101 as soon as you can.',
  });
  expect(await noticesOf(person)).toMatchObject([
    { role: 'manager', channel: 'mail', state: 3, reason: 'NO_PROVIDER' },
    { role: 'manager', channel: 'sms', state: 3, reason: '没有手机号' },
    { role: 'manager', channel: 'phone', state: 0 },
    { role: 'guardian1', channel: 'template', state: 3, reason: '未绑定微信' },
    { role: 'guardian1', channel: 'sms', state: 3, reason: 'NO_PROVIDER' },
    { role: 'guardian1', channel: 'phone', state: 0 },
  ]);
  const told = await unanswered('15:20:00', '13900001116', 'o-guardian');
  // The account has no template of this event: what cannot be sent takes the next channel.
  await expect
    .poll(async () => {
      await ward.follow();
      return (await noticesOf(told)).filter(({ role }) => role === 'guardian1');
    })
    .toMatchObject([
      { role: 'guardian1', channel: 'template', state: 3, reason: 'NO_TEMPLATE' },
      { role: 'guardian1', channel: 'sms', state: 3, reason: 'NO_PROVIDER' },
      { role: 'guardian1', channel: 'phone', state: 0 },
    ]);
  expect(await messages('o-guardian')).toMatchObject([{ level: 4, state: 'failed' }]);
});
