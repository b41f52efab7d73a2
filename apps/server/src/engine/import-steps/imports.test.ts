import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmed, imported, person, problemsOf, settled, sheetOf, upload } from '@kangmai/testkit/importing';
import type { JobPayload } from '../../platform/jobs.ts';
import { importQueues } from './import-work.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const clientCount = async (client: Client): Promise<number> =>
  (await client.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount;

describe('devices', () => {
  test('one that the host has not allocated is refused at its number, with what to do', async () => {
    const products =
      await admin.get<readonly { productName: string; devicesTypeId: number }[]>('DeviceProduct/GetList');
    const types = await admin.get<readonly { id: number; typeName: string }[]>('DevicesType/getDevicesTypeList');
    const [product] = products.result;
    const batch = await imported(admin, 'Devices', [
      {
        设备IMEI: '869081000000017',
        设备类型: types.result.find(({ id }) => id === product?.devicesTypeId)?.typeName ?? '',
        产品型号: product?.productName ?? '',
      },
    ]);
    expect(batch).toMatchObject({ totalRows: 1, validRows: 0, problemRows: 1 });
    expect(await problemsOf(admin, batch)).toMatchObject([
      {
        line: 2,
        column: '设备IMEI',
        problem: '平台未将该设备IMEI分配给本机构，也没有与之相符的验证码，请核对验证码或联系平台',
        suggestion: expect.stringContaining('请联系平台分配后重新导入') as string,
      },
    ]);
    const english = await admin.get<{ items: readonly object[] }>('Imports/GetProblems', {
      id: batch.id,
      culture: 'en',
    });
    expect(english.result.items).toMatchObject([
      {
        column: 'IMEI',
        problem: expect.stringContaining('has not allocated this IMEI') as string,
        suggestion: expect.stringContaining('ask the platform to allocate it') as string,
      },
    ]);
  });
});

test('a template in English has its explanations in English', async () => {
  const { result } = await admin.get<{ fileToken: string }>('Device_binds/GetImportTemplate', { culture: 'en' });
  const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${result.fileToken}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  const notes = JSON.stringify(book.getWorksheet('Notes')?.getSheetValues());
  expect(notes).toContain('Required when the binding began more than 72 hours ago');
  expect(notes).not.toMatch(/[\u4e00-\u9fff]/);
});

describe('clients', () => {
  test('the template has the columns with what there is to choose from, and an example that is not imported', async () => {
    const { result } = await admin.get<{ fileToken: string; fileName: string }>('C_client/GetImportTemplate');
    const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${result.fileToken}`);
    const book = new Excel.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    const [sheet] = book.worksheets;
    const titles = ((sheet?.getRow(1).values ?? []) as string[]).slice(1);
    expect(titles).toContain('姓名*');
    const sex = titles.indexOf('性别*') + 1;
    expect(sheet?.getRow(2).getCell(sex).value).toBeTruthy();
    expect(sheet?.getRow(5).getCell(sex).dataValidation.type).toBe('list');
    const again = await admin.post<{ id: number }>('C_client/ImportFromExcel', {
      fileToken: await upload(admin, Buffer.from(await book.xlsx.writeBuffer())),
    });
    expect(await settled(admin, again.result.id)).toMatchObject({ state: 'checked', totalRows: 0, problemRows: 0 });
  });

  test('what is wrong is told by row and column, and nothing is written before it is confirmed', async () => {
    const before = await clientCount(admin);
    const batch = await imported(admin, 'C_client', [
      person(1),
      person(2, { 性别: '不明白' }),
      person(3, { 手机号: '123' }),
      person(4, { 姓名: '' }),
      person(1, { 姓名: '又一位' }),
      person(5, { 备用列: 'x' }),
      person(6, { 现住址区划: '浙江省 杭州市 西湖区' }),
      person(7, { 现住址区划: '西湖区' }),
    ]);
    expect(batch).toMatchObject({
      state: 'checked',
      totalRows: 8,
      validRows: 3,
      problemRows: 5,
      unknownColumns: ['备用列'],
    });
    const problems = await problemsOf(admin, batch);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, '性别'],
      [4, '手机号'],
      [5, '姓名'],
      [6, '证件号码'],
      [9, '现住址区划'],
    ]);
    expect(problems[4]).toMatchObject({
      problem: '现住址区划不是有效的行政区划，请重新选择',
      suggestion: expect.stringContaining('浙江省 杭州市 西湖区') as string,
    });
    expect(problems[1]?.suggestion).toContain('11 位');
    expect(await clientCount(admin)).toBe(before);
    const refused = await admin.post('Imports/Confirm', { id: batch.id });
    expect([refused.status, refused.error?.reason]).toEqual([400, 'import.has-problems']);
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 3 });
    expect(await clientCount(admin)).toBe(before + 3);
  });

  test('rows that a rule of the save refuses stay out with their reasons, the others go in', async () => {
    const before = await clientCount(admin);
    const dead = person(11, { 管理状态: '死亡' });
    const batch = await imported(admin, 'C_client', [person(10), dead, person(12)]);
    expect(batch).toMatchObject({ state: 'checked', validRows: 2, problemRows: 1 });
    const problems = await problemsOf(admin, batch);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, '状态原因'],
      [3, '状态日期'],
    ]);
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 2 });
    expect(await problemsOf(admin, batch)).toEqual(problems);
    expect(await clientCount(admin)).toBe(before + 2);
  });

  test('who exists is passed over or brought up to date, and can be taken back', async () => {
    const first = await confirmed(admin, await imported(admin, 'C_client', [person(20), person(21)]));
    expect(first).toMatchObject({ state: 'done', writtenRows: 2 });
    const second = await imported(admin, 'C_client', [person(20, { 姓名: '改过名' }), person(22)]);
    expect(second).toMatchObject({ validRows: 1, duplicateRows: 1, problemRows: 0 });
    const count = await clientCount(admin);
    expect(await confirmed(admin, second, { onDuplicate: 'update' })).toMatchObject({
      state: 'done',
      writtenRows: 2,
      canUndo: true,
    });
    const countNamed = async (name: string): Promise<number> =>
      (await admin.get<{ totalCount: number }>('C_client/GetPagedAll', { nameFilter: name })).result.totalCount;
    expect([await countNamed('改过名'), await clientCount(admin)]).toEqual([1, count + 1]);
    await admin.post('Imports/Undo', { id: second.id });
    expect(await settled(admin, second.id)).toMatchObject({ state: 'undone' });
    expect([await countNamed('改过名'), await countNamed('导入20'), await clientCount(admin)]).toEqual([0, 1, count]);
  });

  test('an import is written whole or not at all', async () => {
    const batch = await imported(admin, 'C_client', [person(40), person(41), person(42)]);
    const twin = await imported(admin, 'C_client', [person(41)]);
    await confirmed(admin, twin);
    const before = await clientCount(admin);
    expect(await confirmed(admin, batch)).toMatchObject({ state: 'failed', failureReason: 'import.changed' });
    expect(await clientCount(admin)).toBe(before);
  });

  test('rows that were changed since are not taken back', async () => {
    const batch = await confirmed(admin, await imported(admin, 'C_client', [person(60)]));
    const { result } = await admin.get<{ items: readonly { id: number }[] }>('C_client/GetPagedAll', {
      nameFilter: '导入60',
    });
    await admin.post('C_client/CreateOrEdit', { id: result.items[0]?.id, workUnit: '邮局' });
    await admin.post('Imports/Undo', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({ state: 'done', failureReason: 'import.touched-since' });
  });

  test('somebody else sees nothing of a batch, and an upload serves its owner once', async () => {
    const batch = await imported(admin, 'C_client', [person(80)]);
    for (const stranger of [await app.as('admin', 'Beta'), await app.as('manager', 'Alpha')]) {
      expect((await stranger.get('Imports/Get', { id: batch.id })).status).toBe(404);
      expect((await stranger.post('Imports/Confirm', { id: batch.id })).status).toBe(404);
    }
    const fileToken = await upload(admin, await sheetOf([person(81)]));
    const beta = await app.as('admin', 'Beta');
    expect((await beta.post('C_client/ImportFromExcel', { fileToken })).error?.reason).toBe('import.file-gone');
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.post('DeviceProduct/ImportFromExcel', { fileToken })).status).toBe(403);
  });
});

test('who lacks the right to import has none of its calls, though he may create clients', async () => {
  const doctor = await app.as('doctor', 'Alpha');
  const fileToken = await upload(doctor, await sheetOf([person(90)]));
  const calls = [
    doctor.get('C_client/GetImportTemplate'),
    doctor.get('C_client/GetImports'),
    doctor.post('C_client/ImportFromExcel', { fileToken }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403]);
});

test('a right that is taken away stops the import that waits', async () => {
  const batch = await imported(admin, 'C_client', [person(95)]);
  const owner = new Database({ connectionString: app.urls.migrator });
  await owner.connect();
  const permission = 'Pages.CustomerManage.Clients.Import';
  const { rows } = await owner.query<{ role: number }>(
    'delete from role_permission where tenant_id = $1 and permission = $2 returning role_id as role',
    [app.tenants.Alpha, permission],
  );
  const mayList = async (): Promise<number> => (await admin.get('C_client/GetImports')).status;
  await expect.poll(mayList).toBe(403);
  expect((await admin.post('Imports/Confirm', { id: batch.id })).status).toBe(403);
  for (const { role } of rows)
    await owner.query('insert into role_permission (tenant_id, role_id, permission) values ($1, $2, $3)', [
      app.tenants.Alpha,
      role,
      permission,
    ]);
  await owner.end();
  await expect.poll(mayList).toBe(200);
  expect(await confirmed(admin, batch)).toMatchObject({ state: 'done' });
});

test.each([
  ['text', Buffer.from('姓名,性别')],
  ['empty', await sheetOf([])],
])('a file that holds no rows is refused: %s', async (name, bytes) => {
  const { status, error } = await admin.post('C_client/ImportFromExcel', { fileToken: await upload(admin, bytes) });
  expect(status).toBe(400);
  expect(error?.message).toMatch(/[\u4e00-\u9fff]/);
});

test('a step that a server left undone is gone on with, in the name of its user', async () => {
  const batch = await imported(admin, 'C_client', [person(200)]);
  const owner = new Database({ connectionString: app.urls.migrator });
  await owner.connect();
  const setState = (ago: string) =>
    owner.query(
      "update import_batch set state = 'checking', total_rows = 0, beat_at = now() - $2::interval where id = $1",
      [batch.id, ago],
    );
  const jobs = new Map(app.server.modules.flatMap((module) => module.jobs ?? []).map((job) => [job.queue, job]));
  const sent: JobPayload[] = [];
  const run = async (queue: string, payload: JobPayload): Promise<void> => {
    await jobs.get(queue)?.run({
      payload,
      inTenant: (work) => app.server.services.database.withTenant(payload.tenantId, work),
      send: async (next, content) => {
        sent.push(content);
        await run(next, content);
      },
    });
  };
  await setState('10 seconds');
  await run(importQueues.resume, { tenantId: 0, userId: null });
  expect(sent).toEqual([]);
  await setState('5 minutes');
  await run(importQueues.resume, { tenantId: 0, userId: null });
  await owner.end();
  expect(sent).toMatchObject([{ tenantId: app.tenants.Alpha, workId: batch.id }]);
  expect(await settled(admin, batch.id)).toMatchObject({ state: 'checked', totalRows: 1 });
});

test('lists of other origin call a column 手机号码', async () => {
  const { 手机号: phone, ...rest } = person(9);
  const batch = await imported(admin, 'C_client', [{ ...rest, 手机号码: phone ?? '' }]);
  expect(batch).toMatchObject({ state: 'checked', validRows: 1, unknownColumns: [] });
});

test('a missing column that must be filled is named', async () => {
  const fileToken = await upload(admin, await sheetOf([{ 姓名: '甲' }]));
  const { status, error } = await admin.post('C_client/ImportFromExcel', { fileToken });
  expect([status, error?.reason]).toEqual([400, 'import.missing-columns']);
  expect(error?.message).toContain('手机号');
});

test('readings are judged as if entered by hand and stand under their person', async () => {
  await confirmed(admin, await imported(admin, 'C_client', [person(100)]));
  const line = { 客户: 'IMP10100', 测量时间: '2026-01-05 08:00', '收缩压 (mmHg)': 152, '舒张压 (mmHg)': 95 };
  const batch = await imported(admin, 'Watch_bps', [line, { ...line, 客户: '没有这个人' }]);
  expect(batch).toMatchObject({ validRows: 1, problemRows: 1 });
  expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 1 });
  const { result } = await admin.get<{
    items: readonly { watch_bp: { high: number; deviceType: number; isAbnormal: number } }[];
  }>('Watch_bps/GetAll', { MinhighFilter: 152, MaxhighFilter: 152 });
  expect(result.items.map(({ watch_bp }) => [watch_bp.high, watch_bp.deviceType, watch_bp.isAbnormal])).toEqual([
    [152, 5, 1],
  ]);
  expect(await imported(admin, 'Watch_bps', [line])).toMatchObject({ problemRows: 1 });
});
