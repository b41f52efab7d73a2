import { exampleCell, type ImportColumn, type SheetCell } from '@kangmai/resource';
import Excel from 'exceljs';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { groupBy } from '../../platform/group-by.ts';
import { textOf } from '../../platform/texts/index.ts';
import { columnsOf } from './headings.ts';
import type { Importer } from './importer.ts';

const lastRow = 20_000;
const mostLabels = 500;

/** What a column's drop-down offers: labels of a closed set, or the names of a dictionary's entries. */
type Offers = ReadonlyMap<string, readonly string[]>;

async function offersOf(ctx: CallCtx, columns: readonly ImportColumn[]): Promise<Offers> {
  const types = [...new Set(columns.flatMap(({ dictionary }) => (dictionary === undefined ? [] : [dictionary])))];
  const rows = await ctx.tx.query<{ type: string; name: string }>(
    `select t.type_code as type, e.name from dictionary_type t join dictionary_entry e on e.tenant_id = t.tenant_id and e.type_id = t.id and e.is_active and not e.is_deleted
     where t.tenant_id = $1 and t.type_code = any($2::text[]) and not t.is_deleted order by t.type_code, e.position, e.code`, [ctx.tenantId, types]);
  const names = groupBy(rows, ({ type }) => type);
  return new Map(columns.map(({ name, labels, dictionary }) => [name, dictionary === undefined ? labels : (names.get(dictionary) ?? []).slice(0, mostLabels).map((row) => row.name)]));
}

/** The example of every column, in their order: the second row of a template. */
export async function exampleRow(ctx: CallCtx, importer: Importer): Promise<readonly SheetCell[]> {
  const columns = columnsOf(importer, ctx.caller.culture);
  const offers = await offersOf(ctx, columns);
  const example = (column: ImportColumn): SheetCell => (column.field.kind === 'region' ? ctx.check.regions?.pathOf(String(exampleCell(column))) ?? null : exampleCell(column));
  return columns.map((column) => example(column) ?? offers.get(column.name)?.[0] ?? null);
}

const letterOf = (at: number): string => (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const asText = new Set(['text', 'phone', 'idCard', 'ref', 'dict', 'choice', 'region']);

function writeOffers(book: Excel.Workbook, sheet: Excel.Worksheet, { columns, offers }: { readonly columns: readonly ImportColumn[]; readonly offers: Offers }): void {
  const lists = book.addWorksheet('lists', { state: 'veryHidden' });
  columns.forEach(({ name, field }, at) => {
    const offered = offers.get(name) ?? [];
    if (offered.length === 0) return;
    const letter = letterOf(at);
    lists.getColumn(at + 1).values = [...offered];
    // Several values stand in one cell, which a list of single ones would refuse.
    if (field.kind === 'choices' || field.kind === 'dicts') return;
    // Left out of the library's types; the sheet's own list keeps one entry for the whole column.
    (sheet as unknown as { dataValidations: { add: (range: string, rule: Excel.DataValidation) => void } }).dataValidations.add(`${letter}2:${letter}${lastRow}`, {
      type: 'list', allowBlank: true, showErrorMessage: true, formulae: [`lists!$${letter}$1:$${letter}$${offered.length}`],
    });
  });
}

function writeColumns(sheet: Excel.Worksheet, columns: readonly ImportColumn[]): void {
  sheet.columns = columns.map(({ title, isRequired }) => ({ header: isRequired ? `${title}*` : title, width: Math.max(14, title.length * 2 + 4) }));
  columns.forEach(({ isRequired, field }, at) => {
    if (asText.has(field.kind)) sheet.getColumn(at + 1).numFmt = '@';
    const heading = sheet.getRow(1).getCell(at + 1);
    heading.numFmt = '@';
    heading.font = { bold: true, ...(isRequired && { color: { argb: 'FFCF1322' } }) };
  });
}

/** What somebody who fills the sheet must know of each column. */
function writeNotes(book: Excel.Workbook, columns: readonly ImportColumn[], { ctx, offers }: { readonly ctx: CallCtx; readonly offers: Offers }): void {
  const word = (key: string): string => textOf(ctx.caller.culture, key);
  const notes = book.addWorksheet(word('import.notes'));
  notes.columns = [{ header: word('import.notes.column'), width: 24 }, { header: word('import.notes.required'), width: 10 }, { header: word('import.notes.hint'), width: 60 }];
  notes.getRow(1).font = { bold: true };
  for (const { title, isRequired, field, name, target } of columns) {
    const offered = offers.get(name) ?? [];
    const hints = [field.options.hint ?? '', target === undefined ? '' : word('import.notes.ref'), field.kind === 'region' ? word('import.notes.region') : '', field.kind === 'date' ? 'YYYY-MM-DD' : '', field.kind === 'dateTime' ? 'YYYY-MM-DD HH:mm' : '', offered.slice(0, 30).join('、')];
    notes.addRow([title, isRequired ? word('import.yes') : '', hints.filter((hint) => hint !== '').join('；')]);
  }
}

/** An empty spreadsheet to be filled: headings, drop-downs, an example row and a page of explanations. */
export async function templateBook(ctx: CallCtx, importer: Importer): Promise<Excel.Workbook> {
  const columns = columnsOf(importer, ctx.caller.culture);
  const offers = await offersOf(ctx, columns);
  const book = new Excel.Workbook();
  const sheet = book.addWorksheet(ctx.caller.culture === 'en' ? importer.resource.en : importer.resource.title, { views: [{ state: 'frozen', ySplit: 1 }] });
  writeColumns(sheet, columns);
  sheet.addRow(await exampleRow(ctx, importer)).font = { italic: true, color: { argb: 'FF8C8C8C' } };
  writeOffers(book, sheet, { columns, offers });
  writeNotes(book, columns, { ctx, offers });
  return book;
}
