import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { eventXml, signedQuery, startWechatProvider, type WechatProvider } from '@kangmai/testkit/wechat-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let provider: WechatProvider;
let app: TestApp;
let admin: Client;
let beta: Client;

const account = {
  accountName: '安康养老',
  accountType: 'service',
  appId: 'wx0123456789abcdef',
  appSecret: 'abcdef0123456789',
  token: 'receipts1',
  isEnable: true,
};
const template = {
  eventCode: 'abnormal',
  templateId: 'TEMPLATE-ALARM-1',
  fields: [{ keyword: 'thing1', value: '{{机构名称}}：{{称呼}}' }],
  isEnable: false,
};

beforeAll(async () => {
  provider = await startWechatProvider();
  app = await startApp({ env: { WECHAT_ENDPOINT: provider.url } });
  admin = await app.as('admin', 'Alpha');
  beta = await app.as('admin', 'Beta');
  expect((await admin.post('GzhSetting/CreateOrEdit', account)).error).toBe(null);
  expect((await admin.post('GzhTemplate/CreateOrEdit', template)).error).toBe(null);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.answers = [];
});

const page = { name: '主页', type: 'view', url: 'https://example.com/' };
const menu = [
  page,
  { name: '服务', children: [{ name: '联系我们', type: 'click', reply: '请拨打 028-85550101' }, page] },
  { name: '小程序', type: 'miniprogram', appId: 'wx0123456789abcdef', pagePath: 'pages/index', url: page.url },
];
const publish = (buttons: readonly object[], by = admin): Promise<Answer<{ ok: boolean; message: string }>> =>
  by.post('GzhSetting/PublishMenu', { menu: buttons });

test('a menu reaches the provider in its own form, and is shown again', async () => {
  expect((await publish(menu)).result).toMatchObject({ ok: true });
  expect(provider.to('/menu/create').map(({ body }) => body)).toEqual([
    {
      button: [
        page,
        { name: '服务', sub_button: [{ name: '联系我们', type: 'click', key: 'menu.1.0' }, page] },
        {
          name: '小程序',
          type: 'miniprogram',
          url: page.url,
          appid: 'wx0123456789abcdef',
          pagepath: 'pages/index',
        },
      ],
    },
  ]);
  const { result } = await admin.get<{ menu: { buttons: object[] } }>('GzhSetting/Get');
  expect(result.menu.buttons).toEqual(menu);
  expect((await beta.get<{ menu: null }>('GzhSetting/Get')).result.menu).toBe(null);
});

test('what the provider refuses is said in a sentence, and the menu before stays', async () => {
  await publish(menu);
  provider.answers = [{ errcode: 48001 }];
  const { result } = await publish([page]);
  expect(result).toEqual({ ok: false, message: '公众号没有该接口的权限，请先完成微信认证' });
  provider.answers = [{ errcode: 49999 }];
  expect((await publish([page])).result.message).toContain('WECHAT 49999');
  const { result: kept } = await admin.get<{ menu: { buttons: object[] } }>('GzhSetting/Get');
  expect(kept.menu.buttons).toEqual(menu);
});

const six = Array.from({ length: 6 }, () => page);
test.each([
  [[], 'menu', '1至3个'],
  [[page, page, page, page], 'menu', '1至3个'],
  [[{ name: '服务', children: six }], 'menu[0].children', '最多有5个'],
  [[{ ...page, name: '健康管理中心' }], 'menu[0].name', '4个汉字'],
  [[{ name: '服务', children: [{ ...page, name: '' }] }], 'menu[0].children[0].name', '8个汉字'],
  [[{ name: '主页' }], 'menu[0].type', '动作'],
  [[{ ...page, url: 'javascript:alert(1)' }], 'menu[0].url', '网址'],
  [[{ name: '联系', type: 'click' }], 'menu[0].reply', '回复'],
  [[{ name: '小程序', type: 'miniprogram', url: page.url, pagePath: 'p' }], 'menu[0].appId', 'AppID'],
])('the menu %j is refused at %s', async (buttons, field, word) => {
  const { error } = await publish(buttons);
  expect(error?.validationErrors?.map(({ members, message }) => [members, message.includes(word)])).toEqual([
    [[field], true],
  ]);
  expect(provider.asked).toEqual([]);
});

