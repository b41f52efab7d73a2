import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirmed,
  imported,
  person,
  problemsOf,
  settled,
  sheetBehind,
  type Batch,
  type Line,
} from '@kangmai/testkit/importing';

interface Row {
  readonly row: number;
  readonly rowVersion: number;
  readonly result: string;
  readonly isCorrected: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly { key: string | null; column: string | null; problem: string; suggestion: string }[];
  readonly matched: { id: number; name: string } | null;
}
interface Rows {
  readonly totalCount: number;
  readonly items: readonly Row[];
  readonly columns: readonly { key: string; title: string; isRequired: boolean; options: readonly string[] }[];
  readonly canCorrect: boolean;
}

let app: TestApp;
let admin: Client;
let at = 1000;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

/** Persons of whom nobody else in this file has heard. */
const people = (...more: readonly Line[]): readonly Line[] => more.map((own) => person((at += 1), own));

const rowsOf = async (batch: Pick<Batch, 'id'>, query: object = {}): Promise<Rows> =>
  (await admin.get<Rows>('Imports/GetRows', { id: batch.id, maxResultCount: 100, ...query })).result;
const rowAt = async (batch: Batch, row: number): Promise<Row> => {
  const found = (await rowsOf(batch)).items.find((each) => each.row === row);
  if (!found) throw new Error(`no row ${row}`);
  return found;
};

/** Corrects cells, named by the titles of their columns. */
async function correct(batch: Batch, row: number, cells: Readonly<Record<string, string>>) {
  const { rowVersion } = await rowAt(batch, row);
  const { columns } = await rowsOf(batch);
  const keyOf = (title: string): string => columns.find((column) => column.title === title)?.key ?? title;
  const values = Object.fromEntries(Object.entries(cells).map(([title, cell]) => [keyOf(title), cell]));
  return admin.post<{ item: Row; problemRows: number; validRows: number }>('Imports/SaveRow', {
    id: batch.id,
    row,
    values,
    rowVersion,
  });
}

const countNamed = async (word: string): Promise<number> =>
  (await admin.get<{ totalCount: number }>('C_client/GetPagedAll', { nameFilter: word })).result.totalCount;

test('lines are shown as typed, with their problems at their columns and whom they repeat', async () => {
  const [known] = people({});
  await confirmed(admin, await imported(admin, 'C_client', [known ?? {}]));
  const batch = await imported(admin, 'C_client', [...people({}, { 性别: '不明白' }), known ?? {}]);
  const { columns, items, totalCount, canCorrect } = await rowsOf(batch);
  expect([totalCount, canCorrect, items.map(({ row, result }) => [row, result])]).toEqual([
    3,
    true,
    [
      [2, 'good'],
      [3, 'wrong'],
      [4, 'duplicate'],
    ],
  ]);
  expect(columns.find(({ title }) => title === '性别')).toMatchObject({
    key: 'gender',
    isRequired: true,
    options: expect.arrayContaining(['男', '女']) as string[],
  });
  expect(items[1]?.values).toMatchObject({ gender: '不明白', birthday: '1950-05-05' });
  expect(items[1]?.problems).toMatchObject([{ key: 'gender', column: '性别' }]);
  expect(items[2]?.matched?.name).toBe(known?.['姓名']);
  const wrong = await rowsOf(batch, { resultFilter: 'wrong' });
  expect([wrong.totalCount, wrong.items.map(({ row }) => row)]).toEqual([1, [3]]);
});

