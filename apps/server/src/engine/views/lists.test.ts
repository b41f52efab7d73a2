import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let nurse: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  nurse = await app.as('nurse', 'Alpha');
});
afterAll(() => app.close());

interface Opened {
  readonly look: object | null;
  readonly views: readonly {
    readonly id: number;
    readonly name: string;
    readonly isShared: boolean;
    readonly isOwn: boolean;
    readonly isDefault: boolean;
    readonly state: object;
  }[];
}

const readLook = async (client: Client, resource = 'client'): Promise<Opened> =>
  (await client.get<Opened>('Lists/GetLook', { resource })).result;
const state = { filters: { name: '王' }, sort: '-createdAt' };

test('an arrangement comes back for the one who made it, and nobody else', async () => {
  const look = { version: 'abc', columns: [{ name: 'name', width: 200 }], density: 'small' };
  expect((await admin.post('Lists/SaveLook', { resource: 'client', look })).status).toBe(200);
  expect((await readLook(admin)).look).toEqual(look);
  expect((await readLook(nurse)).look).toBeNull();
  expect((await readLook(await app.as('admin', 'Beta'))).look).toBeNull();
  await admin.post('Lists/SaveLook', { resource: 'client', look: null });
  expect((await readLook(admin)).look).toBeNull();
});

interface Mine {
  readonly looks: readonly {
    readonly resource: string;
    readonly place: string;
    readonly look: object | null;
    readonly rowVersion: number;
  }[];
  readonly defaults: readonly { readonly resource: string; readonly name: string; readonly state: object }[];
}
const mine = async (client: Client): Promise<Mine> => (await client.get<Mine>('Lists/GetMine')).result;

test('of two tabs that save at once the second is told, and nothing is lost', async () => {
  const look = (density: string) => ({ version: 'abc', columns: [{ name: 'imei' }], density });
  const save = (client: Client, density: string, rowVersion?: number) =>
    client.post<{ rowVersion: number }>('Lists/SaveLook', {
      resource: 'device',
      look: look(density),
      ...(rowVersion !== undefined && { rowVersion }),
    });
  const first = await save(admin, 'small', 0);
  expect(first.result).toEqual({ rowVersion: 1 });
  const late = await save(admin, 'large', 0);
  expect([late.status, late.error?.reason]).toEqual([409, 'look.changed']);
  const both = await Promise.all([save(admin, 'medium', 1), save(admin, 'large', 1)]);
  expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  expect((await mine(admin)).looks.filter(({ resource }) => resource === 'device')).toMatchObject([
    { place: '', rowVersion: 2 },
  ]);
  expect((await admin.post('Lists/SaveLook', { resource: 'device', look: null, rowVersion: 2 })).result).toEqual({
    rowVersion: 3,
  });
  expect((await save(admin, 'small', 0)).status, 'a tab from before the reset').toBe(409);
});

test('a list within another page is arranged for itself', async () => {
  const look = { version: 'abc', columns: [{ name: 'state', fixed: 'left' }] };
  await nurse.post('Lists/SaveLook', { resource: 'client', place: 'part', look });
  expect((await nurse.get<Opened>('Lists/GetLook', { resource: 'client' })).result.look).toBeNull();
  expect((await mine(nurse)).looks).toEqual([{ resource: 'client', place: 'part', look, rowVersion: 1 }]);
});

test('a view is kept under a name, shared when wanted, opened first when chosen', async () => {
  const own = await admin.post<number>('Lists/SaveView', { resource: 'client', name: '王姓', state, isDefault: true });
  expect((await admin.post('Lists/SaveView', { resource: 'client', name: '王姓', state })).error?.reason).toBe(
    'view.name-taken',
  );
  expect((await readLook(admin)).views).toMatchObject([
    { name: '王姓', isOwn: true, isDefault: true, isShared: false, state },
  ]);
  expect((await readLook(nurse)).views).toEqual([]);
  await admin.post('Lists/SaveView', {
    id: own.result,
    resource: 'client',
    name: '王姓客户',
    isShared: true,
    isDefault: false,
    state,
  });
  expect((await readLook(nurse)).views).toMatchObject([{ name: '王姓客户', isOwn: false, isDefault: false }]);
  expect((await readLook(await app.as('admin', 'Beta'))).views).toEqual([]);
  await nurse.post('Lists/ChooseView', { resource: 'client', id: own.result, isDefault: true });
  expect([(await readLook(nurse)).views[0]?.isDefault, (await readLook(admin)).views[0]?.isDefault]).toEqual([
    true,
    false,
  ]);
});

