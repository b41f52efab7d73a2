import {
  exampleCell,
  Members,
  naturalKeyOf,
  targetOf,
  type AnyField,
  type AnyResource,
  type ImportColumn,
  type SheetCell,
} from '@kangmai/resource';
import type Excel from 'exceljs';
import { entriesOf, type DictionaryEntry } from '../codes/code-names.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { listQuery } from '../crud/conventional.ts';
import type { PlainRow } from '../crud/plan.ts';
import { titleOf } from '../labels.ts';
import { groupBy } from '../../platform/group-by.ts';
import { textOf } from '../../platform/texts/index.ts';
import { columnsOf } from './headings.ts';
import { type Importer, ofTraits } from './importer.ts';

const lastRow = 20_000;
const mostLabels = 500;

/** Active entries of the dictionaries that some columns take, by the dictionary's type code. */
async function activeEntries(
  ctx: CallCtx,
  columns: readonly ImportColumn[],
): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>> {
  const types = [...new Set(columns.flatMap(({ dictionary }) => (dictionary === undefined ? [] : [dictionary])))];
  const entries = await entriesOf(ctx.tx, types);
  return groupBy(
    entries.filter(({ isActive }) => isActive),
    ({ type }) => type,
  );
}

/** The values of a column's drop-down: labels of a closed set, or names of a dictionary's entries. */
type Offers = ReadonlyMap<string, readonly string[]>;

/** What there is to choose from, by column. */
export async function offersOf(ctx: CallCtx, columns: readonly ImportColumn[]): Promise<Offers> {
  const entries = await activeEntries(ctx, columns);
  return new Map(
    columns.map(({ name, labels, dictionary }) => [
      name,
      dictionary === undefined ? labels : (entries.get(dictionary) ?? []).slice(0, mostLabels).map((row) => row.name),
    ]),
  );
}

const wordOf = ({ field, target = '' }: ImportColumn, ctx: CallCtx): string =>
  naturalKeyOf(field) ?? ctx.model.byName(target).display;

/**
 * Names of rows for required references without an example of their own, by column: the first row of each target in the
 * caller's sight, and the rows it references, so that a device's type matches its product.
 */
async function namedRows(ctx: CallCtx, columns: readonly ImportColumn[]): Promise<ReadonlyMap<string, SheetCell>> {
  const open = columns.filter(
    ({ target, isRequired, field }) => target !== undefined && isRequired && field.options.example === undefined,
  );
  const refersTo = ({ target = '' }: ImportColumn): number => {
    const fields = Object.values(ctx.model.byName(target).fields);
    return fields.filter((field) => field.kind === 'ref' && open.some((other) => other.target === targetOf(field)))
      .length;
  };
  const chosen = new Map<string, number>();
  const words = new Map<string, SheetCell>();
  for (const column of open.toSorted((one, other) => refersTo(other) - refersTo(one))) {
    const target = ctx.model.byName(column.target ?? '');
    const row = await firstRow(ctx, target, chosen.get(target.name));
    if (!row) continue;
    words.set(column.name, String(row[wordOf(column, ctx)]));
    for (const [name, field] of Object.entries(target.fields))
      if (field.kind === 'ref' && row[name] !== null) chosen.set(targetOf(field), Number(row[name]));
  }
  return words;
}

async function firstRow(ctx: CallCtx, target: AnyResource, id: number | undefined): Promise<PlainRow | undefined> {
  const rows = ctx.rows(target);
  if (id !== undefined) return rows.one(id);
  return (await rows.page({ ...listQuery(rows.plan, ctx, Members.of({ Sorting: 'id' })), take: 1 })).rows[0];
}

/** The example of every column, in order: the second row of a template. */
export async function exampleRow(ctx: CallCtx, importer: Importer): Promise<readonly SheetCell[]> {
  const columns = columnsOf(importer, ctx.caller.culture);
  const [entries, named] = [await activeEntries(ctx, columns), await namedRows(ctx, columns)];
  const wordFor = ({ name, dictionary, field }: ImportColumn, cell: SheetCell): SheetCell | undefined => {
    if (dictionary !== undefined) return entries.get(dictionary)?.find(({ code }) => code === cell)?.name;
    if (field.kind === 'region' && cell !== null) return ctx.check.regions?.pathOf(String(cell));
    return cell ?? named.get(name);
  };
  return columns.map((column) => wordFor(column, exampleCell(column, ctx.caller.culture)) ?? null);
}

