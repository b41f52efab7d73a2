import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Money } from '@kangmai/domain';
import { notAllowed } from './errors.ts';
import type { SheetCell } from './sheet-reader.ts';
import { zipBytes, ZipTooLarge, type ZipEntry } from './zip-writer.ts';

/** A value of a sheet as it is written; money with two decimals. */
export type WrittenCell = SheetCell | Money;

export interface SheetContent {
  readonly name: string;
  readonly titles: readonly string[];
  /** Rows in pieces; the event loop is released between them. An instant is written as its UTC day and time. */
  readonly rows: AsyncIterable<readonly (readonly WrittenCell[])[]>;
}

const dayMs = 86_400_000;
/** 1 January 1970 as spreadsheets count days. */
const epochDay = 25_569;
const mostNameLength = 31;
const boldStyle = 1;
const instantStyle = 2;
const moneyStyle = 3;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const noCharacter = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF`;
const needsEscape = new RegExp(String.raw`[&<>"${noCharacter}\uD800-\uDFFF]`);
const escaped = new RegExp(
  String.raw`[&<>"${noCharacter}]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]`,
  'g',
);

/** Text escaped for XML; characters that XML does not know are dropped. */
const xml = (text: string): string =>
  needsEscape.test(text) ? text.replaceAll(escaped, (sign) => escapes[sign] ?? '') : text;

/** The letters of a column, counted from zero. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${letters(Math.floor(column / 26) - 1)}${last}`;
}

function cellXml(place: string, value: WrittenCell): string {
  if (value instanceof Money) return `<c r="${place}" s="${moneyStyle}"><v>${value.toString()}</v></c>`;
  if (typeof value === 'string') return value === '' ? '' : `<c r="${place}" t="str"><v>${xml(value)}</v></c>`;
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : '';
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return value === null || Number.isNaN(value.getTime())
    ? ''
    : `<c r="${place}" s="${instantStyle}"><v>${epochDay + value.getTime() / dayMs}</v></c>`;
}

/** A sheet as XML, row by row: the titles bold and frozen. */
async function* sheetXml({ titles, rows }: SheetContent): AsyncGenerator<string> {
  const columns = titles.map((_title, at) => letters(at));
  const widths = titles.map(
    (title, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(12, title.length * 2 + 2)}" customWidth="1"/>`,
  );
  const headings = titles.map(
    (title, at) => `<c r="${columns[at]}1" s="${boldStyle}" t="str"><v>${xml(title)}</v></c>`,
  );
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${
    widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`
  }<sheetData><row r="1">${headings.join('')}</row>`;
  let number = 1;
  for await (const some of rows) {
    let text = '';
    for (const row of some) {
      number += 1;
      let cells = '';
      for (const [at, value] of row.entries()) cells += cellXml(`${columns[at]}${number}`, value);
      text += `<row r="${number}">${cells}</row>`;
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A sheet's name without characters that spreadsheet programs refuse. */
const sheetName = (name: string): string =>
  xml(
    name
      .replaceAll(/[*?:\\/[\]]/g, ' ')
      .slice(0, mostNameLength)
      .replaceAll(/^'+|'+$/g, ''),
  ) || 'Sheet1';

/** Names of sheets, which differ in a workbook. */
function namesOf(sheets: readonly SheetContent[]): readonly string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const own = sheetName(name);
    const unique = taken.has(own.toLowerCase()) ? `${own.slice(0, mostNameLength - 3)} ${at + 1}` : own;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function entriesOf(sheets: readonly SheetContent[]): readonly ZipEntry[] {
  const paths = sheets.map((_sheet, at) => `worksheets/sheet${at + 1}.xml`);
  const parts = [
    ['/xl/workbook.xml', `${media}.sheet.main+xml`],
    ...paths.map((path) => [`/xl/${path}`, `${media}.worksheet+xml`]),
    ['/xl/styles.xml', `${media}.styles+xml`],
  ];
  const listed = namesOf(sheets).map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const related = [...paths.map((path) => ['worksheet', path]), ['styles', 'styles.xml']].map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      content: [
        `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
          .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
          .join('')}</Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      content: [
        `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [`${head}<Relationships xmlns="${packages}/relationships">${related.join('')}</Relationships>`],
    },
    { name: 'xl/styles.xml', content: [styles] },
    ...sheets.map((sheet, at) => ({ name: `xl/${paths[at]}`, content: sheetXml(sheet) })),
  ];
}

/**
 * Writes bytes into a stream and ends it, or destroys it with their failure. The producer has finished when this
 * returns.
 */
async function pour(bytes: AsyncIterable<Buffer>, to: Writable): Promise<void> {
  const broken = new AbortController();
  const over = finished(to, { readable: false });
  over.catch(() => broken.abort());
  try {
    for await (const piece of bytes) if (!to.write(piece)) await once(to, 'drain', { signal: broken.signal });
    to.end();
  } catch (error) {
    // When the stream failed first, its own failure is the cause.
    to.destroy(error as Error);
  }
  await over;
}

/** Writes a workbook, its sheets one after another, and ends the stream. Memory does not grow with the rows. */
export async function writeSheet(to: Writable, ...sheets: readonly SheetContent[]): Promise<void> {
  await pour(zipBytes(entriesOf(sheets)), to).catch((error: unknown) => {
    throw error instanceof ZipTooLarge ? notAllowed('sheet.unwritable') : error;
  });
}