describe('a correction', () => {
  test('is checked at once, written by the confirmation and taken back with it', async () => {
    const batch = await imported(admin, 'C_client', people({ 姓名: '改正甲', 性别: '不明白' }, { 姓名: '改正乙' }));
    expect(batch.problemRows).toBe(1);
    const { result, text } = await correct(batch, 2, { 性别: '男', 姓名: '改正丙' });
    expect(result, text).toMatchObject({
      item: { result: 'good', isCorrected: true, rowVersion: 1, problems: [] },
      problemRows: 0,
      validRows: 2,
    });
    expect(await problemsOf(admin, batch)).toEqual([]);
    expect((await rowsOf(batch, { resultFilter: 'corrected' })).totalCount).toBe(1);
    expect(await confirmed(admin, batch)).toMatchObject({ state: 'done', writtenRows: 2 });
    expect(await Promise.all(['改正甲', '改正乙', '改正丙'].map(countNamed))).toEqual([0, 1, 1]);
    await admin.post('Imports/Undo', { id: batch.id });
    expect(await settled(admin, batch.id)).toMatchObject({ state: 'undone' });
    expect(await countNamed('改正')).toBe(0);
  });

  test('that is wrong keeps its problem, in the report and in the file of it too', async () => {
    const batch = await imported(admin, 'C_client', people({ 手机号: '123' }, {}));
    const { result } = await correct(batch, 2, { 手机号: '456' });
    expect(result).toMatchObject({ item: { result: 'wrong' }, problemRows: 1 });
    expect(await problemsOf(admin, batch)).toMatchObject([{ line: 2, column: '手机号' }]);
    await correct(batch, 3, { 手机号: 'abc', 姓名: '' });
    const report = await sheetBehind(admin, 'Imports/GetProblemsToExcel', { id: String(batch.id) });
    expect(report.slice(1).map(([line, column]) => [line, column])).toEqual([
      [2, '手机号'],
      [3, '姓名'],
      [3, '手机号'],
    ]);
    expect(await settled(admin, batch.id)).toMatchObject({ validRows: 0, problemRows: 2 });
    await correct(batch, 3, { 手机号: '13911112222', 姓名: '好了' });
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ writtenRows: 1 });
  });

  test('moves what repeats it, as if the file had been uploaded so', async () => {
    const same = { 证件号码: 'SAME10001' };
    const batch = await imported(admin, 'C_client', people(same, same, same, { 证件号码: 'OTHER10001' }));
    const found = async () => (await rowsOf(batch)).items.map(({ row, result }) => `${row} ${result}`);
    expect(await found()).toEqual(['2 good', '3 wrong', '4 wrong', '5 good']);
    await correct(batch, 2, { 证件号码: 'NEW10001' });
    expect(await found()).toEqual(['2 good', '3 good', '4 wrong', '5 good']);
    expect(await problemsOf(admin, batch)).toMatchObject([{ line: 4, problem: expect.stringContaining('第 3 行') }]);
    await correct(batch, 2, { 证件号码: 'OTHER10001' });
    expect(await found()).toEqual(['2 good', '3 good', '4 wrong', '5 wrong']);
    expect(await confirmed(admin, batch, { leaveOutProblems: true })).toMatchObject({ state: 'done', writtenRows: 2 });
  });

  test('of a line that another one has made meanwhile is refused', async () => {
    const batch = await imported(admin, 'C_client', people({ 性别: '' }));
    const save = (name: string): Promise<Answer<unknown>> =>
      admin.post('Imports/SaveRow', { id: batch.id, row: 2, values: { name }, rowVersion: 0 });
    const answers = await Promise.all([save('先'), save('后')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.error?.reason).toBe('import.line-changed');
    expect((await rowAt(batch, 2)).rowVersion).toBe(1);
  });

  test('names columns of the file', async () => {
    const batch = await imported(admin, 'C_client', people({ 性别: '' }));
    const refused = await correct(batch, 2, { height: '170' });
    expect([refused.status, refused.error?.validationErrors?.[0]?.members]).toEqual([400, ['height']]);
    const none = await admin.post('Imports/SaveRow', { id: batch.id, row: 99, values: {}, rowVersion: 0 });
    expect(none.status).toBe(404);
  });

  test('is for the owner of the batch, and over with its confirmation', async () => {
    const batch = await imported(admin, 'C_client', people({}));
    for (const stranger of [await app.as('admin', 'Beta'), await app.as('manager', 'Alpha')]) {
      expect((await stranger.get('Imports/GetRows', { id: batch.id })).status).toBe(404);
      const save = stranger.post('Imports/SaveRow', { id: batch.id, row: 2, values: { name: '甲' }, rowVersion: 0 });
      expect((await save).status).toBe(404);
    }
    await confirmed(admin, batch);
    const late = await correct(batch, 2, { 姓名: '太晚' });
    expect([late.status, late.error?.reason]).toEqual([400, 'import.not-ready']);
  });
});

test('what lines hold is sealed, and goes with the file', async () => {
  const batch = await imported(admin, 'C_client', people({ 姓名: '藏起来', 证件号码: 'HIDDEN77' }));
  await correct(batch, 2, { 姓名: '还是藏' });
  const owner = new Database({ connectionString: app.urls.migrator });
  await owner.connect();
  const held = async (): Promise<string> => {
    const blocks = await owner.query('select * from import_block where batch_id = $1', [batch.id]);
    const corrections = await owner.query('select * from import_correction where batch_id = $1', [batch.id]);
    return [...blocks.rows, ...corrections.rows]
      .flatMap((row: object) => Object.values(row).flat())
      .map((value: unknown) => (Buffer.isBuffer(value) ? value.toString('utf8') : String(value)))
      .join('\n');
  };
  expect(await held()).not.toBe('');
  expect(await held()).not.toMatch(/藏|HIDDEN77/);
  await owner.query("update import_batch set created_at = now() - interval '31 days' where id = $1", [batch.id]);
  const jobs = app.server.modules.flatMap((module) => module.jobs ?? []);
  const resume = jobs.find(({ queue }) => queue === 'imports-resume');
  await resume?.run({
    payload: { tenantId: 0, userId: null },
    inTenant: (work) => app.server.services.database.withTenant(0, work),
    send: () => Promise.resolve(),
  });
  expect(await held()).toBe('');
  await owner.end();
  expect(await rowsOf(batch)).toMatchObject({ totalCount: 0, items: [], canCorrect: false });
});
