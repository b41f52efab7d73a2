import { Readable } from 'node:stream';
import Excel from 'exceljs';
import unzipper from 'unzipper';
import { notAllowed } from './errors.ts';

export type SheetCell = string | number | boolean | Date | null;

/** One line of a sheet: its number as the spreadsheet program shows it, and its cells from the first column on. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
  /** Bytes of the unpacked file. */
  readonly unpacked: number;
}

/** A spreadsheet is a zip file; one that unpacks to more than the limit is refused before anything of it is kept. */
async function refuseBomb(bytes: Buffer, most: number): Promise<void> {
  let size = 0;
  const parts = Readable.from([bytes]).pipe(unzipper.Parse({ forceStream: true }));
  for await (const entry of parts as AsyncIterable<unzipper.Entry>) {
    for await (const piece of entry as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) throw notAllowed('sheet.too-large');
    }
  }
}

function plainCell(value: Excel.CellValue): SheetCell {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || value instanceof Date) return value;
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('text' in value) return plainCell(value.text as Excel.CellValue);
  if ('result' in value) return plainCell(value.result as Excel.CellValue);
  return 'error' in value ? value.error : null;
}

const isEmpty = (cells: readonly SheetCell[]): boolean => cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

/** Cells of a row from the first column on; the library counts them from 1 and leaves gaps. */
function cellsOf(row: Excel.Row, most: number): readonly SheetCell[] {
  const values = row.values as Excel.CellValue[];
  if (values.length > most + 1) throw notAllowed('sheet.too-many-columns', { max: most });
  return Array.from({ length: Math.max(0, values.length - 1) }, (nothing, at) => plainCell(values[at + 1]));
}

type Pieces = AsyncIterable<Buffer | string>;

interface Insides {
  ['_parseWorksheet'](pieces: Pieces, sheet: string): AsyncIterable<unknown>;
  ['_parseSharedStrings'](entry: Readable): AsyncIterable<unknown>;
}

/** The library holds all that it reads from a piece until its last row is used. */
const longestPiece = 8192;

async function* decoded(pieces: Pieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += longestPiece) yield text.slice(at, at + longestPiece);
  }
}

/** The library decodes each piece of a file by itself: a character that lies across two pieces, as one Chinese name in some thousands does, would be lost. */
function readWhole(reader: Excel.stream.xlsx.WorkbookReader): Excel.stream.xlsx.WorkbookReader {
  const inside = reader as unknown as Insides;
  const [sheet, strings] = [inside['_parseWorksheet'].bind(reader), inside['_parseSharedStrings'].bind(reader)];
  inside['_parseWorksheet'] = (pieces, number) => sheet(decoded(pieces), number);
  inside['_parseSharedStrings'] = (entry) => strings(entry.setEncoding('utf8'));
  return reader;
}

async function* firstSheet(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const book = readWhole(new Excel.stream.xlsx.WorkbookReader(Readable.from([bytes]), { worksheets: 'emit', sharedStrings: 'cache', hyperlinks: 'ignore', styles: 'cache', entries: 'ignore' }));
  for await (const sheet of book) {
    let count = 0;
    for await (const row of sheet) {
      const cells = cellsOf(row, limits.columns);
      if (isEmpty(cells)) continue;
      count += 1;
      if (count > limits.rows + 1) throw notAllowed('sheet.too-many-rows', { max: limits.rows });
      yield { number: row.number, cells };
    }
    return;
  }
}

/** Reads the rows of the first sheet that hold anything, one after another. Refuses what is no spreadsheet or too large for one. */
export async function* readSheet(bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') throw notAllowed('sheet.not-xlsx');
  try {
    await refuseBomb(bytes, limits.unpacked);
    yield* firstSheet(bytes, limits);
  } catch (error) {
    throw error instanceof Error && error.name === 'AppError' ? error : notAllowed('sheet.not-xlsx');
  }
}
