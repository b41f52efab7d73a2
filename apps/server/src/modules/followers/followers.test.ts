import { createHash } from 'node:crypto';
import { client, guardianContact } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { eventXml, signedQuery, startWechatProvider, type WechatProvider } from '@kangmai/testkit/wechat-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

type Tenant = 'Alpha' | 'Beta';

let provider: WechatProvider;
let app: TestApp;
let admin: Client;
let nonces = 0;
let person: number;
let contact: number;
let other: number;

const tokens = { Alpha: 'receipts1', Beta: 'receipts2' } as const;

async function withAccount(tenant: Tenant): Promise<Client> {
  const by = await app.as('admin', tenant);
  const { error } = await by.post('GzhSetting/CreateOrEdit', {
    accountName: tenant,
    accountType: 'service',
    appId: `wx${createHash('md5').update(tenant).digest('hex').slice(0, 16)}`,
    appSecret: 'abcdef0123456789',
    token: tokens[tenant],
    isEnable: true,
  });
  expect(error).toBe(null);
  return by;
}

beforeAll(async () => {
  provider = await startWechatProvider();
  app = await startApp({ env: { WECHAT_ENDPOINT: provider.url } });
  admin = await withAccount('Alpha');
  await withAccount('Beta');
  const samples = await Samples.of(app, 'Alpha');
  person = await samples.plant(client, 'bound');
  other = await samples.plant(client, 'other');
  contact = await samples.plant(guardianContact, 'bound', { client: person });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.answers = [];
});

const seconds = (): number => Math.floor(app.server.services.now().getTime() / 1000);

interface Callback {
  readonly status: number;
  readonly text: string;
}

async function callback(
  event: string,
  {
    tenant = 'Alpha',
    nonce = String((nonces += 1)),
    at = String(seconds()),
    ...more
  }: Readonly<Record<string, string>> & { tenant?: Tenant },
): Promise<Callback> {
  const query = `account=${app.tenants[tenant]}&${signedQuery(tokens[tenant], Number(at), nonce)}`;
  const body = eventXml(event, { createdAt: Number(at), ...more });
  const answer = await fetch(`${app.url}/api/messages/receipt/wechat?${query}`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text() };
}

const make = (service: string, id: number, by = admin): Promise<Answer<{ picture: string; validSeconds: number }>> =>
  by.post(`${service}/MakeWechatCode`, { id });

/** The code that the provider was given last. */
async function codeFor(service: string, id: number): Promise<string> {
  expect((await make(service, id)).error).toBe(null);
  const asked = provider.to('/qrcode/create').at(-1);
  const { scene } = (asked?.body ?? {})['action_info'] as { scene: { ['scene_str']: string } };
  return scene['scene_str'];
}

interface Bound {
  readonly openId: string | null;
  readonly channels: readonly string[];
}
const contactNow = async (): Promise<Bound | undefined> =>
  (
    await app.query<Bound>(
      'Alpha',
      'select open_id as "openId", notice_channels as channels from guardian_contact where tenant_id = $1 and id = $2',
      [contact],
    )
  )[0];
const clientNow = async () =>
  (
    await app.query<{ openId: string | null; bindState: number }>(
      'Alpha',
      'select open_id as "openId", bind_state as "bindState" from client where tenant_id = $1 and id = $2',
      [person],
    )
  )[0];

test('the first scan of a code binds the contact and answers in words; the second does nothing', async () => {
  const { result } = await make('C_contact', contact);
  expect(result.picture).toMatch(/^data:image\/svg\+xml;base64,/);
  const [{ body } = { body: {} }] = provider.to('/qrcode/create');
  expect(body).toMatchObject({ action_name: 'QR_STR_SCENE', expire_seconds: 600 });
  const code = await codeFor('C_contact', contact);
  expect(code).toMatch(/^[\w-]{32}$/);
  const bound = await callback('subscribe', { openId: 'oGUARDIAN-1', EventKey: `qrscene_${code}` });
  expect(bound.text).toContain('<ToUserName><![CDATA[oGUARDIAN-1]]>');
  expect(bound.text).toContain('绑定成功');
  expect(await contactNow()).toEqual({ openId: 'oGUARDIAN-1', channels: ['sms', 'wechat'] });
  const again = await callback('SCAN', { openId: 'oSTRANGER-1', EventKey: code });
  expect(again.text).toContain('二维码已失效');
  expect(await contactNow()).toMatchObject({ openId: 'oGUARDIAN-1' });
  const { result: state } = await admin.get('C_contact/GetWechatBinding', { id: contact });
  expect(state).toEqual({ canBind: true, isBound: true, openId: 'oG****AN-1' });
});

