import { type Json, sampleBody } from '@kangmai/resource';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TenancyName, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import Excel from 'exceljs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { good, order, orderItem, orderModel, withOrders } from './orders.ts';
import { type Draw, drawFrom } from './random-machines.ts';

let app: TestApp;
let admin: Client;
let goods: readonly number[];

beforeAll(async () => {
  app = await startApp({ model: orderModel, areas: withOrders });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  for (const resource of [good, order, orderItem]) await client.query(draftTable(resource, orderModel));
  await client.end();
  admin = (await addUser(app, 'Alpha', { userName: 'seller.one', dataScope: 'all', allPermissions: true })).client;
  const made = await Promise.all([10, 0.5, 19.99].map((price, at) => goodOf(admin, `商品${at}`, price)));
  goods = made;
});
afterAll(() => app.close());

interface Item {
  readonly id: number | null;
  readonly [key: string]: Json;
}
interface Order {
  readonly id: number;
  readonly rowVersion: number;
  readonly title: string;
  readonly total: number;
  readonly items: readonly Item[];
}

async function goodOf(by: Client, title: string, price: number): Promise<number> {
  const { result, status } = await by.post<number>('TestGoods/CreateOrEdit', { title, price });
  expect(status).toBe(200);
  return result;
}
const item = (at: number, more: object = {}): object => ({ gooD_ID: goods[at % 3], quantity: 1 + at, ...more });
const save = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('TestOrders/CreateOrEdit', body);
const read = async (id: number, by = admin): Promise<Order> =>
  (await by.get<Order>('TestOrders/GetTestOrderForEdit', { id })).result;
async function made(count: number): Promise<Order> {
  const { result, status, error } = await save({
    title: '订单',
    items: Array.from({ length: count }, (_each, at) => item(at)),
  });
  expect([status, error]).toEqual([200, null]);
  return read(result);
}
const problemsOf = ({ error }: Answer<unknown>): readonly (readonly [string, string])[] =>
  (error?.validationErrors ?? []).map(({ members, message }) => [members[0] ?? '', message]);
async function bookOf(query: Readonly<Record<string, string>>): Promise<Excel.Workbook> {
  const { result } = await admin.get<{ fileToken: string }>('TestOrders/GetTestOrdersToExcel', query);
  const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
  const book = new Excel.Workbook();
  await book.xlsx.load((await file.arrayBuffer()) as never);
  return book;
}
const stored = (id: number, tenancyName: TenancyName = 'Alpha'): Promise<readonly object[]> =>
  app.query(
    tenancyName,
    'select id, place, quantity, is_deleted from test_order_item where tenant_id = $1 and order_id = $2 order by is_deleted, place, id',
    [id],
  ) as Promise<readonly object[]>;

test('a document comes back with its lines in order; what the server writes is not taken from the caller', async () => {
  const { result: id } = await save({
    title: '第一单',
    total: 1,
    items: [item(2, { price: 0.01, note: '急' }), item(0), item(1, { deliveredOn: '2026-11-30' })],
  });
  const one = await read(id);
  expect(one.total).toBe(19.99 * 3 + 10 + 1);
  expect(one.items.map(({ id: lineId, ...rest }) => [typeof lineId, rest])).toEqual([
    ['number', { gooD_ID: goods[2], quantity: 3, price: 19.99, deliveredOn: null, note: '急' }],
    ['number', { gooD_ID: goods[0], quantity: 1, price: 10, deliveredOn: null, note: null }],
    ['number', { gooD_ID: goods[1], quantity: 2, price: 0.5, deliveredOn: '2026-11-30T00:00:00', note: null }],
  ]);
  const { result } = await admin.get<{ items: object[]; sums: object }>('TestOrders/GetAll', { titleFilter: '第一单' });
  expect(result.items[0]).not.toHaveProperty('items');
  expect(result).toMatchObject({ totalCount: 1, items: [{ id, total: 70.97 }], sums: { total: 70.97 } });
});

test('one save adds, changes, moves and removes lines; the others stay as they were', async () => {
  const { id, items } = await made(4);
  const [a, b, c, d] = items;
  await save({ id, items: [d, { ...b, quantity: 99 }, item(0), a] });
  const after = await read(id);
  expect(after.items.map((one) => one.id)).toEqual([d?.id, b?.id, expect.any(Number), a?.id]);
  expect(after.items.map(({ quantity }) => quantity)).toEqual([4, 99, 1, 1]);
  expect(await stored(id)).toMatchObject([
    { id: d?.id, place: 0 },
    { id: b?.id, place: 1, quantity: 99 },
    { place: 2 },
    { id: a?.id, place: 3 },
    { id: c?.id, is_deleted: true },
  ]);
  await save({ id, title: '只改名称' });
  expect((await read(id)).items).toEqual(after.items);
});

