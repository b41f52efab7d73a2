import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import Excel from 'exceljs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Batch, confirmed, problemsOf, settled, upload } from '@kangmai/testkit/importing';
import { good, order, orderItem, orderModel, withOrders } from './orders.ts';

let app: TestApp;
let admin: Client;
let goods: readonly number[];

beforeAll(async () => {
  app = await startApp({ model: orderModel, areas: withOrders });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  for (const resource of [good, order, orderItem]) await client.query(draftTable(resource, orderModel));
  await client.end();
  admin = (await addUser(app, 'Alpha', { userName: 'order.keeper', dataScope: 'all', allPermissions: true })).client;
  const made = [10, 0.5].map((price, at) => admin.post<number>('TestGoods/CreateOrEdit', { title: `货${at}`, price }));
  goods = (await Promise.all(made)).map(({ result }) => result);
});
afterAll(() => app.close());

type Rows = readonly (readonly unknown[])[];
type Sheets = Readonly<Record<string, Rows>>;

async function bookOf(sheets: Sheets): Promise<Buffer> {
  const book = new Excel.Workbook();
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows.map((row) => [...row]));
  return Buffer.from(await book.xlsx.writeBuffer());
}
async function fileBehind(path: string, query: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const { result, text } = await admin.get<{ fileToken: string } | null>(path, query);
  expect(result?.fileToken, text).toBeTruthy();
  const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result?.fileToken ?? '')}`);
  return Buffer.from(await file.arrayBuffer());
}
async function checked(bytes: Buffer, service = 'TestOrders'): Promise<Batch> {
  const fileToken = await upload(admin, bytes);
  const { result, text } = await admin.post<{ id: number }>(`${service}/ImportFromExcel`, { fileToken });
  expect(result?.id, text).toBeGreaterThan(0);
  return settled(admin, result.id);
}
interface Item {
  readonly id: number;
  readonly quantity: number;
  readonly price: number;
  readonly note: string | null;
}
interface Order {
  readonly id: number;
  readonly title: string;
  readonly total: number;
  readonly items: readonly Item[];
}
const save = async (body: object): Promise<number> => {
  const { result, text } = await admin.post<number>('TestOrders/CreateOrEdit', body as never);
  expect(result, text).toBeGreaterThan(0);
  return result;
};
async function ordersCalled(title: string): Promise<readonly Order[]> {
  const { result } = await admin.get<{ items: readonly { id: number }[] }>('TestOrders/GetAll', {
    titleFilter: title,
    Sorting: 'id',
  });
  return Promise.all(
    result.items.map(async ({ id }) => (await admin.get<Order>('TestOrders/GetTestOrderForEdit', { id })).result),
  );
}
// Imports of the made-up orders run without their code, which writes prices.
const contents = (orders: readonly Order[]): readonly unknown[] =>
  orders.map(({ title, items }) => [title, items.map(({ id: _id, price: _price, ...rest }) => rest)]);
const heads = ['单据', '行号', '商品', '数量', '备注'];

test('an exported file is imported as it is, and taken back with its lines', async () => {
  for (const [at, title] of ['往返甲', '=往返乙'].entries())
    await save({
      title,
      items: [0, 1, 0].map((each, place) => ({
        gooD_ID: goods[each],
        quantity: 1 + place + at,
        note: place === 1 ? '=1+1' : null,
      })),
    });
  const before = await ordersCalled('往返');
  const batch = await checked(await fileBehind('TestOrders/GetTestOrdersToExcel', { titleFilter: '往返' }));
  expect([batch.state, batch.validRows, batch.problemRows, batch.failureText]).toEqual(['checked', 2, 0, null]);
  const done = await confirmed(admin, batch);
  expect([done.state, done.writtenRows]).toEqual(['done', 2]);
  const after = await ordersCalled('往返');
  const sorted = (orders: readonly Order[]): readonly string[] =>
    contents(orders)
      .map((one) => JSON.stringify(one))
      .toSorted((one, other) => one.localeCompare(other));
  expect(sorted(after)).toEqual(sorted([...before, ...before]));
  expect((await admin.post('Imports/Undo', { id: batch.id })).status).toBe(200);
  expect((await settled(admin, batch.id)).state).toBe('undone');
  expect(await ordersCalled('往返')).toEqual(before);
  const left = await app.query<{ count: number }>(
    'Alpha',
    'select count(*) as count from test_order_item i join test_order o on o.tenant_id = i.tenant_id and o.id = i.order_id where i.tenant_id = $1 and o.is_deleted and not i.is_deleted',
  );
  expect(Number(left[0]?.count)).toBe(0);
});

test('problems are named by the sheet and its row, and nothing is written', async () => {
  const batch = await checked(
    await bookOf({
      订单: [['名称'], ['问题单'], ['空单'], ['好单']],
      明细: [
        heads,
        ['好单', 1, '货0', 1, null],
        ['问题单', 1, '货0', 0, null],
        ['问题单', 2, '没有的货', 1, null],
        ['问题单', 3, '货1', 2, '很'.repeat(21)],
      ],
    }),
  );
  expect([batch.state, batch.validRows, batch.problemRows]).toEqual(['checked', 1, 2]);
  const problems = await problemsOf(admin, batch);
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, expect.stringContaining('明细第4行')],
    [2, expect.stringContaining('明细第3行')],
    [2, expect.stringContaining('明细第5行')],
    [3, '明细'],
  ]);
  expect((await admin.post('Imports/Confirm', { id: batch.id })).error?.reason).toBe('import.has-problems');
  expect(await ordersCalled('好单')).toEqual([]);
  await admin.post('Imports/Cancel', { id: batch.id });
});

test('a line of no document, and a document that is named twice, end the check in words', async () => {
  const lost = await checked(
    await bookOf({ 订单: [['名称'], ['甲']], 明细: [heads, ['甲', 1, '货0', 1], ['乙', 1, '货0', 1]] }),
  );
  expect([lost.state, lost.failureText]).toEqual(['failed', '工作表“明细”第 3 行的单据“乙”不在第一张工作表中，请核对']);
  const twice = await checked(await bookOf({ 订单: [['名称'], ['甲'], ['甲']], 明细: [heads, ['甲', 1, '货0', 1]] }));
  expect([twice.state, twice.failureReason]).toEqual(['failed', 'import.document-named-twice']);
  expect(twice.failureText).toContain('第 2 行和第 3 行');
});

test('an update by import replaces the lines, and its undo brings the former ones back', async () => {
  const id = await save({ title: '改单', code: 'K1', items: [{ gooD_ID: goods[0], quantity: 3, note: '原' }] });
  const [before] = await ordersCalled('改单');
  const batch = await checked(
    await bookOf({
      订单: [
        ['名称', '外部单号'],
        ['改单', 'K1'],
      ],
      明细: [heads, ['改单', 1, '货1', 4, null], ['改单', 2, '货1', 6, null]],
    }),
  );
  expect([batch.state, batch.duplicateRows]).toEqual(['checked', 1]);
  await confirmed(admin, batch, { onDuplicate: 'update' });
  const [changed] = await ordersCalled('改单');
  expect([changed?.id, changed?.items.map(({ quantity }) => quantity)]).toEqual([id, [4, 6]]);
  await admin.post('Imports/Undo', { id: batch.id });
  expect((await settled(admin, batch.id)).state).toBe('undone');
  const [after] = await ordersCalled('改单');
  expect(after?.items).toEqual(before?.items.map((each) => ({ ...each, id: expect.any(Number) as number })));
});

test('the template has a sheet for the lines, in both languages, and its examples are left out', async () => {
  for (const culture of ['zh-Hans', 'en']) {
    const book = new Excel.Workbook();
    await book.xlsx.load((await fileBehind('TestOrders/GetImportTemplate', { culture })) as never);
    const sheet = book.getWorksheet(culture === 'en' ? 'Items' : '明细');
    expect(sheet?.getRow(1).cellCount).toBe(6);
    const [first] = book.worksheets;
    first?.addRow([`模板单${culture}`]);
    sheet?.addRow([`模板单${culture}`, 1, '货0', 2]);
    const batch = await checked(Buffer.from(await book.xlsx.writeBuffer()));
    expect([batch.failureText, batch.totalRows, batch.validRows]).toEqual([null, 1, 1]);
  }
});

test('contracts go out and come back with their payments', async () => {
  const { result: user } = await admin.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  const body = {
    name: '往返合同',
    contractType: 'other',
    partyName: '某公司',
    chargeUserId: user.user.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    amount: 30,
  };
  for (const share of [10, 12.5])
    await admin.post('XYJ_Contract/CreateOrEdit', {
      ...body,
      payPlan: [
        { date: '2026-03-01', amount: share, paid: true },
        { date: '2026-09-01', amount: 30 - share },
      ],
    });
  const batch = await checked(
    await fileBehind('XYJ_Contract/GetXYJ_ContractToExcel', { nameFilter: '往返合同' }),
    'XYJ_Contract',
  );
  expect([batch.failureText, batch.duplicateRows, batch.validRows, batch.problemRows]).toEqual([null, 2, 0, 0]);
  expect(await confirmed(admin, batch, { onDuplicate: 'update' })).toMatchObject({ state: 'done', writtenRows: 2 });
  const rows = await app.query<{ amount: string; paid: boolean }>(
    'Alpha',
    "select p.amount, p.is_paid as paid from contract_payment p join contract c on c.tenant_id = p.tenant_id and c.id = p.contract_id where p.tenant_id = $1 and c.name = '往返合同' and not p.is_deleted order by p.amount",
  );
  expect(rows.map(({ amount, paid }) => [Number(amount), paid])).toEqual(
    [10, 12.5, 17.5, 20].map((each) => [each, each < 15]),
  );
});