interface Log {
  readonly id: number;
  readonly openId: string;
  readonly eventCode: string;
  readonly sendState: string;
  readonly answer: string | null;
  readonly isTest: boolean;
}
const templateId = async (): Promise<number> =>
  (await admin.get<{ items: { id: number }[] }>('GzhTemplate/GetPagedAll')).result.items[0]?.id ?? 0;
const testSend = async (openId: string, by = admin): Promise<Answer<{ ok: boolean; message: string }>> =>
  by.post('GzhTemplate/TestSend', { id: await templateId(), openId });
const logs = async (query: Readonly<Record<string, string>> = {}, by = admin): Promise<readonly Log[]> =>
  (await by.get<{ items: Log[] }>('GzhTemplate/GetSendLogs', query)).result.items;

test('a test goes to the open id with test words, and its receipt is listed', async () => {
  expect((await testSend('oTESTER-00001')).result).toMatchObject({ ok: true });
  expect(provider.to('/template/send').map(({ body }) => body)).toMatchObject([
    { touser: 'oTESTER-00001', template_id: 'TEMPLATE-ALARM-1', data: { thing1: { value: 'Alpha 健康中心：测试' } } },
  ]);
  const [sent] = await logs();
  expect(sent).toMatchObject({ openId: 'oT****0001', eventCode: 'abnormal', sendState: 'sent', isTest: true });
  const [row] = await app.query<{ reference: string }>(
    'Alpha',
    "select provider_ref as reference from outgoing_message where tenant_id = $1 and recipient = 'oTESTER-00001'",
  );
  const createdAt = Math.floor(app.server.services.now().getTime() / 1000);
  const body = eventXml('TEMPLATESENDJOBFINISH', {
    createdAt,
    MsgID: row?.reference ?? '',
    Status: 'failed:user block',
  });
  const query = `account=${app.tenants.Alpha}&${signedQuery('receipts1', createdAt)}`;
  await fetch(`${app.url}/api/messages/receipt/wechat?${query}`, { method: 'POST', body });
  expect((await logs())[0]).toMatchObject({ sendState: 'failed', answer: expect.stringContaining('拒收') as string });
});

test('a test that the provider refuses says why, and is listed as failed', async () => {
  provider.answers = [{ errcode: 43004 }];
  const { result } = await testSend('oSTRANGER-0002');
  expect(result).toEqual({ ok: false, message: '接收人没有关注公众号，请先请其关注' });
  expect((await logs({ sendState: 'failed' }))[0]).toMatchObject({ openId: 'oS****0002', answer: result.message });
  expect(await logs({ sendState: 'delivered' })).toEqual([]);
  expect(await logs({ eventCode: 'abnormal_summary' })).toEqual([]);
  expect(await logs({ mintime: '2999-01-01' })).toEqual([]);
  expect(await logs({ userId: '987654321' })).toEqual([]);
  expect((await admin.get('GzhTemplate/GetSendLogs', { eventCode: 'other' })).error?.validationErrors).toMatchObject([
    { members: ['eventCode'] },
  ]);
});

test('only who may use it publishes and tests, with an account of the own tenant alone', async () => {
  await testSend('oTESTER-00003');
  const id = await templateId();
  const nurse = await app.as('nurse', 'Alpha');
  expect((await publish(menu, nurse)).status).toBe(403);
  expect((await testSend('oTESTER-00003', nurse)).status).toBe(403);
  expect((await nurse.get('GzhTemplate/GetSendLogs')).status).toBe(403);
  provider.asked.length = 0;
  expect((await publish(menu, beta)).error?.message).toContain('没有启用的公众号');
  expect((await beta.post('GzhTemplate/TestSend', { id, openId: 'oTESTER-00003' })).status).toBe(404);
  expect(await logs({}, beta)).toEqual([]);
  expect((await testSend('<b>')).error?.validationErrors).toMatchObject([{ members: ['openId'] }]);
  expect(provider.asked).toEqual([]);
});