test('a view keeps its layout, and refuses one that lists do not have', async () => {
  const boardOf = (layout: string) => ({ look: { version: 'abc', columns: [{ name: 'name' }], layout } });
  const save = (name: string, layout: string) =>
    admin.post<number>('Lists/SaveView', { resource: 'client', name, isShared: true, state: boardOf(layout) });
  const { result: id } = await save('看板', 'board');
  const { views } = await readLook(nurse);
  expect(views.find((view) => view.id === id)).toMatchObject({ isOwn: false, state: boardOf('board') });
  expect((await save('圆形', 'circle')).status).toBe(400);
});

test('a view belongs to who made it, and a list to who may read it', async () => {
  const { result: id } = await admin.post<number>('Lists/SaveView', { resource: 'client', name: '只是我的', state });
  for (const stranger of [nurse, await app.as('admin', 'Beta')]) {
    expect((await stranger.delete('Lists/DeleteView', { id })).status).toBe(404);
    expect((await stranger.post('Lists/SaveView', { id, resource: 'client', name: '拿走', state })).status).toBe(404);
    expect((await stranger.post('Lists/ChooseView', { id, resource: 'client', isDefault: true })).status).toBe(404);
  }
  expect((await nurse.get('Lists/GetLook', { resource: 'ingestSource' })).status).toBe(403);
  expect((await admin.get('Lists/GetLook', { resource: 'nothing' })).error?.validationErrors?.[0]?.members).toEqual([
    'resource',
  ]);
  expect((await admin.delete('Lists/DeleteView', { id })).status).toBe(200);
});

test('the lists open with their views, as long as they may be seen', async () => {
  const { result: id } = await admin.post<number>('Lists/SaveView', {
    resource: 'device',
    name: '全员',
    isShared: true,
    state: { filters: { online: 'true' } },
  });
  await nurse.post('Lists/ChooseView', { resource: 'device', id, isDefault: true });
  expect((await mine(nurse)).defaults).toMatchObject([
    { resource: 'client' },
    { resource: 'device', name: '全员', state: { filters: { online: 'true' } } },
  ]);
  await admin.post('Lists/SaveView', { id, resource: 'device', name: '全员', isShared: false, state: {} });
  expect((await mine(nurse)).defaults.map(({ resource }) => resource)).toEqual(['client']);
});

test('a view that was changed elsewhere is not overwritten', async () => {
  const { result: id } = await admin.post<number>('Lists/SaveView', { resource: 'client', name: '两处', state });
  expect(
    (await admin.post('Lists/SaveView', { id, resource: 'client', name: '两处改', state, rowVersion: 1 })).status,
  ).toBe(200);
  const late = await admin.post('Lists/SaveView', { id, resource: 'client', name: '又改', state, rowVersion: 1 });
  expect([late.status, late.error?.reason]).toEqual([409, 'view.changed']);
});

test('what identifies a person is not kept in a view', async () => {
  const of = (filters: object) =>
    admin.post('Lists/SaveView', { resource: 'client', name: '隐私', state: { filters } });
  const [phone, unknown] = [await of({ phone: '13900000000' }), await of({ nothing: 'x' })];
  expect(phone.error?.validationErrors?.[0]?.message).toContain('不能保存在视图中');
  expect(unknown.status).toBe(400);
});

test('the keys of lists are on until their user turns them off', async () => {
  const hasKeys = async (client: Client): Promise<unknown> =>
    (await client.get<{ hasKeys: boolean }>('Lists/GetMine')).result.hasKeys;
  expect(await hasKeys(admin)).toBe(true);
  await admin.post('Lists/SaveKeys', { isOn: false });
  expect([await hasKeys(admin), await hasKeys(nurse)]).toEqual([false, true]);
  await admin.post('Lists/SaveKeys', { isOn: true });
  expect(await hasKeys(admin)).toBe(true);
});

test('printing stands in the log of sensitive accesses, for those who may read the list', async () => {
  expect((await nurse.post('Lists/LogPrint', { resource: 'ingestSource', count: 3 })).status).toBe(403);
  expect((await admin.post('Lists/LogPrint', { resource: 'client', count: 17 })).status).toBe(200);
  const rows = await app.server.services.database.withTenant(app.tenants.Alpha, (tx) =>
    tx.query<{ resource: string; count: number }>(
      "select resource, row_count as count from sensitive_access_log where action = 'print'",
    ),
  );
  expect(rows).toEqual([{ resource: 'client', count: 17 }]);
});

test('a list whose rows no table holds is arranged like any other', async () => {
  expect((await admin.get('Lists/GetLook', { resource: 'rawReading' })).status).toBe(200);
  expect((await nurse.post('Lists/SaveLook', { resource: 'nothing', look: null })).status).toBe(400);
});

test('bad input is refused by its field', async () => {
  const huge = { filters: { name: 'x'.repeat(30_000) } };
  expect((await admin.post('Lists/SaveLook', { resource: 'client', look: huge })).status).toBe(400);
  expect(
    (await admin.post('Lists/SaveView', { resource: 'client', name: '  ', state })).error?.validationErrors?.[0]
      ?.members,
  ).toEqual(['name']);
});
