import { type AnyField, type AnyResource, fieldOf, jsonKeyOf, type Json, writableRows } from '@kangmai/resource';
import { notAllowed } from '../../../platform/errors.ts';
import type { SheetCell, SheetRow } from '../../../platform/sheet-reader.ts';
import { readSheetAside } from '../../../platform/sheet-thread.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { CellReader, FurtherSheets, FurtherValues, SheetFile, SheetTitles } from '../workbook.ts';
import { isExampleLine } from './line-template.ts';
import { lineTitles, sheetNames, wordsOf } from '../line-sheets/sheet-words.ts';

/** The sheet of some lines: their rows by the document that each names. */
interface LineSheet {
  readonly name: string;
  readonly field: AnyField;
  readonly title: string;
  readonly headings: SheetTitles;
  readonly rows: ReadonlyMap<string, readonly SheetRow[]>;
}

const textIn = (cells: readonly SheetCell[], at: number): string => String(cells[at] ?? '').trim();

/** The place of a column by its heading in either language. */
function columnPlace(titles: readonly SheetCell[], field: { readonly label: string; readonly en?: string }): number {
  const known = new Set(wordsOf(field).map((word) => word.toLowerCase()));
  return titles.findIndex((_, at) => known.has(textIn(titles, at).replace(/\*$/, '').toLowerCase()));
}

/** Lines as an import reads them: a resource that has their writable fields alone. */
const asResource = (resource: AnyResource, name: string): AnyResource => ({
  ...resource,
  fields: writableRows(fieldOf(resource, name)),
});

async function readSheet(resource: AnyResource, name: string, file: SheetFile): Promise<LineSheet | undefined> {
  const names = sheetNames(resource, name);
  const rows = new Map<string, SheetRow[]>();
  let headings: SheetTitles | undefined;
  let document = 0;
  for await (const piece of readSheetAside(file.bytes, { ...file, names }))
    for (const row of piece) {
      if (!headings) {
        headings = file.readTitles({ resource: asResource(resource, name) }, row.cells);
        document = columnPlace(row.cells, lineTitles.document);
      } else if (row.number !== 2 || !isExampleLine(resource, name, row.cells)) {
        const word = textIn(row.cells, document);
        const lines = rows.get(word) ?? [];
        lines.push(row);
        rows.set(word, lines);
      }
    }
  const [title = name] = names;
  return headings && { name, field: fieldOf(resource, name), title, headings, rows };
}

type Claims = Map<string, SheetRow>;

/** The first line that names no document of the first sheet. */
function requireClaimed(sheets: readonly LineSheet[], claims: Claims): void {
  for (const { title, rows } of sheets)
    for (const [word, [first]] of rows)
      if (!claims.has(word))
        throw notAllowed('import.line-without-document', { sheet: title, row: first?.number ?? 0, word });
}

/** Values of the lines of one document, and what is wrong with them, at their rows of the sheet. */
function valuesOf(
  { name, field }: LineSheet,
  lines: readonly (Awaited<ReturnType<CellReader>>[number] & { readonly row: number })[],
): FurtherValues {
  return {
    body: { [jsonKeyOf(name, field)]: lines.map(({ body }) => body) as Json },
    problems: lines.flatMap(({ problems }, at) =>
      problems.map((problem) => ({ ...problem, field: `${name}[${at}].${problem.field ?? ''}` })),
    ),
    placed: (problem) =>
      problem.startsWith(`${name}[`)
        ? problem.replace(/\[(\d+)\]/, (_, at: string) => `[${(lines[Number(at)]?.row ?? 1) - 1}]`)
        : problem,
  };
}

const joined = (one: FurtherValues | undefined, other: FurtherValues): FurtherValues => ({
  body: { ...one?.body, ...other.body },
  problems: [...(one?.problems ?? []), ...other.problems],
  placed: (field) => other.placed(one?.placed(field) ?? field),
});

/** The lines of some documents, read together. */
async function linesOf(
  sheet: LineSheet,
  ctx: CallCtx,
  { documents, cells }: { readonly documents: readonly (readonly [SheetRow, string])[]; readonly cells: CellReader },
): Promise<readonly (readonly [SheetRow, FurtherValues])[]> {
  const rows = documents.flatMap(([, word]) => sheet.rows.get(word) ?? []);
  const resolved = await cells(ctx, { headings: sheet.headings, rows });
  const byRow = new Map(rows.map((row, at) => [row, { ...resolved[at], row: row.number }]));
  return documents.flatMap(([document, word]) => {
    const lines = (sheet.rows.get(word) ?? []).flatMap((row) => byRow.get(row) ?? []);
    return lines.length === 0 ? [] : [[document, valuesOf(sheet, lines as never)] as const];
  });
}

/** The sheets with the lines of the documents of the first sheet, found by the name of each document. */
export async function lineSheetsOf(resource: AnyResource, file: SheetFile): Promise<FurtherSheets | undefined> {
  const read = await Promise.all(Object.keys(resource.lines ?? {}).map((name) => readSheet(resource, name, file)));
  const sheets = read.filter((sheet) => sheet !== undefined);
  const display = fieldOf(resource, resource.display).options;
  const column = columnPlace(file.titles, display);
  if (sheets.every(({ rows }) => rows.size === 0)) return undefined;
  if (column < 0) throw notAllowed('import.missing-columns', { columns: display.label });
  const claims: Claims = new Map();
  const wordOf = ({ cells }: SheetRow): string => textIn(cells, column);
  return {
    claim(row) {
      const [word, other] = [wordOf(row), claims.get(wordOf(row))];
      if (other && sheets.some(({ rows }) => rows.has(word)))
        throw notAllowed('import.document-named-twice', { word, row: row.number, other: other.number });
      claims.set(word, row);
      return row;
    },
    end: () => requireClaimed(sheets, claims),
    async read(ctx, rows, cells) {
      const values = new Map<SheetRow, FurtherValues>();
      const documents = rows.map((row) => [row, wordOf(row)] as const);
      for (const sheet of sheets)
        for (const [row, more] of await linesOf(sheet, ctx, { documents, cells }))
          values.set(row, joined(values.get(row), more));
      return values;
    },
  };
}
