import { client as person } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Listed {
  readonly totalCount: number;
  readonly items: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly fileUse: string;
    readonly creatorUserName: string | null;
    readonly canDelete: boolean;
  }[];
}

let app: TestApp;
let samples: Samples;
let admin: Client;
let colleague: Client;
let outsider: Client;
let stranger: Client;
let clientId = 0;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  stranger = await app.as('admin', 'Beta');
  colleague = (await addUser(app, 'Alpha', { userName: 'colleague', dataScope: 'all', allPermissions: false })).client;
  await app.query(
    'Alpha',
    "insert into role_permission (tenant_id, role_id, permission) select $1, id, 'Pages.CustomerManage.Clients' from app_role where tenant_id = $1 and name = 'Rolecolleague' returning role_id as id",
  );
  outsider = (await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true })).client;
  clientId = await samples.plant(person, 'files');
});
afterAll(() => app.close());

async function upload(by: Client, name: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('f', new Blob(['%PDF-1.4\n%%EOF']), name);
  const answer = await by.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return ((await answer.json()) as { readonly result: { readonly id: string } }).result.id;
}

const ofClient = (fileUse: string): Readonly<Record<string, string>> => ({ fileUse, client_id: String(clientId) });
const list = (by: Client, more: object = {}) =>
  by.get<Listed>('UpLoad/GetListByClient', { ['client_id']: clientId, ...more });
const remove = (by: Client, id: string) => by.delete('UpLoad/Delete', { id });
const isOpen = async (by: Client, id: string): Promise<boolean> =>
  (await by.fetch(`/File/DownloadBinaryFile?id=${id}`)).status === 200;

test('the files of a person are listed, newest first, by use and by page; nobody else reads them', async () => {
  const report = await upload(admin, '体检报告.pdf', ofClient('report'));
  const card = await upload(colleague, '证件.pdf', ofClient('idcard'));
  await upload(admin, '别人的.pdf', { fileUse: 'report' });
  const { result } = await list(colleague);
  expect(result).toMatchObject({
    totalCount: 2,
    items: [
      { id: card, fileName: '证件.pdf', fileUse: 'idcard', canDelete: true },
      { id: report, fileName: '体检报告.pdf', fileUse: 'report', canDelete: false },
    ],
  });
  expect(result.items.every(({ creatorUserName }) => creatorUserName)).toBe(true);
  expect((await list(admin, { fileUse: 'report' })).result.items.map(({ id }) => id)).toEqual([report]);
  expect((await list(admin, { SkipCount: 1, MaxResultCount: 1 })).result.items.map(({ id }) => id)).toEqual([report]);
  const unknown = await list(admin, { fileUse: 'secret' });
  expect([unknown.status, unknown.error?.validationErrors?.[0]?.members]).toEqual([400, ['fileUse']]);
  for (const by of [outsider, stranger])
    expect(await list(by)).toMatchObject({ status: 400, error: { validationErrors: [{ members: ['client_id'] }] } });
});

test('a file is removed by its uploader or by who may delete persons, with its bytes, and once', async () => {
  const [mine, theirs] = [
    await upload(colleague, '一.pdf', ofClient('other')),
    await upload(admin, '二.pdf', ofClient('other')),
  ];
  expect((await remove(colleague, theirs)).status).toBe(400);
  for (const by of [outsider, stranger]) expect((await remove(by, theirs)).status).toBe(404);
  expect(await isOpen(colleague, theirs)).toBe(true);
  const both = await Promise.all([remove(colleague, mine), remove(colleague, mine)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
  expect((await remove(admin, theirs)).status).toBe(200);
  expect([await isOpen(admin, mine), await isOpen(admin, theirs)]).toEqual([false, false]);
  const left = (await list(admin)).result.items.map(({ id }) => id);
  expect(left).not.toContain(mine);
  expect((await remove(admin, 'x')).status).toBe(400);
});

test('a file that a row holds stays until the row gives it up', async () => {
  const picture = await upload(admin, '产品说明.pdf', { fileUse: 'goods' });
  const id = await samples.plant(person, 'holder');
  await app.query('Alpha', 'update client set photo = $3 where tenant_id = $1 and id = $2', [id, picture]);
  const refused = await remove(admin, picture);
  expect(refused.status).toBe(400);
  expect(refused.error?.message).toContain('客户');
  await app.query('Alpha', 'update client set photo = null where tenant_id = $1 and id = $2', [id]);
  expect((await remove(admin, picture)).status).toBe(200);
});
