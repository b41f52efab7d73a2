import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrom } from './random-machines.ts';

const most = 9;
let app: TestApp;
let admin: Client;
let typeId: number;
let own: readonly string[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  typeId = await (await Samples.of(app, 'Alpha')).idOf('deviceType');
  own = await Promise.all(Array.from({ length: most + 1 }, (_each, at) => uploaded(admin, `${at}.png`, picture(at))));
});
afterAll(() => app.close());

const picture = (at: number): Promise<Buffer> =>
  sharp({ create: { width: 4 + at, height: 4, channels: 3, background: '#2D8CF0' } })
    .png()
    .toBuffer();

async function uploaded(client: Client, name: string, bytes: Promise<Buffer> | Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await bytes)]), name);
  const response = await client.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return ((await response.json()) as { result: { id: string } }).result.id;
}

let count = 0;
const save = (more: object): Promise<Answer<number>> => {
  count += 1;
  const row = { productName: '带图产品', productCode: `P-${count}`, model: 'M', devicesTypeId: typeId };
  return admin.post<number>('DeviceProduct/CreateOrEdit', { ...row, ...more });
};
const picturesOf = async (id: number): Promise<unknown> =>
  (await admin.get<{ deviceProduct: { pictures: unknown } }>('DeviceProduct/GetDeviceProductForEdit', { id })).result
    .deviceProduct.pictures;
const problemOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  ...(error?.validationErrors ?? []).flatMap(({ members, message }) => [...members, message]),
];

test('random lists come back in their order; the same again is one', async () => {
  const draw = drawFrom(9);
  const { result: id } = await save({});
  expect(await picturesOf(id)).toEqual([]);
  for (let turn = 0; turn < 20; turn += 1) {
    const pool = [...own];
    const chosen = Array.from({ length: draw(most + 1) }, () => pool.splice(draw(pool.length), 1)[0] ?? '');
    expect((await save({ id, pictures: [...chosen, ...chosen.slice(0, 2)] })).status).toBe(200);
    expect(await picturesOf(id)).toEqual(chosen);
  }
});

test('the tenth file is refused at the field', async () => {
  expect((await save({ pictures: own.slice(0, most) })).status).toBe(200);
  expect(problemOf(await save({ pictures: own }))).toEqual([400, 'pictures', `更多图片最多 ${most} 个文件`]);
});

test('a file of another tenant, an unknown, a removed and a wrong one are refused, and nothing is written', async () => {
  const foreign = await uploaded(await app.as('admin', 'Beta'), 'a.png', picture(1));
  const removed = await uploaded(admin, 'a.png', picture(1));
  await app.query('Alpha', 'update stored_file set is_deleted = true where tenant_id = $1 and guid = $2', [removed]);
  const text = await uploaded(admin, 'a.txt', Buffer.from('<script>1</script>'));
  const { result: id } = await save({ pictures: own.slice(0, 2) });
  for (const wrong of [foreign, removed, '00000000-0000-4000-8000-000000000000', 'x', 7])
    expect(problemOf(await save({ id, pictures: [own[0], wrong] }))).toEqual([
      400,
      'pictures',
      '更多图片不是已上传的文件，请重新上传',
    ]);
  expect(problemOf(await save({ id, pictures: [own[0], text] }))).toEqual([400, 'pictures', '更多图片只能是图片']);
  expect(problemOf(await save({ id, picture: text }))).toEqual([400, 'picture', '图片只能是图片']);
  expect((await save({ id, manualFile: text })).status).toBe(200);
  expect(await picturesOf(id)).toEqual(own.slice(0, 2));
});

test('an unchanged list is saved though a file of it is gone', async () => {
  const fleeting = await uploaded(admin, 'a.png', picture(1));
  const { result: id } = await save({ pictures: [own[0], fleeting] });
  await app.query('Alpha', 'update stored_file set is_deleted = true where tenant_id = $1 and guid = $2', [fleeting]);
  expect((await save({ id, pictures: [own[0], fleeting], brand: '康脉' })).status).toBe(200);
  expect((await save({ id, pictures: [own[0]] })).status).toBe(200);
  expect(await picturesOf(id)).toEqual([own[0]]);
});
