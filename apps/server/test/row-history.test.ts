import { client, clientConsent, deviceProduct, model } from '@kangmai/model';
import { hasHistory } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';

interface Told {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly wordless: boolean;
}

interface Change {
  readonly id: number;
  readonly kind: string;
  readonly creationTime: string;
  readonly userName: string | null;
  readonly impersonatorName: string | null;
  readonly byPlatform: boolean;
  readonly reason: string | null;
  readonly move: { readonly label: string | null; readonly from: string; readonly to: string } | null;
  readonly changes: readonly Told[];
}

interface History {
  readonly items: readonly Change[];
  readonly hasMore: boolean;
}

let app: TestApp;
let samples: Samples;
let admin: Client;
let narrow: Client;
let narrowId: number;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  narrow = (await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true })).client;
  const [user] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'narrow'",
  );
  narrowId = user?.id ?? 0;
});
afterAll(() => app.close());

const history = (who: Client, service: string, query: object): Promise<Answer<History>> =>
  who.get<History>(`${service}/GetHistory`, { ...query });
const newest = async (service: string, id: number, who = admin): Promise<Change | undefined> =>
  (await history(who, service, { id })).result.items[0];
const toldOf = ({ changes = [] }: Partial<Change> = {}): Readonly<Record<string, readonly [unknown, unknown]>> =>
  Object.fromEntries(changes.map(({ label, before, after }) => [label, [before, after]]));

const personOf = (word: string, healthManager: number | null): Promise<number> =>
  samples.plantApart(client, word, { name: `${word}某`, healthManager, doctor: null });
