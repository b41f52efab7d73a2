import { client as person, model } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let samples: Samples;
let admin: Client;
let manager: Client;
let outsider: Client;
let picture: Buffer;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
  manager = (await addUser(app, 'Alpha', { userName: 'second', dataScope: 'all', allPermissions: true })).client;
  outsider = (await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true })).client;
  picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#2D8CF0' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

async function uploaded(by: Client, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(picture)]), 'a.png');
  const answer = await by.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return ((await answer.json()) as { readonly result: { readonly id: string } }).result.id;
}

const statusOf = async (by: Client, id: string): Promise<number> =>
  (await by.fetch(`/File/DownloadBinaryFile?id=${id}`)).status;

let count = 0;
async function product(by: Client, more: object): Promise<Answer<number>> {
  count += 1;
  const devicesTypeId = await samples.idOf('deviceType');
  const row = { productName: '带图产品', productCode: `F-${count}`, model: 'M', devicesTypeId };
  return by.post<number>('DeviceProduct/CreateOrEdit', { ...row, ...more });
}

const notUploaded = { status: 400, error: { validationErrors: [{ members: ['picture'] }] } };
const products = async (): Promise<unknown> =>
  app.query('Alpha', 'select id, picture, pictures, row_version from device_product where tenant_id = $1 order by id');

/** A photo of a person whom only some see. */
async function photo(): Promise<string> {
  const id = await samples.plant(person, 'photo');
  const file = await uploaded(admin);
  await app.query('Alpha', 'update client set photo = $3 where tenant_id = $1 and id = $2', [id, file]);
  return file;
}

test('a picture of a person out of sight is neither read nor attached to a row in sight', async () => {
  const file = await photo();
  expect(await statusOf(outsider, file)).toBe(404);
  const before = await products();
  expect(await product(outsider, { picture: file })).toMatchObject(notUploaded);
  expect(await product(outsider, { pictures: [file] })).toMatchObject({ status: 400 });
  expect(await products()).toEqual(before);
  expect(await statusOf(manager, file)).toBe(200);
  expect((await product(manager, { picture: file })).status).toBe(200);
});

test('what a colleague has uploaded and not yet attached is his alone', async () => {
  const file = await uploaded(manager);
  expect([await statusOf(manager, file), await statusOf(admin, file)]).toEqual([200, 404]);
  expect(await product(admin, { picture: file })).toMatchObject(notUploaded);
  const { result: id } = await product(manager, { picture: file });
  expect([await statusOf(admin, file), await statusOf(outsider, file)]).toEqual([200, 200]);
  expect((await product(admin, { id, picture: file, brand: '康脉' })).status).toBe(200);
  expect((await product(admin, { picture: file })).status).toBe(200);
});

test('a list keeps the files of a colleague when one of them is taken out', async () => {
  const files = [await uploaded(manager), await uploaded(manager)];
  const { result: id } = await product(manager, { pictures: files });
  const own = await uploaded(admin);
  expect((await product(admin, { id, pictures: [own, files[1]] })).status).toBe(200);
});

test('a file about a person is attached by who sees the person, whoever has uploaded it', async () => {
  const id = await samples.plant(person, 'about');
  const file = await uploaded(admin, { ['client_id']: String(id) });
  expect(await product(outsider, { picture: file })).toMatchObject(notUploaded);
  expect((await product(manager, { picture: file })).status).toBe(200);
  expect(await statusOf(outsider, file)).toBe(404);
});

test('without the permission for its rows a file of them is not found', async () => {
  const file = await photo();
  const { client: bare } = await addUser(app, 'Alpha', { userName: 'bare', dataScope: 'all', allPermissions: false });
  expect(await statusOf(bare, file)).toBe(404);
  await app.query(
    'Alpha',
    "insert into role_permission (tenant_id, role_id, permission) select $1, id, $2 from app_role where tenant_id = $1 and name = 'Rolebare' returning role_id as id",
    [model.byName('client').permission as string],
  );
  await expect.poll(() => statusOf(bare, file), { timeout: 5000 }).toBe(200);
});

test('avatars are open to the whole tenant, and to nobody else', async () => {
  const file = await uploaded(admin, { fileUse: 'avatar' });
  expect(await statusOf(outsider, file)).toBe(200);
  expect(await statusOf(await app.as('admin', 'Beta'), file)).toBe(404);
});

test('whoever prints reads the logo of a template; a file that somebody else uploaded stays closed', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  const save = (code: string, logo: string): Promise<Answer<number>> =>
    admin.post<number>('ReportTemplates/CreateOrEdit', { code, name: code, kind: 'contract', paper: 'A4', logo });
  const [own, other] = [await uploaded(admin), await uploaded(manager)];
  const closed = await statusOf(nurse, own);
  expect(closed).not.toBe(200);
  expect((await save('own', own)).status).toBe(200);
  expect(await statusOf(nurse, own)).toBe(200);
  await save('other', other);
  expect(await statusOf(nurse, other)).toBe(closed);
});