const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const asText = new Set(['text', 'phone', 'idCard', 'ref', 'dict', 'choice', 'region']);

function writeOffers(
  book: Excel.Workbook,
  sheet: Excel.Worksheet,
  { columns, offers }: { readonly columns: readonly ImportColumn[]; readonly offers: Offers },
): void {
  const lists = book.addWorksheet('lists', { state: 'veryHidden' });
  columns.forEach(({ name, field }, at) => {
    const offered = offers.get(name) ?? [];
    if (offered.length === 0) return;
    const letter = letterOf(at);
    lists.getColumn(at + 1).values = [...offered];
    // Several values are in one cell, which a list of single ones would refuse.
    if (field.kind === 'choices' || field.kind === 'dicts') return;
    // Missing in the library's types; the sheet's own list keeps one entry for the whole column.
    (
      sheet as unknown as { dataValidations: { add: (range: string, rule: Excel.DataValidation) => void } }
    ).dataValidations.add(`${letter}2:${letter}${lastRow}`, {
      type: 'list',
      allowBlank: true,
      showErrorMessage: true,
      formulae: [`lists!$${letter}$1:$${letter}$${offered.length}`],
    });
  });
}

function writeColumns(sheet: Excel.Worksheet, columns: readonly ImportColumn[]): void {
  sheet.columns = columns.map(({ title, isRequired }) => ({
    header: isRequired ? `${title}*` : title,
    width: Math.max(14, title.length * 2 + 4),
  }));
  columns.forEach(({ isRequired, field }, at) => {
    if (asText.has(field.kind)) sheet.getColumn(at + 1).numFmt = '@';
    const heading = sheet.getRow(1).getCell(at + 1);
    heading.numFmt = '@';
    heading.font = { bold: true, ...(isRequired && { color: { argb: 'FFCF1322' } }) };
  });
}

const hintOf = ({ options: { hint = '', hintEn } }: AnyField, culture: CallCtx['caller']['culture']): string =>
  culture === 'en' ? (hintEn ?? hint) : hint;

/** Instructions for each column. */
function writeNotes(
  book: Excel.Workbook,
  columns: readonly ImportColumn[],
  { ctx, offers }: { readonly ctx: CallCtx; readonly offers: Offers },
): void {
  const { culture } = ctx.caller;
  const word = (key: string): string => textOf(culture, key);
  const [comma, semicolon] = culture === 'en' ? [', ', '; '] : ['、', '；'];
  const notes = book.addWorksheet(word('import.notes'));
  const widths = { 'report.column': 24, 'notes.required': 10, 'notes.hint': 60 };
  notes.columns = Object.entries(widths).map(([key, width]) => ({ header: word(`import.${key}`), width }));
  notes.getRow(1).font = { bold: true };
  for (const { title, isRequired, field, name, target } of columns) {
    const offered = offers.get(name) ?? [];
    const hints = [
      hintOf(field, culture),
      target === undefined ? '' : word('import.notes.ref'),
      field.kind === 'region' ? word('import.notes.region') : '',
      field.kind === 'date' ? 'YYYY-MM-DD' : '',
      field.kind === 'dateTime' ? 'YYYY-MM-DD HH:mm' : '',
      offered.slice(0, 30).join(comma),
    ];
    notes.addRow([title, isRequired ? word('import.yes') : '', hints.filter((hint) => hint !== '').join(semicolon)]);
  }
}

export const sheetName = (ctx: CallCtx, resource: AnyResource, key: string): string =>
  `${titleOf(resource, ctx.caller.culture)}_${textOf(ctx.caller.culture, key)}.xlsx`;

/** An empty spreadsheet to fill in: headings, drop-downs, an example row and a page of explanations. */
export async function templateBook(ctx: CallCtx, importer: Importer): Promise<Excel.Workbook> {
  const columns = columnsOf(importer, ctx.caller.culture);
  const offers = await offersOf(ctx, columns);
  const book: Excel.Workbook = new (await import('exceljs')).default.Workbook();
  const sheet = book.addWorksheet(titleOf(importer.resource, ctx.caller.culture), {
    views: [{ state: 'frozen', ySplit: 1 }],
  });
  writeColumns(sheet, columns);
  sheet.addRow(await exampleRow(ctx, importer)).font = { italic: true, color: { argb: 'FF8C8C8C' } };
  writeOffers(book, sheet, { columns, offers });
  writeNotes(book, columns, { ctx, offers });
  await ofTraits(importer, (trait) => trait.template?.(importer.resource, ctx, book));
  return book;
}
