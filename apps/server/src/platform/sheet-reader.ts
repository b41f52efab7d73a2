import { Readable } from 'node:stream';
import type Excel from 'exceljs';
// The whole library takes a thread twice as long to load as its reader.
import { WorkbookReader } from './workbook-reader.mjs';
import { notAllowed } from './errors.ts';
import { TooManyParts, zipParts, type ZipPart } from './zip-reader.ts';

export type SheetCell = string | number | boolean | Date | null;

/** One line of a sheet: its number as the spreadsheet program shows it, and its cells from the first column on. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
  /** Files in the archive. */
  readonly parts: number;
  /** Bytes of the unpacked file. */
  readonly unpacked: number;
}

/** A spreadsheet is a zip file; one that unpacks to more than the limit is refused before any of it is stored. */
async function refuseBomb(parts: readonly ZipPart[], most: number): Promise<void> {
  let size = 0;
  for (const part of parts) {
    for await (const piece of part.pieces()) {
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

const isEmpty = (cells: readonly SheetCell[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

/** Cells of a row from the first column on; the library counts them from 1 with gaps. */
function cellsOf(row: Excel.Row, most: number): readonly SheetCell[] {
  const values = row.values as Excel.CellValue[];
  if (values.length > most + 1) throw notAllowed('sheet.too-many-columns', { max: most });
  return Array.from({ length: Math.max(0, values.length - 1) }, (nothing, at) => plainCell(values[at + 1]));
}

/** The library keeps all that it reads from a piece until its last row is used. */
const longestPiece = 8192;

/** Text in small pieces; a character split between two pieces is kept whole. */
async function* decoded(part: ZipPart): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of part.pieces()) {
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += longestPiece) yield text.slice(at, at + longestPiece);
  }
}

const folder = 'xl/';
const asStream = (part: ZipPart): Readable => Readable.from(decoded(part));

/** The sheet that a workbook names first, or the first with one of the given names. */
function partOf(reader: WorkbookReader, parts: readonly ZipPart[], names?: readonly string[]): ZipPart | undefined {
  const sheets = (reader.model?.sheets ?? []).filter(({ name }) => names?.includes(name) ?? true);
  const targets = sheets.map(
    ({ rId }) => reader.workbookRels?.find(({ Id }) => Id === rId)?.Target.replace(/^\/xl\//, '') ?? '',
  );
  const first = targets.find((target) => target.startsWith('worksheets/'));
  return parts.find(({ name }) => name === `${folder}${first}`);
}

const readerOptions = {
  worksheets: 'emit',
  sharedStrings: 'cache',
  hyperlinks: 'ignore',
  styles: 'cache',
  entries: 'ignore',
} as const;

async function openSheet(
  parts: readonly ZipPart[],
  names: readonly string[] | undefined,
): Promise<AsyncIterable<Excel.Row> | undefined> {
  const reader = new WorkbookReader(Readable.from([]), readerOptions);
  const within = async (name: string, read: (file: Readable) => Promise<void>): Promise<void> => {
    const part = parts.find((each) => each.name === `${folder}${name}`);
    if (part) await read(asStream(part));
  };
  await within('_rels/workbook.xml.rels', (file) => reader['_parseRels'](file));
  await within('workbook.xml', (file) => reader['_parseWorkbook'](file));
  await within('styles.xml', (file) => reader['_parseStyles'](file));
  await within('sharedStrings.xml', async (file) => {
    for await (const nothing of reader['_parseSharedStrings'](file)) void nothing;
  });
  const part = partOf(reader, parts, names);
  const [sheet] = part ? reader['_parseWorksheet'](decoded(part), '1') : [];
  return sheet?.value;
}

async function* rowsOf(
  parts: readonly ZipPart[],
  limits: SheetLimits,
  names: readonly string[] | undefined,
): AsyncGenerator<SheetRow> {
  const sheet = await openSheet(parts, names);
  if (!sheet && names) return;
  if (!sheet) throw notAllowed('sheet.not-xlsx');
  let count = 0;
  for await (const row of sheet) {
    const cells = cellsOf(row, limits.columns);
    if (isEmpty(cells)) continue;
    count += 1;
    if (count > limits.rows + 1) throw notAllowed('sheet.too-many-rows', { max: limits.rows });
    yield { number: row.number, cells };
  }
}

/**
 * Reads the non-empty rows of the first sheet in sequence, or of the one with a given name; a file without it has no
 * rows. Refuses files that are no spreadsheet or too large.
 */
export async function* readSheet(
  bytes: Buffer,
  limits: SheetLimits,
  names?: readonly string[],
): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') throw notAllowed('sheet.not-xlsx');
  try {
    const parts = zipParts(bytes, limits.parts);
    await refuseBomb(parts, limits.unpacked);
    yield* rowsOf(parts, limits, names);
  } catch (error) {
    if (error instanceof TooManyParts) throw notAllowed('sheet.too-many-parts', { max: limits.parts });
    throw error instanceof Error && error.name === 'AppError' ? error : notAllowed('sheet.not-xlsx');
  }
}
