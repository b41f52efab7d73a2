import Excel from 'exceljs';
import type { Download } from 'playwright-core';

type Row = readonly string[];

/** A spreadsheet with one sheet of these rows. */
export async function sheetOf(rows: readonly Row[]): Promise<Buffer> {
  const book = new Excel.Workbook();
  const sheet = book.addWorksheet('数据');
  for (const row of rows) sheet.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The rows of the first sheet of a downloaded spreadsheet, as texts. */
export async function rowsOf(download: Download): Promise<readonly Row[]> {
  const book = new Excel.Workbook();
  await book.xlsx.readFile(await download.path());
  const rows: string[][] = [];
  book.worksheets[0]?.eachRow((row) => {
    const width = row.cellCount;
    rows.push(Array.from({ length: width }, (_, at) => row.getCell(at + 1).text));
  });
  return rows;
}