const consentOf = async (who: Client, clientId: number): Promise<number> => {
  const body = { clientId, kind: 'basic', version: '2026-01', signTime: '2026-03-10T01:00:00Z' };
  const answer = await who.post<number>('ClientConsent/CreateOrEdit', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
};
const productOf = async (): Promise<number> => samples.plantApart(deviceProduct, 'H', {});
const save = async (who: Client, body: object): Promise<void> => {
  const answer = await who.post('DeviceProduct/CreateOrEdit', body);
  expect(answer.status, answer.text).toBe(200);
};

describe('a change in words', () => {
  test('choices, references, numbers, days and answers stand by what people call them, in both languages', async () => {
    const id = await productOf();
    const other = await samples.plantApart(model.byName('deviceType'), 'TYPE', { typeName: '血压计' });
    await save(admin, { id, valid: true, registrationExpire: '2027-01-31', warrantyMonths: 12, coordType: 'gcj02' });
    await save(admin, {
      id,
      devicesTypeId: other,
      valid: false,
      registrationExpire: '2028-02-29',
      warrantyMonths: 24,
      coordType: 'wgs84',
    });
    const change = await newest('DeviceProduct', id);
    expect(change).toMatchObject({ kind: 'updated', userName: '系统管理员', byPlatform: false, move: null });
    const words = toldOf(change);
    expect(words).toMatchObject({
      设备类型: [expect.any(String), '血压计'],
      启用: ['是', '否'],
      注册证有效期至: ['2027-01-31', '2028-02-29'],
      保修期: ['12', '24'],
      坐标系: [expect.stringContaining('GCJ'), 'WGS-84'],
    });
    const english = toldOf(await newest('DeviceProduct', id, admin.with({ 'accept-language': 'en' })));
    expect(english).toMatchObject({
      Type: [expect.any(String), '血压计'],
      Valid: ['Yes', 'No'],
      Warranty: ['12', '24'],
    });
    expect(change?.changes.map(({ field }) => field)).toContain('devicesTypeId');
  });

  test('masked values stay masked, also those that were kept before their field was masked', async () => {
    const id = await productOf();
    await save(admin, { id, purchasePrice: 1234.5 });
    await save(admin, { id, purchasePrice: 99.25 });
    await app.query(
      'Alpha',
      `insert into entity_change (tenant_id, resource, row_id, kind, before, after) values ($1, 'deviceProduct', $2, 'updated', '{"purchasePrice": 777.25}', '{"purchasePrice": 888.75}')`,
      [id],
    );
    const { text, result } = await history(admin, 'DeviceProduct', { id });
    expect(result.items.map((item) => toldOf(item)['采购价'])).toEqual([
      ['******', '******'],
      ['******', '******'],
      ['******', '******'],
      [null, '******'],
    ]);
    for (const figure of ['1234.5', '99.25', '777.25', '888.75']) expect(text).not.toContain(figure);
  });

  test('a contact of a person tells what changed, with the phone masked', async () => {
    const clientId = await personOf('CONTACT', null);
    const first = { client_id: clientId, name: '李建国', relation: '2', phone: '13900139000', sosOrder: 1 };
    const { result: id } = await admin.post<number>('C_contact/CreateOrEdit', first);
    const saved = await admin.post('C_contact/CreateOrEdit', { id, name: '李国强', phone: '13700137001' });
    expect(saved.status, saved.text).toBe(200);
    const change = await newest('C_contact', id);
    expect(toldOf(change)).toEqual({
      联系人姓名: ['李建国', '李国强'],
      手机号: ['139****9000', '137****7001'],
    });
    expect((await history(narrow, 'C_contact', { id })).status).toBe(404);
  });

  test('a list of rows is told row by row, formatted text by its words', async () => {
    const id = await productOf();
    const [cable, strap] = [
      { item: '充电线', quantity: 1, note: null },
      { item: '表带', quantity: 1, note: null },
    ];
    await save(admin, { id, introduce: '<p>旧介绍</p>', packingList: [cable, strap] });
    await save(admin, { id, introduce: '<p><b>新介绍</b></p>', packingList: [cable, { ...strap, quantity: 2 }] });
    const change = await newest('DeviceProduct', id);
    expect(toldOf(change)).toEqual({ 产品介绍: ['旧介绍', '新介绍'], '装箱清单第2行 · 数量': ['1', '2'] });
    await save(admin, { id, introduce: '<p>新介绍</p>', packingList: [cable] });
    const last = await newest('DeviceProduct', id);
    expect(toldOf(last)).toMatchObject({ 装箱清单第2行: ['表带，2', null] });
    expect(last?.changes.find(({ label }) => label === '产品介绍')?.wordless).toBe(true);
  });

  test('a state is told as the way from one to the other, with the move and its reason', async () => {
    const id = await consentOf(admin, await personOf('MOVED', null));
    await admin.post('ClientConsent/Withdraw', { id, reason: '本人要求撤回' });
    const [moved, created] = (await history(admin, 'ClientConsent', { id })).result.items;
    expect(moved).toMatchObject({ kind: 'moved', move: { label: '撤回', from: '有效', to: '已撤回' } });
    expect(moved?.reason).toBe('本人要求撤回');
    expect(toldOf(moved)).toMatchObject({ 撤回登记人: [null, '系统管理员'] });
    expect(Object.keys(toldOf(moved))).not.toContain('状态');
    expect(created).toMatchObject({ kind: 'created', move: null });
    expect(toldOf(created)).toMatchObject({ 签署时间: [null, '2026-03-10 09:00'], 客户: [null, 'MOVED某'] });
    const english = await newest('ClientConsent', id, admin.with({ 'accept-language': 'en' }));
    expect(english?.move).toEqual({ label: 'Withdraw', from: 'Valid', to: 'Withdrawn' });
  });

  test('what the product itself changes names nobody', async () => {
    const id = await consentOf(admin, await personOf('SYSTEM', null));
    await asSystem(app, 'Alpha', (ctx) => ctx.repo(clientConsent).update(id, { state: 'expired' }));
    expect(await newest('ClientConsent', id)).toMatchObject({
      kind: 'moved',
      userName: null,
      move: { label: '到期', from: '有效', to: '已过期' },
    });
  });
});

describe('who reads it', () => {
  test('a row out of sight, of another tenant, deleted or unknown is not found', async () => {
    const seen = await consentOf(admin, await personOf('SEEN', narrowId));
    const unseen = await consentOf(admin, await personOf('UNSEEN', null));
    expect((await history(narrow, 'ClientConsent', { id: seen })).status).toBe(200);
    expect((await history(narrow, 'ClientConsent', { id: unseen })).status).toBe(404);
    const beta = await app.as('admin', 'Beta');
    expect((await history(beta, 'ClientConsent', { id: seen })).status).toBe(404);
    expect((await history(admin, 'ClientConsent', { id: 8_000_000_000 })).status).toBe(404);
    const product = await productOf();
    expect((await history(admin, 'DeviceProduct', { id: product })).status).toBe(200);
    await admin.delete('DeviceProduct/Delete', { Id: product });
    expect((await history(admin, 'DeviceProduct', { id: product })).status).toBe(404);
  });

  test('without the permission of the list it is refused', async () => {
    const nobody = await addUser(app, 'Alpha', { userName: 'nobody', dataScope: 'all', allPermissions: false });
    const id = await productOf();
    expect((await history(nobody.client, 'DeviceProduct', { id })).status).toBe(403);
    expect((await history(app.visitor('Alpha'), 'DeviceProduct', { id })).status).toBe(401);
  });

  test('a person whom the reader may not see has no name in it', async () => {
    const former = await personOf('FORMER', null);
    const present = await personOf('PRESENT', narrowId);
    const id = await consentOf(admin, former);
    await asSystem(app, 'Alpha', (ctx) => ctx.repo(clientConsent).update(id, { client: present }));
    const mine = await history(narrow, 'ClientConsent', { id });
    expect(toldOf(mine.result.items[0])['客户']).toEqual(['无权查看或已删除', 'PRESENT某']);
    expect(mine.text).not.toContain('FORMER');
    expect(toldOf(await newest('ClientConsent', id))['客户']).toEqual(['FORMER某', 'PRESENT某']);
  });

  test("the platform's staff in a user's name are told as such, colleagues by their name", async () => {
    const host = await app.as('admin');
    const grounds = { tenantId: app.tenants.Alpha, reason: '协助排查', minutes: 5 };
    const inside = await over(await host.post<Issued>('Account/ImpersonateTenant', grounds));
    const id = await productOf();
    await save(inside, { id, brand: '康脉二' });
    expect(await newest('DeviceProduct', id)).toMatchObject({
      userName: '系统管理员',
      impersonatorName: null,
      byPlatform: true,
    });
    const colleague = await over(await admin.post<Issued>('Account/Impersonate', { userId: narrowId, reason: '代班' }));
    await save(colleague, { id, brand: '康脉三' });
    expect(await newest('DeviceProduct', id)).toMatchObject({
      userName: 'narrow',
      impersonatorName: '系统管理员',
      byPlatform: false,
    });
  });
});

interface Issued {
  readonly impersonationToken: string;
}

async function over({ result, text }: Answer<Issued>): Promise<Client> {
  const path = '/api/TokenAuth/ImpersonatedAuthenticate';
  const answer = await app.visitor().post<{ accessToken: string }>(path, undefined, { ...result });
  expect(answer.status, text).toBe(200);
  return app.visitor().with({ authorization: `Bearer ${answer.result.accessToken}` });
}

test('pages follow one another by the last change, newest first', async () => {
  const id = await productOf();
  for (let at = 1; at <= 5; at += 1) await save(admin, { id, safetyStock: at });
  const first = (await history(admin, 'DeviceProduct', { id, MaxResultCount: 3 })).result;
  expect([first.items.map(({ changes }) => changes[0]?.after), first.hasMore]).toEqual([['5', '4', '3'], true]);
  const rest = (await history(admin, 'DeviceProduct', { id, MaxResultCount: 3, BeforeId: first.items.at(-1)?.id }))
    .result;
  expect([rest.items.slice(0, 2).map(({ changes }) => changes[0]?.after), rest.hasMore]).toEqual([['2', '1'], false]);
  for (const [query, member] of [
    [{ id, MaxResultCount: 101 }, 'maxResultCount'],
    [{ id: 'x' }, 'id'],
    [{ id, BeforeId: 0 }, 'beforeId'],
  ] as const) {
    const refused = await history(admin, 'DeviceProduct', query);
    expect([refused.status, refused.error?.validationErrors?.[0]?.members]).toEqual([400, [member]]);
  }
});

test('lists of small rows answer it too, and no kind that keeps no changes', () => {
  const paths = app.server.app.entries.map(({ path }) => path).filter((path) => path.endsWith('/GetHistory'));
  const wanted = [...model.resources, ...model.doors].filter(hasHistory).map(({ wire }) => wire.service);
  expect(new Set(paths.map((path) => path.split('/').at(-2)))).toEqual(new Set(wanted));
  expect(wanted).toContain('C_contact');
  expect(model.resources.filter(hasHistory).filter(({ storage }) => storage !== 'rows')).toEqual([]);
});
