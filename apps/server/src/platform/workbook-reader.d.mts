import type { Readable } from 'node:stream';
import type { Row } from 'exceljs';

/** The parts of the library's reader; its own way through the archive loses pieces now and then. */
export class WorkbookReader {
  constructor(input: Readable, options: Readonly<Record<string, string>>);
  readonly workbookRels?: readonly { readonly Id: string; readonly Target: string }[];
  readonly model?: { readonly sheets?: readonly { readonly rId: string; readonly name: string }[] };
  ['_parseRels'](file: Readable): Promise<void>;
  ['_parseWorkbook'](file: Readable): Promise<void>;
  ['_parseStyles'](file: Readable): Promise<void>;
  ['_parseSharedStrings'](file: Readable): AsyncIterable<unknown>;
  ['_parseWorksheet'](pieces: AsyncIterable<string>, sheet: string): Iterable<{ readonly value: AsyncIterable<Row> }>;
}
