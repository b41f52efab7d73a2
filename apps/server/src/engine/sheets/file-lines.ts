import { buffer } from 'node:stream/consumers';
import type { CallCtx } from '../crud/call-ctx.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import type { SheetCell, SheetRow } from '../../platform/sheet-reader.ts';
import { readSheetAside } from '../../platform/sheet-thread.ts';
import type { FurtherSheets } from '../traits/trait.ts';
import type { Batch } from './batches.ts';
import { readHeadings, type Headings } from './headings.ts';
import { type Importer, ofTraits } from './importer.ts';
import { exampleRow } from './template.ts';

export const sheetLimits = { rows: 100_000, columns: 200, parts: 1000, unpacked: 512 * 1024 * 1024 } as const;

/** Encrypts the bytes of a file on disk. */
export const sealFile = (ctx: Pick<CallCtx, 'sealer'>, bytes: Buffer): Buffer =>
  ctx.sealer.seal(bytes.toString('base64'));

/** A file ready to be read: its bytes, and the template's example row in its user's language. */
export interface OpenedFile {
  readonly bytes: Buffer;
  readonly example: readonly SheetCell[];
}

/** Opens the file of a batch. */
export async function openFile(
  parts: { readonly files: FileStore; readonly importer: Importer },
  ctx: CallCtx,
  batch: Batch,
): Promise<OpenedFile> {
  const content = batch.filePath === null ? undefined : await parts.files.read(batch.filePath);
  if (!content) throw notAllowed('import.file-gone');
  return {
    bytes: Buffer.from(ctx.sealer.open(await buffer(content.stream)), 'base64'),
    example: await exampleRow(ctx, parts.importer),
  };
}

export interface LinesOfFile {
  readonly headings: Headings;
  readonly rows: readonly SheetRow[];
  readonly further: FurtherSheets | undefined;
}

/** Lines in memory at a time: few enough to be garbage-collected young. */
const together = 100;

const isExample = ({ number, cells }: SheetRow, example: readonly SheetCell[]): boolean =>
  number === 2 && example.every((cell, at) => String(cell ?? '') === String(cells[at] ?? ''));

/** Refuses a file that is no spreadsheet, is empty or lacks columns that must be filled; reads its first row alone. */
export async function requireHeadings(importer: Importer, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for await (const [titles] of readSheetAside(bytes, { limits: sheetLimits, signal })) {
    if (titles) readHeadings(importer, titles.cells);
    return;
  }
  throw notAllowed('import.empty');
}

/** The lines of a file, a hundred at a time, without the template's example row. */
export async function* linesOf(
  importer: Importer,
  { bytes, example }: OpenedFile,
  signal: AbortSignal,
): AsyncGenerator<LinesOfFile> {
  const thread = { limits: sheetLimits, signal };
  let headings: Headings | undefined;
  let further: FurtherSheets | undefined;
  let rows: SheetRow[] = [];
  for await (const piece of readSheetAside(bytes, thread))
    for (const row of piece) {
      if (!headings) {
        const file = { ...thread, bytes, titles: row.cells, readTitles: readHeadings };
        headings = readHeadings(importer, row.cells);
        further = await ofTraits(importer, (trait) => trait.furtherSheets?.(importer.resource, file));
      } else if (!isExample(row, example)) rows.push(further?.claim(row) ?? row);
      if (rows.length < together) continue;
      yield { headings, rows, further };
      rows = [];
    }
  if (!headings) throw notAllowed('import.empty');
  further?.end();
  yield { headings, rows, further };
}
