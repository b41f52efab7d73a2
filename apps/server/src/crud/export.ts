import { excelColumns, type ExcelColumn } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import Excel from 'exceljs';
import type { CallCtx } from './call-ctx.ts';
import { listQuery, type Query, type Served } from './conventional.ts';
import { Rows } from './repository.ts';

const widest = 1_000_000;

/** Shifts an instant so that a spreadsheet, which knows no zones, shows the caller's local time. */
function localTime(at: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return new Date(`${parts.replace(' ', 'T')}Z`);
}

const cellOf = (column: ExcelColumn, row: Parameters<ExcelColumn['read']>[0], zone: string): string | number | boolean | Date | null => {
  const value = column.read(row);
  return value instanceof Date ? localTime(value, zone) : value;
};

/** Writes a list with the caller's filters as a spreadsheet, row by row; memory does not grow with the rows. */
export async function writeExcel(served: Served, ctx: CallCtx, output: { readonly query: Query; readonly to: Writable }): Promise<number> {
  const { plan } = served;
  const query = { ...listQuery(plan, ctx, { ...output.query, SkipCount: undefined, MaxResultCount: undefined }), skip: 0, take: widest };
  const columns = excelColumns(plan.resource, plan.model, ctx.caller.culture);
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream: output.to, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet(plan.resource.title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ title }) => ({ header: title, width: Math.max(12, title.length * 2 + 2) }));
  sheet.getRow(1).font = { bold: true };
  let count = 0;
  for await (const rows of new Rows(plan, ctx).stream(query)) {
    for (const row of rows) {
      const line = sheet.addRow(columns.map((column) => cellOf(column, row, ctx.caller.zone)));
      line.eachCell((cell) => { if (cell.value instanceof Date) cell.numFmt = 'yyyy-mm-dd hh:mm:ss'; });
      line.commit();
    }
    count += rows.length;
  }
  await book.commit();
  return count;
}
