import { setImmediate as turn } from 'node:timers/promises';
import { zoneOffset } from '@kangmai/domain';
import { excelColumns, isExportable, type AnyResource } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import Excel from 'exceljs';
import type { CallCtx } from './call-ctx.ts';
import { listQuery, type Query, type Served } from './conventional.ts';
import { invalid } from '../platform/errors.ts';
import { Rows } from './repository.ts';

/** A spreadsheet holds a few more. */
export const mostExported = 1_000_000;

/** Shifts an instant so that a spreadsheet, which knows no zones, shows the caller's local time. */
const localTime = (at: Date, zone: string): Date => new Date(at.getTime() + zoneOffset(zone, at.getTime()));

type Cell = string | number | boolean | Date | null;

/** The fields that a query wants as columns, `columns=name,state`; undefined when it leaves the choice to the list. */
export function chosenColumns(resource: AnyResource, query: Query): readonly string[] | undefined {
  const shown = Object.entries(query).find(([key]) => key.toLowerCase() === 'columns')?.[1];
  const names = (Array.isArray(shown) ? (shown as unknown[]).map(String) : typeof shown === 'string' ? shown.split(',') : []).map((name) => name.trim()).filter((name) => name !== '');
  if (names.some((name) => !isExportable(resource, name))) throw invalid('columns', 'field.unknown-choice');
  return names.length === 0 ? undefined : [...new Set(names)];
}

/** After so many lines others have their turn. */
const writtenAtOnce = 100;

interface ExportOutput {
  readonly query: Query;
  readonly to: Writable;
  /** Told how many rows are written, every thousand. */
  readonly progress?: (count: number) => Promise<void>;
}

/** Writes a list with the caller's filters as a spreadsheet, row by row; memory does not grow with the rows. */
export async function writeExcel(served: Served, ctx: CallCtx, output: ExportOutput): Promise<number> {
  const { plan } = served;
  const query = { ...listQuery(plan, ctx, { ...output.query, SkipCount: undefined, MaxResultCount: undefined }), skip: 0, take: mostExported };
  const columns = excelColumns(plan.resource, plan.model, { language: ctx.caller.culture, chosen: chosenColumns(plan.resource, output.query) });
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream: output.to, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet(plan.resource.title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ title }) => ({ header: title, width: Math.max(12, title.length * 2 + 2) }));
  sheet.getRow(1).font = { bold: true };
  const shown = (value: Cell): Cell => (value instanceof Date ? localTime(value, ctx.caller.zone) : value);
  let count = 0;
  for await (const rows of new Rows(plan, ctx).stream(query)) {
    for (const [at, row] of rows.entries()) {
      if (at % writtenAtOnce === 0) await turn();
      const line = sheet.addRow(columns.map((column): Cell => shown(column.read(row))));
      line.eachCell((cell) => { if (cell.value instanceof Date) cell.numFmt = 'yyyy-mm-dd hh:mm:ss'; });
      line.commit();
    }
    count += rows.length;
    await output.progress?.(count);
  }
  await book.commit();
  return count;
}
