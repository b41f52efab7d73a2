import type { Client } from '@kangmai/testkit/client';
import { eventXml, signedQuery, startWechatProvider, type WechatProvider } from '@kangmai/testkit/wechat-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** From the scanned code to the SMS after a template that did not arrive. */

let provider: WechatProvider;
let ward: Ward;
let admin: Client;

const token = 'receipts1';
const openId = 'oGUARDIAN-WHOLE-WAY';
const phone = '13900001234';
const imei = '860000000077001';

beforeAll(async () => {
  provider = await startWechatProvider();
  ward = await openWard('2031-05-10', '10:00', { WECHAT_ENDPOINT: provider.url });
  admin = await ward.app.as('admin', 'Alpha');
  await saved('GzhSetting/CreateOrEdit', {
    accountName: '安康',
    accountType: 'service',
    appId: 'wx0123456789abcdef',
    appSecret: 'abcdef0123456789',
    token,
    isEnable: true,
  });
  await saved('GzhTemplate/CreateOrEdit', {
    eventCode: 'abnormal',
    templateId: 'TEMPLATE-ALARM-1',
    fields: [
      { keyword: 'thing1', value: '{{称呼}}' },
      { keyword: 'const2', value: '{{级别}}' },
    ],
    isEnable: true,
  });
  await saved('AlarmPolicys/CreateOrEdit', {
    policyName: '血压危急',
    level: 4,
    sourceKind: 'reading',
    steps: [{ afterMinutes: 1, to: ['guardian1'], channels: ['template'] }],
    repeatMinutes: 30,
  });
});
afterAll(async () => {
  await ward.close();
  await provider.close();
});

async function saved(path: string, body: object): Promise<void> {
  const answer = await admin.post(path, body);
  expect(answer.error?.validationErrors ?? answer.status, path).toBe(200);
}

async function callback(event: string, more: Readonly<Record<string, string>>): Promise<string> {
  const seconds = Math.floor(ward.now().getTime() / 1000);
  const query = `account=${ward.tenantId}&${signedQuery(token, seconds, event)}`;
  const body = eventXml(event, { createdAt: seconds, ...more });
  const answer = await fetch(`${ward.app.url}/api/messages/receipt/wechat?${query}`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** A person with a cuff; the id of the guardian, whose phone is set. */
async function admitted(): Promise<{ readonly person: number; readonly guardian: number }> {
  const person = await ward.wearer(imei, { type: 'bp_monitor', registered: true, name: '欧阳明志' });
  const sealer = await ward.app.server.services.tenantKeys.of(ward.tenantId);
  const [row] = await ward.sql<{ id: number }>(
    'update guardian_contact set phone_sealed = $3 where tenant_id = $1 and client_id = $2 returning id',
    [person, sealer.seal(phone)],
  );
  return { person, guardian: row?.id ?? 0 };
}

const noticesOf = (person: number) =>
  ward.sql<{ channel: string; state: number; reason: string | null }>(
    `select n.channel, n.state, n.fail_reason as reason from alarm_notice n join abnormal_case c on c.tenant_id = n.tenant_id and c.id = n.case_id
     where n.tenant_id = $1 and n.client_id = $2 and c.type = 'bpHigh' and n.channel <> 'inapp' order by n.id`,
    [person],
  );

async function followed<T>(read: () => Promise<T>): Promise<T> {
  await ward.follow();
  return read();
}

test('a guardian scans, is notified by template, the template does not arrive, an SMS follows', async () => {
  const { person, guardian } = await admitted();
  await saved('C_contact/MakeWechatCode', { id: guardian });
  const { scene } = (provider.to('/qrcode/create').at(-1)?.body ?? {})['action_info'] as {
    scene: { ['scene_str']: string };
  };
  expect(await callback('subscribe', { openId, EventKey: `qrscene_${scene['scene_str']}` })).toContain('绑定成功');

  await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high: 205, low: 122 } });
  await ward.follow();
  ward.advance(1);
  await ward.bringForward('case.due');
  await expect.poll(() => followed(async () => provider.to('/template/send').length)).toBe(1);
  const sent = provider.to('/template/send')[0]?.body;
  expect(sent).toMatchObject({
    touser: openId,
    template_id: 'TEMPLATE-ALARM-1',
    data: { thing1: { value: '欧阳先生' }, const2: { value: '危急' } },
  });
  expect(JSON.stringify(sent)).not.toMatch(/205|122|明志/);
  await expect
    .poll(() => followed(() => noticesOf(person)))
    .toMatchObject([{ channel: 'template', state: 1, reason: null }]);

  const [message] = await ward.sql<{ reference: string }>(
    "select provider_ref as reference from outgoing_message where tenant_id = $1 and recipient = $2 and purpose = 'alarm'",
    [openId],
  );
  await callback('TEMPLATESENDJOBFINISH', { openId, MsgID: message?.reference ?? '', Status: 'failed:user block' });
  await expect
    .poll(() => followed(() => noticesOf(person)))
    .toMatchObject([
      { channel: 'template', state: 3, reason: 'failed:user block' },
      { channel: 'sms', state: 3, reason: 'NO_PROVIDER' },
      { channel: 'phone', state: 0 },
    ]);
  const texts = await ward.sql<{ body: string }>(
    "select body from outgoing_message where tenant_id = $1 and recipient = $2 and channel = 'sms'",
    [phone],
  );
  expect(texts).toHaveLength(1);
  expect(texts[0]?.body).toContain('欧阳先生');
});
