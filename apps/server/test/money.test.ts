import { deviceProduct, devicePurchase } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import Excel from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface Product {
  readonly deviceProduct: Readonly<Record<string, unknown>>;
}

const productOf = (): Promise<number> => samples.plantApart(deviceProduct, 'M', {});
const save = (body: object): Promise<Answer<number>> => admin.post<number>('DeviceProduct/CreateOrEdit', body);
const priceOf = async (id: number): Promise<unknown> =>
  (await admin.get<Product>('DeviceProduct/GetDeviceProductForEdit', { id })).result.deviceProduct['salePrice'];
const problemsOf = ({ error }: Answer<unknown>): readonly (readonly [unknown, string])[] =>
  (error?.validationErrors ?? []).map(({ members, message }) => [members[0], message]);

test('an amount is a number on the wire, stored exactly; what is none is refused with its field and reason', async () => {
  const id = await productOf();
  for (const given of [168.5, '168.50', 0.07, 9_999_999_999.99, 0, null]) {
    expect((await save({ id, salePrice: given })).status).toBe(200);
    expect(await priceOf(id)).toBe(given === null ? null : Number(given));
  }
  await save({ id, salePrice: 1.1 });
  for (const [given, words] of [
    [0.005, '销售价最多2位小数，请减少小数位'],
    [0.1 + 0.2, '销售价最多2位小数，请减少小数位'],
    [1e15, '销售价应在 0 到 9999999999.99 之间'],
    [-0.01, '销售价应在 0 到 9999999999.99 之间'],
    ['abc', '销售价应为数字'],
  ] as const) {
    const refused = await save({ id, salePrice: given });
    expect([refused.status, problemsOf(refused)]).toEqual([400, [['salePrice', words]]]);
  }
  const english = await admin
    .with({ 'accept-language': 'en' })
    .post('DeviceProduct/CreateOrEdit', { id, salePrice: 0.001 });
  expect(problemsOf(english)).toEqual([['salePrice', 'Sale price takes at most 2 decimals; enter fewer']]);
  expect(await priceOf(id)).toBe(1.1);
});

test('the history tells amounts with two decimals', async () => {
  const id = await productOf();
  await save({ id, salePrice: 168.5 });
  await save({ id, salePrice: 1168.5 });
  const { result } = await admin.get<{ items: { changes: object[] }[] }>('DeviceProduct/GetHistory', { id });
  expect(result.items[0]?.changes).toMatchObject([{ label: '销售价', before: '168.50', after: '1168.50' }]);
});

test('amounts are filled in, multiplied, summed and exported exactly', async () => {
  const product = await productOf();
  const buy = { buyerName: '购买人丁', deviceProductId: product, buyTime: '2026-03-01T02:00:00Z' };
  for (const [quantity, unitPrice] of [
    [3, 19.99],
    [7, 0.1],
  ])
    expect((await admin.post('device_buy/CreateOrEdit', { ...buy, quantity, unitPrice })).status).toBe(200);
  const query = { Filter: '购买人丁', Sorting: 'amount' };
  const { result } = await admin.get<{ items: Record<string, { amount: number }>[]; sums: object }>(
    'device_buy/GetAll',
    query,
  );
  expect(result.items.map((row) => row['device_buy']?.amount)).toEqual([0.7, 59.97]);
  expect(result.sums).toEqual({ quantity: 10, amount: 60.67 });
  const { fileToken } = (
    await admin.get<{ fileToken: string }>('device_buy/Getdevice_buysToExcel', {
      ...query,
      columns: 'amount,unitPrice',
    })
  ).result;
  const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(fileToken)}`);
  const book = new Excel.Workbook();
  await book.xlsx.load((await file.arrayBuffer()) as never);
  const [sheet] = book.worksheets;
  const cells = [2, 3].map((line) => [1, 2].map((column) => sheet?.getRow(line).getCell(column)));
  expect(cells.flat().map((cell) => [cell?.value, cell?.numFmt])).toEqual(
    [0.7, 0.1, 59.97, 19.99].map((value) => [value, '#,##0.00']),
  );
  expect(devicePurchase.fields.amount.kind).toBe('money');
});

test('no column of the database is a float, and amounts have one type', async () => {
  const columns = await app.query<{ table: string; name: string; type: string }>(
    'Alpha',
    `select c.table_name as table, c.column_name as name,
       case c.data_type when 'numeric' then format('numeric(%s,%s)', c.numeric_precision, c.numeric_scale) else c.data_type end as type
     from information_schema.columns c where c.table_schema not in ('pg_catalog', 'information_schema') and $1 > 0
       and c.data_type in ('numeric', 'real', 'double precision')`,
  );
  const isPaid = (name: string): boolean => /price|amount|fee$|cost|money|deposit|pledge|rent_/.test(name);
  const paid = columns.filter(({ name }) => isPaid(name));
  expect(paid.length).toBeGreaterThan(4);
  expect(paid.filter(({ type }) => type !== 'numeric(12,2)')).toEqual([]);
});
