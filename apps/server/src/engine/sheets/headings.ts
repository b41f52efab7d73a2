import { acceptedColumns, importColumns, type ImportColumn, namesRows } from '@kangmai/resource';
import { notAllowed } from '../../platform/errors.ts';
import type { SheetCell } from '../../platform/sheet-reader.ts';
import type { Importer } from './importer.ts';

type Asked = Pick<Importer, 'resource' | 'omit'>;

/** The columns that an importer accepts. */
export function columnsOf({ resource, omit = [] }: Asked, language: 'zh-Hans' | 'en', all = importColumns) {
  return all(resource, language).filter(({ name }) => !omit.includes(name));
}

/** The field of each column of the file, in order; `undefined` where there is none. */
export interface Headings {
  readonly places: readonly (ImportColumn | undefined)[];
  readonly unknown: readonly string[];
}

const fold = (title: string): string =>
  title
    .replace(/[*＊]\s*$/, '')
    .trim()
    // Lists of other origin say 手机号码 where ours say 手机号.
    .replace(/号码$/, '号')
    .toLowerCase();

/**
 * Parses the first row: titles in either language, or wire names, in any order. A missing required column stops the
 * import.
 */
export function readHeadings(importer: Asked, cells: readonly SheetCell[]): Headings {
  const columns = columnsOf(importer, 'zh-Hans', acceptedColumns);
  const english = columnsOf(importer, 'en', acceptedColumns);
  const byTitle = new Map(
    columns.flatMap((column, at) =>
      [column.title, english[at]?.title ?? column.title, column.key].map((title) => [fold(title), column] as const),
    ),
  );
  const titles = cells.map((cell) => fold(String(cell ?? '')));
  const places = titles.map((title, at) => (titles.indexOf(title) === at ? byTitle.get(title) : undefined));
  const present = new Set(places.map((column) => column?.name));
  const missing = columns.filter(({ name, isRequired }) => isRequired && !present.has(name));
  if (missing.length > 0 && !namesRows(importer.resource, present))
    throw notAllowed('import.missing-columns', { columns: missing.map(({ title }) => title).join('、') });
  return {
    places,
    unknown: titles
      .flatMap((title, at) => (title !== '' && places[at] === undefined ? [String(cells[at]).slice(0, 60)] : []))
      .slice(0, 20),
  };
}