test('a code ends after ten minutes, with a newer one, and in another tenant', async () => {
  const first = await codeFor('C_contact', contact);
  const second = await codeFor('C_contact', contact);
  expect((await callback('SCAN', { openId: 'oLATE-1', EventKey: first })).text).toContain('二维码已失效');
  expect((await callback('SCAN', { tenant: 'Beta', openId: 'oLATE-1', EventKey: second })).text).toContain('已失效');
  await app.query('Alpha', "update wechat_code set expires_at = now() - interval '1 second' where tenant_id = $1");
  expect((await callback('SCAN', { openId: 'oLATE-1', EventKey: second })).text).toContain('二维码已失效');
  expect((await contactNow())?.openId).not.toBe('oLATE-1');
});

test('a callback is taken once; its signature with another body is refused', async () => {
  const code = await codeFor('C_client', person);
  const same = { openId: 'oPERSON-1', nonce: 'same', at: String(seconds()) };
  const scan = { ...same, EventKey: code };
  expect((await callback('SCAN', scan)).text).toContain('绑定成功');
  expect(await callback('SCAN', scan)).toEqual({ status: 200, text: 'success' });
  expect((await callback('unsubscribe', same)).status).toBe(403);
  expect(await clientNow()).toEqual({ openId: 'oPERSON-1', bindState: 1 });
});

test('one open id is bound to one person, while it may be a contact of several', async () => {
  await callback('SCAN', { openId: 'oPERSON-1', EventKey: await codeFor('C_client', person) });
  const answer = await callback('SCAN', { openId: 'oPERSON-1', EventKey: await codeFor('C_client', other) });
  expect(answer.text).toContain('已绑定另一位客户');
  await callback('SCAN', { openId: 'oPERSON-1', EventKey: await codeFor('C_contact', contact) });
  expect((await contactNow())?.openId).toBe('oPERSON-1');
});

test('who ends following, and whom staff unbind, is bound no more; the history says so', async () => {
  await callback('SCAN', { openId: 'oLEAVES-1', EventKey: await codeFor('C_contact', contact) });
  await callback('SCAN', { openId: 'oLEAVES-1', EventKey: await codeFor('C_client', person) });
  await callback('unsubscribe', { tenant: 'Beta', openId: 'oLEAVES-1' });
  expect((await contactNow())?.openId).toBe('oLEAVES-1');
  expect(await callback('unsubscribe', { openId: 'oLEAVES-1' })).toEqual({ status: 200, text: 'success' });
  expect(await contactNow()).toMatchObject({ openId: null });
  expect(await clientNow()).toEqual({ openId: null, bindState: 0 });
  await callback('SCAN', { openId: 'oLEAVES-2', EventKey: await codeFor('C_contact', contact) });
  expect((await admin.post('C_contact/UnbindWechat', { id: contact })).result).toEqual({ isBound: false });
  expect(await contactNow()).toMatchObject({ openId: null });
  const changes = await app.query<{ after: object }>(
    'Alpha',
    "select after from entity_change where tenant_id = $1 and resource = 'guardianContact' and row_id = $2 order by id desc limit 2",
    [contact],
  );
  expect(changes).toMatchObject([{ after: { openId: null } }, { after: { openId: 'oLEAVES-2' } }]);
});

test('a click of the menu is answered with its text; other events change nothing', async () => {
  const buttons = [{ name: '联系', type: 'click', reply: '请拨打 028-85550101' }];
  expect((await admin.post('GzhSetting/PublishMenu', { menu: buttons })).error).toBe(null);
  expect((await callback('CLICK', { openId: 'oCLICKS-1', EventKey: 'menu.0' })).text).toContain('028-85550101');
  expect((await callback('CLICK', { openId: 'oCLICKS-1', EventKey: 'menu.2' })).text).toBe('success');
  expect((await callback('subscribe', { openId: 'oCLICKS-1' })).text).toBe('success');
  expect((await callback('VIEW', { openId: 'oCLICKS-1', EventKey: 'x' })).text).toBe('success');
});

test('who may not change a person makes no code for it; without an account none is made', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  expect((await make('C_client', person, nurse)).status).toBeGreaterThanOrEqual(403);
  const beta = await app.as('admin', 'Beta');
  for (const [service, id] of [['C_client', person] as const, ['C_contact', contact] as const]) {
    expect((await make(service, id, beta)).status).toBe(404);
    expect((await beta.get(`${service}/GetWechatBinding`, { id })).status).toBe(404);
    expect((await beta.post(`${service}/UnbindWechat`, { id })).status).toBe(404);
  }
  expect(provider.asked).toEqual([]);
  provider.answers = [{ errcode: 48001 }];
  expect((await make('C_contact', contact)).error?.message).toContain('没有该接口的权限');
  await app.query('Alpha', 'update gzh_setting set is_enabled = false where tenant_id = $1');
  expect((await make('C_contact', contact)).error?.message).toContain('没有启用的公众号');
});
