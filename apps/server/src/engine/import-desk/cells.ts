import { acceptedColumns, jsonKeyOf, type ImportColumn } from '@kangmai/resource';
import { columnsOf, type Headings } from '../sheets/headings.ts';
import type { Importer } from '../sheets/importer.ts';
import type { Sealer } from '../../access/ctx.ts';
import type { SheetCell } from '../../platform/sheet-reader.ts';
/** Cells of one line in the order of the kept fields. */
export type Cells = readonly SheetCell[];

const asJson = (cell: SheetCell): unknown => (cell instanceof Date ? { at: cell.getTime() } : cell);
const fromJson = (cell: unknown): SheetCell =>
  typeof cell === 'object' && cell !== null ? new Date((cell as { readonly at: number }).at) : (cell as SheetCell);

/** Seals lines; dates keep being dates. */
export const sealLines = (sealer: Sealer, lines: readonly Cells[]): Buffer =>
  sealer.seal(JSON.stringify(lines.map((cells) => cells.map(asJson))));

/** The lines that were sealed together. */
export const openLines = (sealer: Sealer, sealed: Buffer): readonly Cells[] =>
  (JSON.parse(sealer.open(sealed)) as readonly (readonly unknown[])[]).map((cells) => cells.map(fromJson));

/** The columns of kept fields; `undefined` for a field that the import no longer takes. */
export function headingsOf(importer: Importer, fields: readonly string[], language: 'zh-Hans' | 'en'): Headings {
  const columns = new Map(columnsOf(importer, language, acceptedColumns).map((column) => [column.name, column]));
  return { places: fields.map((name) => columns.get(name)), unknown: [] };
}

/** The key of a column's cells in answers and corrections. */
export const keyOfColumn = ({ name, field }: ImportColumn): string => jsonKeyOf(name, field);

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Dates of spreadsheets carry local time as if it were UTC. */
function dateText(date: Date): string {
  const day = [date.getUTCFullYear(), twoDigits(date.getUTCMonth() + 1), twoDigits(date.getUTCDate())].join('-');
  const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
  return hour + minute === 0 ? day : `${day} ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** A cell as people type it. */
export function cellText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  return cell instanceof Date ? dateText(cell) : String(cell);
}