test('each problem is named at its place, all together with those of the head, and nothing is written', async () => {
  const { id, items } = await made(2);
  const other = await made(1);
  const wrong = [items[0], { ...items[1], quantity: 0 }, { gooD_ID: 'x', quantity: 1 }, { ...items[0] }, 'x'];
  const refused = await save({ id, title: 'x'.repeat(41), items: wrong });
  expect([
    refused.status,
    problemsOf(refused)
      .map(([place]) => place)
      .toSorted(),
  ]).toEqual([400, ['items[1].quantity', 'items[2].gooD_ID', 'items[3].id', 'items[4]', 'title']]);
  expect(new Map(problemsOf(refused)).get('items[1].quantity')).toBe('明细第2行 数量应在 1 到 999 之间');
  for (const lineId of [other.items[0]?.id, 999_999_999]) {
    const foreign = await save({ id, items: [items[0], { ...items[1], id: lineId }] });
    expect([foreign.status, problemsOf(foreign).map(([place]) => place)]).toEqual([400, ['items[1].id']]);
    const onNew = await save({ title: '新单', items: [{ ...items[1], id: lineId }] });
    expect([onNew.status, problemsOf(onNew).map(([place]) => place)]).toEqual([400, ['items[0].id']]);
  }
  expect((await read(id)).items).toEqual(items);
  expect((await read(other.id)).items).toEqual(other.items);
});

test('no line, and more than the most, are refused', async () => {
  const { id } = await made(1);
  for (const none of [[], null]) expect(problemsOf(await save({ id, items: none }))[0]?.[0]).toBe('items');
  expect(problemsOf(await save({ title: '空单' }))[0]?.[0]).toBe('items');
  const lines = (count: number): object[] => Array.from({ length: count }, () => item(0));
  expect(problemsOf(await save({ id, items: lines(501) }))).toEqual([['items', '明细最多 500 行']]);
  expect((await save({ id, items: lines(500) })).status).toBe(200);
  expect((await read(id)).items.length).toBe(500);
});

test('another tenant and a colleague without sight reach neither lines nor what lines may name', async () => {
  const stranger = (await addUser(app, 'Beta', { userName: 'stranger', dataScope: 'all', allPermissions: true }))
    .client;
  const colleague = (await addUser(app, 'Alpha', { userName: 'colleague', dataScope: 'own', allPermissions: true }))
    .client;
  const one = await made(2);
  for (const by of [stranger, colleague]) {
    expect((await by.get('TestOrders/GetTestOrderForEdit', { id: one.id })).status).toBe(404);
    expect((await save({ id: one.id, items: one.items }, by)).status).toBe(404);
  }
  const theirs = await save({ title: '外单', items: [item(0)] }, stranger);
  expect(problemsOf(theirs)).toEqual([['items[0].gooD_ID', expect.stringContaining('明细第1行 商品')]]);
  const foreignGood = await goodOf(stranger, '外来', 1);
  expect(problemsOf(await save({ id: one.id, items: [item(0, { gooD_ID: foreignGood })] }))[0]?.[0]).toBe(
    'items[0].gooD_ID',
  );
  const own = await save({ title: '外单', items: [{ gooD_ID: foreignGood, quantity: 1 }] }, stranger);
  const stolen = await save({ id: own.result, items: [{ ...one.items[0], gooD_ID: foreignGood }] }, stranger);
  expect(problemsOf(stolen)[0]?.[0]).toBe('items[0].id');
  expect(await stored(one.id, 'Beta')).toEqual([]);
  expect((await read(one.id)).items).toEqual(one.items);
});

