import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { moneyOf } from '@kangmai/domain';
import Excel from 'exceljs';
import { expect, test } from 'vitest';
import { readSheet, type SheetRow } from './sheet-reader.ts';
import { writeSheet, type WrittenCell } from './sheet-writer.ts';

async function* some(
  rows: readonly (readonly WrittenCell[])[],
  size = 2,
): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
  for (let at = 0; at < rows.length; at += size) yield await Promise.resolve(rows.slice(at, at + size));
}

async function sheetBytes(
  rows: readonly (readonly WrittenCell[])[],
  { titles = ['甲', '乙'], name = '数据' } = {},
): Promise<Buffer> {
  const to = new PassThrough();
  const [bytes] = await Promise.all([buffer(to), writeSheet(to, { name, titles, rows: some(rows) })]);
  return bytes;
}

async function bookOf(bytes: Buffer): Promise<Excel.Workbook> {
  const book = new Excel.Workbook();
  await book.xlsx.load(bytes as never);
  return book;
}

const cells: readonly (readonly WrittenCell[])[] = [
  ['王芳', 1.5],
  ['<a href="x">&</a>', -0],
  [' 两端 ', 1e-7],
  ['第一行\n第二行', 2 ** 53],
  ['😀𠮷', true],
  [null, false],
  ['', null],
  [new Date('2026-02-28T23:59:59.000Z'), 0.1],
];

test('money is a number with two decimals and separators', async () => {
  const [sheet] = (await bookOf(await sheetBytes([[moneyOf(1168.5), moneyOf(-0.05)]]))).worksheets;
  const shown = [1, 2].map((column) => sheet?.getRow(2).getCell(column));
  expect(shown.map((cell) => [cell?.value, cell?.numFmt])).toEqual([
    [1168.5, '#,##0.00'],
    [-0.05, '#,##0.00'],
  ]);
});

test('a library reads what was written: values, titles, dates, the frozen line', async () => {
  const [sheet] = (await bookOf(await sheetBytes(cells))).worksheets;
  expect(sheet?.name).toBe('数据');
  expect(sheet?.getRow(1).values).toEqual([undefined, '甲', '乙']);
  expect(sheet?.getRow(1).getCell(1).font?.bold).toBe(true);
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  const read = cells.map((_row, at) => [1, 2].map((column) => sheet?.getRow(at + 2).getCell(column).value));
  expect(read).toEqual([
    ['王芳', 1.5],
    ['<a href="x">&</a>', 0],
    [' 两端 ', 1e-7],
    ['第一行\n第二行', 2 ** 53],
    ['😀𠮷', true],
    [null, false],
    [null, null],
    [new Date('2026-02-28T23:59:59.000Z'), 0.1],
  ]);
  expect(sheet?.getRow(9).getCell(1).numFmt).toMatch(/^yyyy.+ss$/);
});

test('our own reader takes it back', async () => {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(await sheetBytes(cells), {
    rows: 100,
    columns: 10,
    parts: 100,
    unpacked: 1_000_000,
  }))
    rows.push(row);
  expect(rows.slice(0, 3)).toEqual([
    { number: 1, cells: ['甲', '乙'] },
    { number: 2, cells: ['王芳', 1.5] },
    { number: 3, cells: ['<a href="x">&</a>', 0] },
  ]);
});

test('characters that XML does not know fall away, and numbers that are none', async () => {
  const [sheet] = (
    await bookOf(
      await sheetBytes([
        ['a\u0000b\u001Fc\uFFFEd\uD83De', Number.NaN],
        ['\uDE00x', Number.POSITIVE_INFINITY],
        [new Date(Number.NaN), 1],
      ]),
    )
  ).worksheets;
  expect([2, 3, 4].map((row) => [1, 2].map((column) => sheet?.getRow(row).getCell(column).value))).toEqual([
    ['abcde', null],
    ['x', null],
    [null, 1],
  ]);
});

test('many columns and a name that no sheet may have', async () => {
  const titles = Array.from({ length: 800 }, (_each, at) => `c${at}`);
  const [sheet] = (await bookOf(await sheetBytes([titles.map((_title, at) => at)], { titles, name: "'[a/b]:*?'" })))
    .worksheets;
  expect(sheet?.getRow(2).getCell(800).value).toBe(799);
  expect(sheet?.getRow(1).getCell('ADT').value).toBe('c799');
  expect(sheet?.name).toMatch(/^[^*?:\\/[\]]+$/);
});

test('no rows are a sheet too', async () => {
  const [sheet] = (await bookOf(await sheetBytes([]))).worksheets;
  expect(sheet?.rowCount).toBe(1);
});

test('rows are asked for no faster than the stream takes them, and no further when it breaks', async () => {
  let asked = 0;
  let ended = false;
  async function* endless(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    try {
      for (;;) {
        asked += 1;
        // Hard to compress.
        yield Array.from({ length: 100 }, () => [Math.random(), String(Math.random())]);
        await new Promise(setImmediate);
      }
    } finally {
      ended = true;
    }
  }
  let taken = 0;
  const to = new Writable({
    highWaterMark: 1000,
    write(piece: Buffer, _encoding, done) {
      taken += piece.length;
      setImmediate(() => done(taken > 300_000 ? new Error('the disk is full') : null));
    },
  });
  await expect(writeSheet(to, { name: 'x', titles: ['a', 'b'], rows: endless() })).rejects.toThrow('the disk is full');
  expect(ended).toBe(true);
  expect(asked).toBeLessThan(500);
});

test('a failure among the rows is told as it is, and ends the stream', async () => {
  async function* failing(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    yield await Promise.resolve([['x']]);
    throw new RangeError('the database is gone');
  }
  const to = new PassThrough();
  to.resume();
  await expect(writeSheet(to, { name: 'x', titles: ['a'], rows: failing() })).rejects.toThrow(RangeError);
  expect(to.destroyed).toBe(true);
});
