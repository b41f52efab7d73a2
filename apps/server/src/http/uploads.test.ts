import { createHash } from 'node:crypto';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import sharp from 'sharp';
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
let png: Buffer;
beforeAll(async () => {
  app = await startApp();
  png = await blank(8, 6).png().toBuffer();
});
afterAll(() => app.close());

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2D8CF0' } });

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
  expect([status, result?.fileName, result?.fileType]).toEqual([200, '头像.png', 'image/png']);
  const url = result?.url ?? '';
  const answer = await doctor.fetch(`${url}&contentType=text/html`);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('头像.png')}`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const served = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(served).metadata()).toMatchObject({ format: 'png', width: 8, height: 6 });
  expect(result).toMatchObject({
    size: served.length,
    contentType: 'image/png',
    thumbUrl: `${url}&thumb=true`,
    sha256: createHash('sha256').update(served).digest('hex'),
  });
  expect((await other.get(url)).status).toBe(404);
  expect((await app.visitor('Alpha').get(url)).status).toBe(401);
  expect((await app.visitor('Alpha').get(`${url}&enc_auth_token=x`)).status).toBe(401);
  for (const id of ['', 'x', '1', '00000000-0000-0000-0000-000000000000'])
    expect((await doctor.get('/File/DownloadBinaryFile', { id })).status).toBe(404);
});

test('what is too large, of a strange kind, or no file is refused with a sentence', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const most = Buffer.concat([png, Buffer.alloc(2_097_151 - png.length)]);
  const more = Buffer.concat([most, Buffer.alloc(1)]);
  for (const fileUse of ['chat', 'avatar']) {
    expect((await upload(doctor, { name: 'a.png', bytes: most }, { fileUse })).status).toBe(200);
    expect(await upload(doctor, { name: 'a.png', bytes: more }, { fileUse })).toMatchObject({
      status: 413,
      error: { reason: 'upload.too-large' },
    });
  }
  expect((await upload(doctor, { name: 'a.png', bytes: more }, { fileUse: 'report' })).status).toBe(200);
  for (const [path, megabytes, fileUse] of [
    ['/UpLoad/UpLoadFile2', 2, 'chat'],
    ['/UpLoad/UpLoadFile2', 20, 'other'],
    ['/UpLoad/UpLoadSheet', 20, 'other'],
  ] as const) {
    const form = new FormData();
    form.append('fileUse', fileUse);
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
    ['a.png', Buffer.from('MZ')],
    // The first bytes are those of a picture, the rest is none.
    ['a.png', Buffer.concat([png.subarray(0, 8), Buffer.from('<script>1</script>')])],
    ['a.png', png.subarray(0, png.length - 20)],
    ['a.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')])],
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
    error: { validationErrors: [{ members: ['picture'], message: '图片不是已上传的文件，请重新上传' }] },
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

test('pictures come upright and without position data, and have a small one', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '31/1 13/1 51/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '121/1 28/1 12/1',
  };
  const taken = await blank(900, 600)
    .withExif({ IFD0: { Make: 'Kangmai camera' }, IFD3: place })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const camera = await sharp(taken).metadata();
  const gpsTag = Buffer.from([0x25, 0x88]);
  expect([camera.exif?.includes('Kangmai camera'), camera.exif?.includes(gpsTag), camera.orientation]).toEqual([
    true,
    true,
    6,
  ]);
  const { result } = await upload(doctor, { name: '现场.jpg', bytes: taken }, { fileUse: 'goods' });
  const served = await doctor.fetch(result?.url ?? '');
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(served.headers.get('cache-control')).toBe('private, no-store');
  const { exif, orientation, width, height } = await sharp(bytes).metadata();
  expect([exif, orientation, width, height]).toEqual([undefined, undefined, 600, 900]);
  expect(bytes.includes('Exif') || bytes.includes('Kangmai camera')).toBe(false);
  const thumb = await doctor.fetch(`${result?.url}&thumb=true`);
  expect([thumb.headers.get('content-type'), thumb.headers.get('cache-control')]).toEqual([
    'image/webp',
    'private, max-age=86400',
  ]);
  const small = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
  expect([small.exif, small.width, small.height]).toEqual([undefined, 213, 320]);
  const other = await app.as('admin', 'Beta');
  expect((await other.fetch(`${result?.url}&thumb=true`)).status).toBe(404);
});

test('a picture that unpacks to too much is refused before it is unpacked', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000000' } })
    .png({ palette: true, colours: 2 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => upload(doctor, { name: 'a.png', bytes: bomb }, { fileUse: 'report' })),
  );
  expect(answers.map(({ status, error }) => [status, error?.reason])).toEqual(
    Array.from({ length: 8 }, () => [400, 'upload.too-many-pixels']),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});
