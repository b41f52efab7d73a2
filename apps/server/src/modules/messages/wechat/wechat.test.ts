import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import {
  eventXml as xmlOf,
  signedQuery,
  startWechatProvider,
  type WechatProvider,
} from '@kangmai/testkit/wechat-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewMessage } from '../message-types.ts';
import { messagesModule, type Messages } from '../public.ts';

let provider: WechatProvider;
let app: TestApp;
let admin: Client;
let messages: Messages;

const patience = { timeout: 15_000 };
const secret = 'abcdef0123456789abcdef0123456789';
const token = 'receiptToken1';
const account = { accountName: '安康养老', accountType: 'service', appId: 'wx0123456789abcdef', isEnable: true };
const alarmTemplate = {
  eventCode: 'abnormal',
  templateId: 'TEMPLATE-ALARM-1',
  fields: [
    { keyword: 'thing1', value: '{{机构名称}}的{{称呼}}' },
    { keyword: 'const2', value: '{{级别}}' },
    { keyword: 'phone3', value: '{{机构电话}}' },
  ],
  isEnable: true,
};

beforeAll(async () => {
  provider = await startWechatProvider();
  app = await startApp({
    env: { WECHAT_ENDPOINT: provider.url },
  });
  ({ messages } = messagesModule(app.server.services));
  admin = await app.as('admin', 'Alpha');
  await saved('GzhSetting/CreateOrEdit', { ...account, appSecret: secret, token });
  await saved('GzhTemplate/CreateOrEdit', alarmTemplate);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.answers = [];
});

async function saved(path: string, body: object, by = admin): Promise<void> {
  const answer = await by.post(path, body);
  expect(answer.error?.validationErrors ?? answer.status, path).toBe(200);
}

const alarm = (recipient: string, more: Partial<NewMessage> = {}): NewMessage => ({
  channel: 'template',
  purpose: 'alarm',
  recipient,
  userId: null,
  culture: 'zh-Hans',
  params: { house: '成都市青羊区安康养老服务中心', phone: '028-85550101', ward: '张先生', level: '警告' },
  seconds: 3600,
  level: 3,
  ...more,
});

const queue = (message: NewMessage, tenant: 'Alpha' | 'Beta' = 'Alpha'): Promise<void> =>
  app.server.services.database.withTenant(app.tenants[tenant], (tx) => messages.queue(tx, message));

interface Stored {
  readonly id: number;
  readonly state: string;
  readonly problem: string | null;
  readonly reference: string | null;
}
const storedTo = async (recipient: string, tenant: 'Alpha' | 'Beta' = 'Alpha'): Promise<Stored | undefined> =>
  (
    await app.query<Stored>(
      tenant,
      'select id, state, problem, provider_ref as reference from outgoing_message where tenant_id = $1 and recipient = $2 order by id desc',
      [recipient],
    )
  )[0];
const becomes = (recipient: string, state: string) =>
  expect
    .poll(async () => {
      const row = await storedTo(recipient);
      return row?.state === state ? state : `${row?.state} ${row?.problem}`;
    }, patience)
    .toBe(state);
const sendings = () => provider.to('/template/send');

const now = (): number => Math.floor(app.server.services.now().getTime() / 1000);
const signed = (by = token, timestamp = now()): string => signedQuery(by, timestamp);
const eventXml = (messageId: string, status: string, createdAt = 1_700_000_000): string =>
  xmlOf('TEMPLATESENDJOBFINISH', { createdAt, MsgID: messageId, Status: status });

