import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Uploaded {
  readonly result: {
    readonly id: string;
    readonly url: string;
    readonly fileName: string;
    readonly fileType: string;
    readonly size: number;
  } | null;
  readonly error: { readonly reason: string } | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100, 7)]);

async function upload(
  client: Client,
  file: { readonly name: string; readonly bytes: Buffer; readonly field?: string },
  fields: Record<string, string> = {},
): Promise<Uploaded & { readonly status: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(file.field ?? 'file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const response = await client.fetch('/apis/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return { status: response.status, ...((await response.json()) as Uploaded) };
}

test('a file comes back as it went, as an attachment of its stored type, to users of its tenant only', async () => {
  const [doctor, other] = [await app.as('doctor', 'Alpha'), await app.as('admin', 'Beta')];
  const { status, result } = await upload(
    doctor,
    { name: '../../头像.png', bytes: png, field: 'f' },
    { fileUse: 'whatever' },
  );
  expect([status, result?.fileName, result?.fileType, result?.size]).toEqual([
    200,
    '头像.png',
    'image/png',
    png.length,
  ]);
  const url = result?.url ?? '';
  const answer = await doctor.fetch(`${url}&contentType=text/html`);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('头像.png')}`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect((await other.get(url)).status).toBe(404);
  expect((await app.visitor('Alpha').get(url)).status).toBe(401);
  expect((await app.visitor('Alpha').get(`${url}&enc_auth_token=x`)).status).toBe(401);
  for (const id of ['', 'x', '1', '00000000-0000-0000-0000-000000000000'])
    expect((await doctor.get('/File/DownloadBinaryFile', { id })).status).toBe(404);
});

test('what is too large, of a strange kind, or no file is refused with a sentence', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const most = Buffer.concat([png, Buffer.alloc(2_097_151 - png.length)]);
  expect((await upload(doctor, { name: 'a.png', bytes: most })).status).toBe(200);
  expect(await upload(doctor, { name: 'a.png', bytes: Buffer.concat([most, Buffer.alloc(1)]) })).toMatchObject({
    status: 413,
    error: { reason: 'upload.too-large' },
  });
  for (const [path, megabytes] of [
    ['/UpLoad/UpLoadFile2', 2],
    ['/UpLoad/UpLoadSheet', 20],
  ] as const) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(megabytes * 1_048_576 + 1)]), 'a.png');
    const refused = (await (await doctor.fetch(path, { method: 'POST', body: form })).json()) as {
      readonly error: { readonly message: string };
    };
    expect(refused.error.message).toBe(`文件大小不能超过${megabytes}MB`);
  }
  for (const [name, bytes] of [
    ['a.html', Buffer.from('<script>1</script>')],
    ['a.png', Buffer.from('<svg onload=1>')],
    ['a.exe', Buffer.from('MZ')],
    ['png', png],
    ['a.txt', Buffer.from([1, 0, 255])],
  ] as const) {
    expect(await upload(doctor, { name, bytes }), name).toMatchObject({
      status: 400,
      error: { reason: 'upload.bad-type' },
    });
  }
  expect(await upload(doctor, { name: 'a.png', bytes: Buffer.alloc(0) })).toMatchObject({
    status: 400,
    error: { reason: 'upload.missing' },
  });
  expect((await doctor.post('/UpLoad/UpLoadFile2', {})).error?.reason).toBe('upload.missing');
  expect((await upload(app.visitor('Alpha'), { name: 'a.png', bytes: png })).status).toBe(401);
});

test('a file about a person is seen by those who see the person, and the reading is recorded', async () => {
  const [admin, nurse] = [await app.as('admin', 'Alpha'), await app.as('nurse', 'Alpha')];
  const tenantId = app.tenants.Alpha;
  expect(await upload(admin, { name: 'a.png', bytes: png }, { ['client_id']: '424242' })).toMatchObject({
    status: 400,
    error: { reason: 'validation.failed' },
  });
  const id = await (await Samples.of(app, 'Alpha')).idOf('client');
  const { result } = await upload(admin, { name: 'report.png', bytes: png }, { ['client_id']: String(id) });
  expect((await admin.get(result?.url ?? '')).status).toBe(200);
  expect((await nurse.get(result?.url ?? '')).status).toBe(404);
  const rows = await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.query<{ action: string }>('select action from sensitive_access_log where tenant_id = $1 and client_id = $2', [
      tenantId,
      id,
    ]),
  );
  expect(rows).toEqual([{ action: 'download' }]);
});

test('a picture of a row is a file that its tenant has uploaded', async () => {
  const [admin, other] = [await app.as('admin', 'Alpha'), await app.as('admin', 'Beta')];
  const [own, foreign] = [
    (await upload(admin, { name: 'a.png', bytes: png })).result?.id,
    (await upload(other, { name: 'a.png', bytes: png })).result?.id,
  ];
  const saveType = (more: object): ReturnType<Client['post']> =>
    admin.post('DevicesType/CreateOrEdit', {
      typeName: '带图',
      typeCode: 'pictured',
      category: 'wearable',
      measures: ['sos'],
      ...more,
    });
  const refused = {
    status: 400,
    error: { validationErrors: [{ members: ['picture'], message: '图片不是已上传的文件' }] },
  };
  expect(await saveType({ picture: foreign })).toMatchObject(refused);
  expect(await saveType({ picture: '00000000-0000-4000-8000-000000000000' })).toMatchObject(refused);
  const { result: id } = await saveType({ picture: own });
  const shown = await admin.get<{ devicesType: { picture: string } }>('DevicesType/GetDevicesTypeForEdit', {
    Id: Number(id),
  });
  expect(shown.result.devicesType.picture).toBe(own);
  expect((await admin.get(`/File/DownloadBinaryFile?id=${shown.result.devicesType.picture}`)).status).toBe(200);
});
