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

interface Opened { readonly look: object | null; readonly views: readonly { readonly id: number; readonly name: string; readonly isShared: boolean; readonly isOwn: boolean; readonly isDefault: boolean; readonly state: object }[] }

const opened = async (client: Client, resource = 'client'): Promise<Opened> => (await client.get<Opened>('Lists/GetLook', { resource })).result;
const state = { filters: { name: '王' }, sort: '-createdAt' };

test('an arrangement comes back for the one who made it, and nobody else', async () => {
  const look = { version: 'abc', columns: [{ name: 'name', width: 200 }], density: 'small' };
  expect((await admin.post('Lists/SaveLook', { resource: 'client', look })).status).toBe(200);
  expect((await opened(admin)).look).toEqual(look);
  expect((await opened(nurse)).look).toBeNull();
  expect((await opened(await app.as('admin', 'Beta'))).look).toBeNull();
  await admin.post('Lists/SaveLook', { resource: 'client', look: null });
  expect((await opened(admin)).look).toBeNull();
});

test('a view is kept under a name, shared when wanted, opened first when chosen', async () => {
  const own = await admin.post<number>('Lists/SaveView', { resource: 'client', name: '王姓', state, isDefault: true });
  expect((await admin.post('Lists/SaveView', { resource: 'client', name: '王姓', state })).error?.reason).toBe('view.name-taken');
  expect((await opened(admin)).views).toMatchObject([{ name: '王姓', isOwn: true, isDefault: true, isShared: false, state }]);
  expect((await opened(nurse)).views).toEqual([]);
  await admin.post('Lists/SaveView', { id: own.result, resource: 'client', name: '王姓客户', isShared: true, state });
  expect((await opened(nurse)).views).toMatchObject([{ name: '王姓客户', isOwn: false, isDefault: false }]);
  expect((await opened(await app.as('admin', 'Beta'))).views).toEqual([]);
  await nurse.post('Lists/ChooseView', { resource: 'client', id: own.result, isDefault: true });
  expect([(await opened(nurse)).views[0]?.isDefault, (await opened(admin)).views[0]?.isDefault]).toEqual([true, false]);
});

test('a view belongs to who made it, and a list to who may read it', async () => {
  const { result: id } = await admin.post<number>('Lists/SaveView', { resource: 'client', name: '只是我的', state });
  for (const stranger of [nurse, await app.as('admin', 'Beta')]) {
    expect((await stranger.delete('Lists/DeleteView', { id })).status).toBe(404);
    expect((await stranger.post('Lists/SaveView', { id, resource: 'client', name: '拿走', state })).status).toBe(404);
    expect((await stranger.post('Lists/ChooseView', { id, resource: 'client', isDefault: true })).status).toBe(404);
  }
  expect((await nurse.get('Lists/GetLook', { resource: 'ingestSource' })).status).toBe(403);
  expect((await admin.get('Lists/GetLook', { resource: 'nothing' })).error?.validationErrors?.[0]?.members).toEqual(['resource']);
  expect((await admin.delete('Lists/DeleteView', { id })).status).toBe(200);
});

test('bad input is refused by its field', async () => {
  const huge = { filters: { name: 'x'.repeat(30_000) } };
  expect((await admin.post('Lists/SaveLook', { resource: 'client', look: huge })).status).toBe(400);
  expect((await admin.post('Lists/SaveView', { resource: 'client', name: '  ', state })).error?.validationErrors?.[0]?.members).toEqual(['name']);
});
