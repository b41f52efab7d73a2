import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, settled, sheetOf, upload, type Line } from '@kangmai/testkit/importing';

interface DoorBatch {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly totalRows: number;
  readonly validRows: number;
  readonly errorRows: number;
  readonly importedRows: number;
  readonly canRollback: boolean;
}

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

async function uploaded(lines: readonly Line[], kind = 'client'): Promise<number> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('f', new Blob([new Uint8Array(await sheetOf(lines))]), '客户.xlsx');
  const path = '/api/services/app/ClientImport/Upload';
  const answer = await admin.fetch(path, { method: 'POST', body: form });
  const { id } = (await answer.json()) as { id: number };
  await settled(admin, id);
  return id;
}

const listed = async (query: Readonly<Record<string, string>> = {}): Promise<readonly DoorBatch[]> =>
  ((await admin.get('ClientImport/GetPagedAll', query)).body as { items: readonly DoorBatch[] }).items;

test('a file is imported through the door: bare answers, its words for kinds and states', async () => {
  const batchId = await uploaded([person(700), person(701, { 性别: '不明' }), person(702, { 手机号: '1' })]);
  expect((await listed())[0]).toMatchObject({ id: batchId, kind: 'client', state: 'checked', errorRows: 2 });
  const rows = (await admin.get('ClientImport/GetRows', { batchId, resultFilter: 'wrong' })).body as {
    totalCount: number;
    items: readonly { row: number; rowVersion: number }[];
  };
  expect(rows).toMatchObject({ totalCount: 2, items: [{ row: 3 }, { row: 4 }] });
  const saved = await admin.post('ClientImport/SaveRow', { batchId, row: 3, values: { gender: '男' }, rowVersion: 0 });
  expect(saved.body).toMatchObject({ item: { result: 'good' }, problemRows: 1 });
  const file = (await admin.get('ClientImport/GetErrorsToExcel', { batchId })).body as { fileToken: string };
  const book = new Excel.Workbook();
  const bytes = await (await admin.fetch(`/File/DownloadTempFile?fileToken=${file.fileToken}`)).arrayBuffer();
  await book.xlsx.load(bytes);
  const [sheet] = book.worksheets;
  expect([sheet?.rowCount, sheet?.getRow(1).getCell(8).value]).toEqual([2, '原因']);
  expect(sheet?.getRow(2).getCell(8).text).toContain('手机号');
  expect((await admin.post('ClientImport/Confirm', { batchId, onDuplicate: 'skip' })).status).toBe(200);
  await settled(admin, batchId);
  expect(await listed({ stateFilter: 'done' })).toMatchObject([{ id: batchId, importedRows: 2, canRollback: true }]);
  expect((await admin.post('ClientImport/Rollback', { batchId })).status).toBe(200);
  await settled(admin, batchId);
  expect(await listed({ kindFilter: 'client' })).toMatchObject([{ id: batchId, state: 'rolledback' }]);
});

test.each([
  ['of other columns', () => sheetOf([{ 商品: '血压计', 数量: 3 }]), '缺少必填列：姓名'],
  ['that is no workbook', () => Promise.resolve(Buffer.from('姓名,性别')), '请用模板填写后上传'],
])('a file %s is refused at once, and nothing is stored', async (_what, bytes, words) => {
  const batches = () => app.query('Alpha', 'select id from import_batch where tenant_id = $1');
  const before = await batches();
  const fileToken = await upload(admin, await bytes());
  const answer = await admin.post('ClientImport/Upload', { kind: 'client', fileToken });
  expect([answer.status, answer.error?.message]).toEqual([400, expect.stringContaining(words)]);
  expect(await batches()).toEqual(before);
});

test('rows that exist are asked about', async () => {
  const first = await uploaded([person(710)]);
  await admin.post('ClientImport/Confirm', { batchId: first });
  await settled(admin, first);
  const batchId = await uploaded([person(710), person(711)]);
  const asked = await admin.post('ClientImport/Confirm', { batchId });
  expect([asked.status, asked.error?.reason]).toEqual([400, 'import.ask']);
  await admin.post('ClientImport/Confirm', { batchId, onDuplicate: 'update' });
  expect(await settled(admin, batchId)).toMatchObject({ state: 'done', writtenRows: 2 });
});

test('kinds without a resource are refused in words, and one of several is to be chosen', async () => {
  const history = await admin.get('ClientImport/GetTemplate', { kind: 'history' });
  expect(history.error).toMatchObject({ reason: 'import.kind-unsupported' });
  expect(history.error?.message).toContain('暂不支持导入健康史');
  expect((await admin.get('ClientImport/GetTemplate', { kind: 'measurement' })).error?.reason).toBe('import.kind-of');
  const chosen = await admin.get('ClientImport/GetTemplate', { kind: 'measurement', resource: 'heartRateReading' });
  expect(chosen.body).toMatchObject({ fileToken: expect.any(String) as string });
});

test('somebody else, and who may not import, finds nothing', async () => {
  const batchId = await uploaded([person(720)]);
  const beta = await app.as('admin', 'Beta');
  expect((await beta.get('ClientImport/GetRows', { batchId })).status).toBe(404);
  expect((await beta.post('ClientImport/Rollback', { batchId })).status).toBe(404);
  const doctor = await app.as('doctor', 'Alpha');
  expect((await doctor.get('ClientImport/GetPagedAll')).status).toBe(403);
  const fileToken = await upload(admin, await sheetOf([person(721)]));
  expect((await doctor.post('ClientImport/Upload', { kind: 'client', fileToken })).status).toBe(403);
});