const receipt = async (query: string, body: string | null): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${app.url}/api/messages/receipt/wechat?${query}`, {
    method: body === null ? 'GET' : 'POST',
    ...(body !== null && { body, headers: { 'content-type': 'text/xml' } }),
  });
  return { status: answer.status, text: await answer.text() };
};
const of = (tenant: 'Alpha' | 'Beta' = 'Alpha'): string => `account=${app.tenants[tenant]}`;

test('an alarm goes out by the template of its event; one token serves many', async () => {
  await Promise.all(['o-1', 'o-2', 'o-3'].map((recipient) => queue(alarm(recipient))));
  for (const recipient of ['o-1', 'o-2', 'o-3']) await becomes(recipient, 'sent');
  expect(provider.to('stable_token')).toMatchObject([
    { body: { grant_type: 'client_credential', appid: account.appId, secret } },
  ]);
  expect(sendings().find(({ body }) => body['touser'] === 'o-1')?.body).toEqual({
    touser: 'o-1',
    template_id: 'TEMPLATE-ALARM-1',
    data: {
      thing1: { value: '成都市青羊区安康养老服务中心的张先生'.slice(0, 20) },
      const2: { value: '警告' },
      phone3: { value: '028-85550101' },
    },
  });
});

test('a refused token is renewed once', async () => {
  provider.answers = [{ errcode: 42001 }, { errcode: 0, msgid: 5001 }];
  const before = provider.tokens;
  await queue(alarm('o-renewed'));
  await becomes('o-renewed', 'sent');
  expect(provider.tokens - before).toBe(1);
  expect(new Set(sendings().map((each) => each.token)).size).toBe(2);
  provider.answers = [{ errcode: 40001 }];
  provider.asked.length = 0;
  await queue(alarm('o-refused'));
  await becomes('o-refused', 'failed');
  expect(sendings()).toHaveLength(2);
  expect((await storedTo('o-refused'))?.problem).toBe('WECHAT 40001');
});

test('what the provider refuses fails, what is busy waits, what lacks a template or an account fails', async () => {
  provider.answers = [{ errcode: 43004 }];
  await queue(alarm('o-unsubscribed'));
  await becomes('o-unsubscribed', 'failed');
  provider.answers = [{ errcode: -1 }];
  await queue(alarm('o-busy'));
  await expect.poll(async () => (await storedTo('o-busy'))?.problem, patience).toBe('WECHAT -1');
  expect((await storedTo('o-busy'))?.state).toBe('waiting');
  provider.answers = [];
  await queue(alarm('o-summary', { purpose: 'alarmSummary' }));
  await becomes('o-summary', 'failed');
  expect((await storedTo('o-summary'))?.problem).toBe('NO_TEMPLATE');
  await queue(alarm('o-beta'), 'Beta');
  await expect.poll(async () => (await storedTo('o-beta', 'Beta'))?.state, patience).toBe('failed');
});

test('a message stays sent until its receipt; a wrong signature changes nothing', async () => {
  await queue(alarm('o-read'));
  await becomes('o-read', 'sent');
  const { reference } = (await storedTo('o-read')) ?? {};
  const xml = eventXml(reference ?? '', 'success');
  const wrong = [
    `${of()}&${signed('otherToken')}`,
    `${of('Beta')}&${signed()}`,
    `account=99999999&${signed()}`,
    `${of()}&${signed(token, now() - 3600)}`,
    of(),
  ];
  const refusals = await Promise.all(wrong.map((query) => receipt(query, xml)));
  expect(refusals.map(({ status }) => status)).toEqual(wrong.map(() => 403));
  expect(new Set(refusals.map((refusal) => refusal.text)).size).toBe(1);
  expect((await storedTo('o-read'))?.state).toBe('sent');
  expect(await receipt(`${of()}&${signed()}`, xml)).toEqual({ status: 200, text: 'success' });
  expect((await storedTo('o-read'))?.state).toBe('delivered');
  await receipt(`${of()}&${signed()}`, eventXml(reference ?? '', 'failed:user block'));
  expect((await storedTo('o-read'))?.state).toBe('delivered');
});

test('a receipt of failure fails the message; others and unknown ones change nothing; an early one comes again', async () => {
  await queue(alarm('o-blocked'));
  await becomes('o-blocked', 'sent');
  const { reference = '' } = (await storedTo('o-blocked')) ?? {};
  const entity = `<!DOCTYPE xml [<!ENTITY a "success">]>${eventXml(reference ?? '', 'success')}`;
  for (const body of [entity, '<xml>', '', 'x'.repeat(9000), eventXml('77', 'success')])
    expect((await receipt(`${of()}&${signed()}`, body)).status).toBe(200);
  expect((await storedTo('o-blocked'))?.state).toBe('sent');
  expect((await receipt(`${of()}&${signed()}`, eventXml('77', 'success', now()))).status).toBe(503);
  await receipt(`${of()}&${signed()}`, eventXml(reference ?? '', 'failed:user block'));
  expect(await storedTo('o-blocked')).toMatchObject({ state: 'failed', problem: 'failed:user block' });
});

test('the address is proved by returning the given text', async () => {
  expect(await receipt(`${of()}&${signed()}&echostr=6128391`, null)).toEqual({ status: 200, text: '6128391' });
  expect((await receipt(`${of()}&${signed('otherToken')}&echostr=6128391`, null)).status).toBe(403);
  expect((await receipt(`${of()}&${signed()}&echostr=${encodeURIComponent('<b>')}`, null)).status).toBe(403);
  const { result } = await admin.get<{ url: string }>('GzhSetting/GetServerInfo');
  expect(result.url).toContain(`/api/messages/receipt/wechat?${of()}`);
});

test('secrets are stored sealed, never sent back, and stay when they are left empty', async () => {
  const { result } = await admin.get<{ setting: { id: number; rowVersion: number } }>('GzhSetting/Get');
  const shown = JSON.stringify([
    result,
    (await admin.get('GzhSetting/GetGzhSettingForEdit', { id: result.setting.id })).result,
  ]);
  expect(shown).toContain(account.appId);
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain(token);
  await saved('GzhSetting/CreateOrEdit', { ...account, id: result.setting.id, appSecret: '', accountName: '安康' });
  const [row] = await app.query<{ sealed: Buffer; index: Buffer | null }>(
    'Alpha',
    'select app_secret_sealed as sealed, app_secret_index as index from gzh_setting where tenant_id = $1',
  );
  expect(row?.sealed.toString('utf8')).not.toContain(secret);
  await queue(alarm('o-kept'));
  await becomes('o-kept', 'sent');
});

test.each([
  [{ appSecret: 'short' }, 'appSecret'],
  [{ token: 'with blank' }, 'token'],
  [{ appId: '0123456789' }, 'appId'],
  [{ accountType: 'subscription' }, 'accountType'],
  [{ appId: 'wx00000000000000ff' }, 'appSecret'],
])('an account with %j is refused at %s', async (change, field) => {
  const { result } = await admin.get<{ setting: { id: number } }>('GzhSetting/Get');
  const { error } = await admin.post('GzhSetting/CreateOrEdit', { ...account, id: result.setting.id, ...change });
  expect(error?.validationErrors?.flatMap(({ members }) => members)).toEqual([field]);
});

test('a second account is not enabled beside the first, nor one without secrets', async () => {
  const second = { ...account, appId: 'wx1111111111111111', appSecret: secret, token };
  const { error } = await admin.post('GzhSetting/CreateOrEdit', second);
  expect(error?.validationErrors?.flatMap(({ members }) => members)).toEqual(['isEnable']);
  const beta = await app.as('admin', 'Beta');
  const bare = await beta.post('GzhSetting/CreateOrEdit', account);
  expect(bare.error?.validationErrors?.flatMap(({ members }) => members)).toEqual(['appSecret', 'token']);
});

test.each([
  [{ fields: [{ keyword: 'thing1', value: '{{收缩压}}' }] }, 'fields[0].value', '收缩压'],
  [{ fields: [{ keyword: 'thing1', value: '{{级别}}' }] }, 'fields[0].value', '级别'],
  [{ fields: [{ keyword: 'thing1', value: '{{级别' }] }, 'fields[0].value', '占位符'],
  [
    {
      fields: [
        { keyword: 'thing1', value: 'a' },
        { keyword: 'thing1', value: 'b' },
      ],
    },
    'fields[1].keyword',
    'thing1',
  ],
  [{ templateId: '' }, 'templateId', '模板ID'],
  [{ fields: [] }, 'fields', '字段对应'],
  [{ url: 'javascript:alert(1)' }, 'url', '跳转链接'],
])('a template with %j is refused at %s', async (change, field, word) => {
  const { error } = await admin.post('GzhTemplate/CreateOrEdit', {
    ...alarmTemplate,
    eventCode: 'abnormal_summary',
    fields: [{ keyword: 'thing1', value: '{{条数}}' }],
    ...change,
  });
  const [refusal] = error?.validationErrors ?? [];
  expect(refusal?.members).toEqual([field]);
  expect(refusal?.message).toContain(word);
});

test('a second template of an event is not enabled beside the first', async () => {
  const { error } = await admin.post('GzhTemplate/CreateOrEdit', { ...alarmTemplate, templateId: 'TEMPLATE-ALARM-2' });
  expect(error?.validationErrors?.flatMap(({ members }) => members)).toEqual(['isEnable']);
  await saved('GzhTemplate/CreateOrEdit', { ...alarmTemplate, templateId: 'TEMPLATE-ALARM-2', isEnable: false });
});

test('only who may use it sees an account, that of the own tenant alone', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  for (const path of ['GzhSetting/Get', 'GzhSetting/GetServerInfo', 'GzhTemplate/GetPagedAll'])
    expect((await nurse.get(path)).status, path).toBe(403);
  expect((await nurse.post('GzhSetting/TestConnection', {})).status).toBe(403);
  const beta = await app.as('admin', 'Beta');
  expect((await beta.get<object>('GzhSetting/Get')).result).toEqual({ setting: null, menu: null });
  const { result } = await admin.get<{ setting: { id: number } }>('GzhSetting/Get');
  expect((await beta.get('GzhSetting/GetGzhSettingForEdit', { id: result.setting.id })).status).toBe(404);
  expect((await beta.post('GzhSetting/TestConnection', {})).status).toBe(400);
});

test('the connection is tested in words, and the result is stored', async () => {
  expect((await admin.post<object>('GzhSetting/TestConnection', {})).result).toEqual({ ok: true, message: '连接正常' });
  const { result } = await admin.get<{ setting: object }>('GzhSetting/Get');
  expect(result.setting).toMatchObject({ lastTestResult: '连接正常' });
});
