import { safeCell } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import { textOf } from '../../platform/texts/index.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { exportFile, type FileAnswer } from '../export/export-file.ts';
import type { Batch } from '../sheets/batches.ts';
import type { ImportParts } from '../sheets/parts.ts';
import { describing } from '../sheets/report.ts';
import { sheetName } from '../sheets/template.ts';
import { wrongLines, type DeskLine } from './blocks.ts';
import { cellText, headingsOf } from './cells.ts';
import { readProblems } from './problems.ts';

/** Wrong lines in words: their cells as they stand, and why they stay out. */
async function linesInWords(
  ctx: CallCtx,
  { batch, importer }: { readonly batch: Batch; readonly importer: ReturnType<ImportParts['importerOf']> },
  lines: readonly DeskLine[],
): Promise<readonly (readonly string[])[]> {
  const numbers = lines.map(({ number }) => number);
  const described = (await readProblems(ctx, batch.id, numbers)).map(describing(ctx, { batch, ...importer }));
  return lines.map(({ number, cells }) => {
    const words = described.filter(({ line }) => line === number).map(({ problem }) => problem);
    const reason = words.length > 0 ? words.join('；') : textOf(ctx.caller.culture, 'import.report.unlisted');
    return [...cells.map((cell) => String(safeCell(cellText(cell)) as string)), reason];
  });
}

async function writeWrongLines(
  parts: ImportParts,
  ctx: CallCtx,
  { batch, to }: { readonly batch: Batch; readonly to: Writable },
): Promise<void> {
  const importer = parts.importerOf(batch.resource);
  const { culture } = ctx.caller;
  const fields = batch.lineFields ?? [];
  const titles = headingsOf(importer, fields, culture).places.map((column, at) => column?.title ?? fields[at] ?? '');
  const book = new (await import('exceljs')).default.stream.xlsx.WorkbookWriter({ stream: to, useStyles: true });
  const sheet = book.addWorksheet(textOf(culture, 'import.report.wrong'), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [...titles, textOf(culture, 'import.report.reason')].map((header) => ({ header, width: 20 }));
  sheet.getRow(1).font = { bold: true };
  for await (const lines of wrongLines(ctx, batch.id))
    for (const row of await linesInWords(ctx, { batch, importer }, lines)) sheet.addRow([...row]).commit();
  await book.commit();
}

/** Stores the wrong lines of a batch for one download, to be corrected and uploaded again. */
export const wrongLinesFile = (parts: ImportParts, asked: CallCtx, batch: Batch): Promise<FileAnswer> =>
  exportFile(parts, asked, {
    name: sheetName(asked, parts.importerOf(batch.resource).resource, 'import.report.wrong'),
    prepare: (ctx) => Promise.resolve((to) => writeWrongLines(parts, ctx, { batch, to })),
  });