test('of two editors the second is told who changed the lines, and concurrent saves keep one whole state', async () => {
  const { id, items, rowVersion } = await made(2);
  const states = await Promise.all(
    [7, 8].map((quantity) => save({ id, rowVersion, items: [{ ...items[0], quantity }, item(quantity)] })),
  );
  expect(new Set(states.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const late = states.find(({ status }) => status === 409);
  expect(late?.error?.reason).toBe('row.changed');
  expect(late?.error?.message).toMatch(/已被 \S+ 于/);
  const after = await read(id);
  expect(after.items.length).toBe(2);
  const [quantity] = after.items.map((one) => one['quantity'] as number);
  expect(after.items[1]?.['quantity']).toBe(1 + (quantity ?? 0));
});

test('the history of the document tells its lines, with the names of what they name', async () => {
  const { id, items } = await made(2);
  await save({ id, items: [{ ...items[0], quantity: 5 }, item(2, { note: '新' })] });
  const { result } = await admin.get<{ items: { changes: { label: string; before: string; after: string }[] }[] }>(
    'TestOrders/GetHistory',
    { id, maxResultCount: 1 },
  );
  const told = result.items[0]?.changes.map(({ label, before, after }) => [label, before, after]);
  expect(told).toEqual([
    ['总额', '11.00', '109.97'],
    ['明细第1行 · 数量', '1', '5'],
    ['明细第2行', null, '商品2，3，19.99，新'],
    ['明细第2行', '商品1，2，0.50', null],
  ]);
});

test('an export has a second sheet with the lines', async () => {
  const { result } = await save({ title: '=导出单', items: [item(2), item(0, { note: '=1+1' })] });
  expect(result).toBeGreaterThan(0);
  const book = await bookOf({ titleFilter: '导出单' });
  const shown = book.worksheets.map((sheet) => [
    sheet.name,
    ...Array.from({ length: sheet.rowCount }, (_each, at) => (sheet.getRow(at + 1).values as unknown[]).slice(1)),
  ]);
  expect(shown).toEqual([
    ['订单', ['名称', '总额 (元)'], ["'=导出单", 69.97]],
    [
      '明细',
      ['单据', '行号', '商品', '数量', '单价 (元)', '交付日期', '备注'],
      ["'=导出单", 1, '商品2', 3, 19.99],
      ["'=导出单", 2, '商品0', 1, 10, undefined, "'=1+1"],
    ],
  ]);
  const column = await bookOf({ titleFilter: '导出单', columns: 'title,items' });
  expect(column.worksheets[0]?.getRow(2).getCell(2).value).toContain('1. ');
});

test('a deleted document takes its lines along', async () => {
  const { id } = await made(2);
  expect((await admin.delete('TestOrders/Delete', { Id: id })).status).toBe(200);
  expect(await stored(id)).toMatchObject([{ is_deleted: true }, { is_deleted: true }]);
});

/** A list after some random edits: lines taken out, changed, copied, moved, added. */
function edited(draw: Draw, before: readonly Item[]): readonly object[] {
  let lines: readonly object[] = before;
  for (let turn = 0; turn <= draw(3); turn += 1) {
    const at = draw(lines.length);
    const quantity = 1 + draw(9);
    const edits = [
      () => (lines.length > 1 ? lines.toSpliced(at, 1) : lines),
      () => lines.with(at, { ...lines[at], quantity }),
      () => lines.toSpliced(at, 0, { ...lines[at], id: null, quantity }),
      () => lines.toSpliced(at, 1).toSpliced(draw(lines.length), 0, lines[at] ?? {}),
      () => [...lines, item(draw(3), { note: draw(2) === 0 ? `备注${draw(9)}` : null })],
    ];
    lines = (edits[draw(edits.length)]?.() ?? lines).slice(0, 12);
  }
  return lines;
}

const contents = ({ items }: Order): readonly object[] => items.map(({ id: _id, ...rest }) => rest);

/** Edits a document at random; every 50th time a second document takes the same lines and must equal it. */
async function editAtRandom(seed: number, edits: number): Promise<void> {
  const draw = drawFrom(seed);
  let one = await made(3);
  for (let turn = 1; turn <= edits; turn += 1) {
    const given = edited(draw, one.items) as readonly Item[];
    const { status, error } = await save({ id: one.id, items: given });
    expect([status, error]).toEqual([200, null]);
    const after = await read(one.id);
    const ids = given.map(({ id }) => id ?? null);
    expect(after.items.map((each, at) => (ids[at] === null ? null : each.id))).toEqual(ids);
    if (turn % 50 === 0) {
      const anew = await save({ title: '重录', items: given.map(({ id: _id, ...rest }) => rest) });
      const other = await read(anew.result);
      expect([contents(after), after.total]).toEqual([contents(other), other.total]);
    }
    one = after;
  }
}

test('documents after 1,000 random edits, several at once, are the documents saved anew', async () => {
  await Promise.all([1, 2, 3, 4].map((seed) => editAtRandom(20_261_126 * seed, 250)));
});

test('samples for the sweeps have lines', async () => {
  const sources = { ref: async () => goods[0] ?? 0, dict: async () => '1' };
  expect((await save(await sampleBody(order, { seed: 7, sources }))).status).toBe(200);
});
