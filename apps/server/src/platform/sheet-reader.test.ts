import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Excel from 'exceljs';
import { describe, expect, test } from 'vitest';
import { archive, emptyBlocks, pack, sheetFile } from '../../test/crafted-sheets.ts';
import { readSheet, type SheetLimits, type SheetRow } from './sheet-reader.ts';

const usual: SheetLimits = { rows: 100, columns: 10, parts: 20, unpacked: 10_000_000 };

async function bookOf(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const book = new Excel.Workbook();
  const sheet = book.addWorksheet('rows');
  for (const row of rows) sheet.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function rowsOf(bytes: Buffer, limits: Partial<SheetLimits> = {}): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(bytes, { ...usual, ...limits })) rows.push(row);
  return rows;
}

test('cells come as plain values, from the first column on, lines without anything left out', async () => {
  const at = new Date('2026-03-04T05:06:00Z');
  const rows = await rowsOf(
    await bookOf([
      ['名称', null, 3],
      [],
      [null, true, at],
      [
        { richText: [{ text: '甲' }, { text: '乙' }] },
        { formula: '1+1', result: 2 },
        { text: 'link', hyperlink: 'https://example.com' },
      ],
    ]),
  );
  expect(rows).toEqual([
    { number: 1, cells: ['名称', null, 3] },
    { number: 3, cells: [null, true, at] },
    { number: 4, cells: ['甲乙', 2, 'link'] },
  ]);
});

test.each([
  ['more rows', 'sheet.too-many-rows', { rows: 2 }],
  ['more columns', 'sheet.too-many-columns', { columns: 2 }],
  ['more parts', 'sheet.too-many-parts', { parts: 3 }],
  ['more bytes, once unpacked', 'sheet.too-large', { unpacked: 1000 }],
])('%s than allowed are refused', async (name, reason, limits) => {
  await expect(
    rowsOf(
      await bookOf([
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ]),
      limits,
    ),
  ).rejects.toMatchObject({ reason });
});

