import {
  type AnyResource,
  exampleCell,
  fieldOf,
  importColumns,
  kindOf,
  shownText,
  writableRows,
} from '@kangmai/resource';
import type Excel from 'exceljs';
import type { Ctx } from '../../../access/ctx.ts';
import type { SheetCell } from '../../../platform/sheet-reader.ts';
import { labelIn } from '../../labels.ts';
import { lineTitles } from '../line-sheets/sheet-words.ts';

type Language = Ctx['caller']['culture'];

/** How the example of a template names its document. */
const exampleName = ({ fields, display }: AnyResource): string => {
  const field = fields[display];
  return field && !field.options.readonly ? shownText(field.options.example ?? kindOf(field).sample(1, field)) : '1';
};

const columnsOf = (resource: AnyResource, name: string, language: Language) =>
  importColumns({ ...resource, fields: writableRows(fieldOf(resource, name)) }, language);

const exampleLine = (resource: AnyResource, name: string, language: Language): readonly SheetCell[] => [
  exampleName(resource),
  1,
  ...columnsOf(resource, name, language).map((column) => exampleCell(column, language)),
];

/** Whether a line is the example of the template, in either language. */
export const isExampleLine = (resource: AnyResource, name: string, cells: readonly SheetCell[]): boolean =>
  (['zh-Hans', 'en'] as const).some((language) =>
    exampleLine(resource, name, language).every((cell, at) => String(cell ?? '') === String(cells[at] ?? '')),
  );

/** The column that names a document where the server gives its name: lines are found by it, its value is not kept. */
function addNameColumn(sheet: Excel.Worksheet, resource: AnyResource, language: Language): void {
  const { options } = fieldOf(resource, resource.display);
  if (!options.readonly) return;
  const at = sheet.columnCount + 1;
  sheet.getRow(1).getCell(at).value = labelIn(language, options);
  sheet.getRow(1).getCell(at).font = { bold: true };
  sheet.getRow(2).getCell(at).value = exampleName(resource);
  sheet.getRow(2).getCell(at).font = { italic: true, color: { argb: 'FF8C8C8C' } };
  sheet.getColumn(at).width = 20;
}

/** Adds a sheet for each list of lines to a template, with an example. */
export async function addLineSheets(resource: AnyResource, { caller }: Ctx, book: Excel.Workbook): Promise<void> {
  const lists = Object.keys(resource.lines ?? {});
  const [first] = book.worksheets;
  if (lists.length === 0 || !first) return;
  addNameColumn(first, resource, caller.culture);
  for (const name of lists) {
    const columns = columnsOf(resource, name, caller.culture);
    const sheet = book.addWorksheet(labelIn(caller.culture, fieldOf(resource, name).options), {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    const heads = [lineTitles.document, lineTitles.row].map((title) => labelIn(caller.culture, title));
    const titles = columns.map(({ title, isRequired }) => (isRequired ? `${title}*` : title));
    sheet.columns = [...heads, ...titles].map((header) => ({ header, width: Math.max(14, header.length * 2 + 4) }));
    sheet.getRow(1).font = { bold: true };
    sheet.addRow(exampleLine(resource, name, caller.culture)).font = { italic: true, color: { argb: 'FF8C8C8C' } };
  }
}