test.each([
  ['a text', Buffer.from('名称,数量')],
  ['a zip of something else', Buffer.from('PK\u0003\u0004 and then nothing that is one', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('%s is no spreadsheet', async (name, bytes) => {
  await expect(rowsOf(bytes)).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
});

test.each([
  ['in the sheet', false],
  ['shared by the sheet', true],
])('no character of a long sheet is lost: texts %s', async (name, useSharedStrings) => {
  const out = new PassThrough();
  const bytes = buffer(out);
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings });
  const sheet = book.addWorksheet('rows');
  const texts = Array.from(
    { length: 20_000 },
    (nothing, row) => `${'甲'.repeat(row % 3)}欧阳𠮷😀春晓${row}其他法定有效证件`,
  );
  for (const text of texts) sheet.addRow([text]).commit();
  await book.commit();
  const rows = await rowsOf(await bytes, { rows: texts.length, unpacked: 50_000_000 });
  expect(rows.flatMap(({ cells }) => cells)).toEqual(texts);
});

test('the same file gives the same rows each time it is read', async () => {
  const bytes = await bookOf([['名称'], ['甲'], ['乙'], ['丙']]);
  const counts = new Set<number>();
  for (let turn = 0; turn < 1000; turn += 1) counts.add((await rowsOf(bytes)).length);
  expect([...counts]).toEqual([4]);
});

test('an archive that breaks off is refused, wherever it does', async () => {
  const bytes = await bookOf([['名称'], ['甲']]);
  for (let length = 4; length < bytes.length; length += 97)
    await expect(rowsOf(bytes.subarray(0, length)), String(length)).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
});

test('the sheet that the workbook names first is read, wherever its file lies', async () => {
  const book = new Excel.Workbook();
  book.addWorksheet('second').addRow(['no']);
  book.addWorksheet('first').addRow(['yes']);
  const [second, first] = book.worksheets;
  Object.assign(second ?? {}, { orderNo: 2 });
  Object.assign(first ?? {}, { orderNo: 1 });
  expect(await rowsOf(Buffer.from(await book.xlsx.writeBuffer()))).toEqual([{ number: 1, cells: ['yes'] }]);
});

const cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>甲</t></is></c></row>';
const ones = Array.from({ length: 5 }, (nothing, at) => ({ name: `xl/media/${at}.bin`, content: emptyBlocks(1000) }));

describe('crafted archives', () => {
  test('one that is sound is read', async () => {
    expect(await rowsOf(sheetFile(cell))).toEqual([{ number: 1, cells: ['甲'] }]);
    expect(await rowsOf(sheetFile(cell, ones))).toHaveLength(1);
  });

  test('files that share their bytes are refused', async () => {
    const shared = Array.from({ length: 10 }, () => ({
      name: 'xl/media/bomb.bin',
      content: emptyBlocks(1000),
      sharesWith: 'xl/worksheets/sheet1.xml',
    }));
    await expect(rowsOf(sheetFile(cell, shared))).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
  });

  test('empty blocks without end come to their end', async () => {
    expect(
      await rowsOf(sheetFile(cell, [{ name: 'xl/media/empty.bin', content: emptyBlocks(4_000_000) }])),
    ).toHaveLength(1);
    await expect(
      rowsOf(archive([{ name: 'xl/worksheets/sheet1.xml', content: emptyBlocks(4_000_000) }])),
    ).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
  });

  test.each([
    ['a size that lies, too long', { packedSize: 1_000_000 }],
    ['a size that lies, too short', { packedSize: 3 }],
    ['a size that says zip64', { packedSize: 0xff_ff_ff_ff }],
    ['a place outside', { offset: 0xff_ff_ff_f0 }],
    ['a place inside another file', { offset: 5 }],
    ['an unknown way of packing', { method: 12 }],
    ['a password', { flags: 1 }],
  ])('%s is refused', async (name, lie) => {
    await expect(
      rowsOf(sheetFile(cell, [{ name: 'xl/media/x.bin', content: pack(Buffer.from('a picture')), ...lie }])),
    ).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
  });

  test.each([
    ['a count that says zip64', 0xff_ff],
    ['a count beyond the files', 19],
  ])('%s is refused', async (name, count) => {
    await expect(rowsOf(archive(ones, { count }))).rejects.toMatchObject({
      reason: expect.stringMatching(/^sheet\./) as string,
    });
  });

  test('entities are not expanded', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "甲"><!ENTITY b "&a;&a;&a;&a;">]>';
    await expect(
      rowsOf(sheetFile('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>', [], bomb)),
    ).rejects.toMatchObject({ reason: 'sheet.not-xlsx' });
  });

  test('tags within tags and cells without end cost no more than their bytes', async () => {
    expect(await rowsOf(sheetFile(`${cell}${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`))).toHaveLength(1);
    expect(await rowsOf(sheetFile(`<row r="1">${'<c r="A1"><v>1</v></c>'.repeat(100_000)}</row>`))).toEqual([
      { number: 1, cells: [1] },
    ]);
    await expect(rowsOf(sheetFile('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).rejects.toMatchObject({
      reason: 'sheet.too-many-columns',
    });
    await expect(rowsOf(sheetFile('<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>'))).rejects.toMatchObject({
      reason: 'sheet.not-xlsx',
    });
  });

  test('empty rows are passed over, however many', async () => {
    expect(
      await rowsOf(sheetFile(`${'<row/>'.repeat(300_000)}<row r="300001"><c r="A300001"><v>1</v></c></row>`)),
    ).toEqual([{ number: 300_001, cells: [1] }]);
  });

  test('a cell may hold much text', async () => {
    const long = '长'.repeat(1_000_000);
    expect(await rowsOf(sheetFile(`<row r="1"><c r="A1" t="inlineStr"><is><t>${long}</t></is></c></row>`))).toEqual([
      { number: 1, cells: [long] },
    ]);
  });
});
