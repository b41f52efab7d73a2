import { constants, deflateRawSync } from 'node:zlib';

/** A file of a crafted archive; what it says of itself may be a lie. */
export interface CraftedPart {
  readonly name: string;
  /** Its packed bytes. */
  readonly content: Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly packedSize?: number;
  readonly offset?: number;
  /** Name of the file whose bytes it claims as its own. */
  readonly sharesWith?: string;
}

const deflated = 8;

/** Packs bytes as an archive does. */
export const pack = (bytes: Buffer): Buffer => deflateRawSync(bytes);

/** Packed bytes that unpack to nothing: blocks of no content, then the last one. */
export const emptyBlocks = (count: number): Buffer =>
  Buffer.concat([Buffer.alloc(count * 5, Buffer.from([0, 0, 0, 0xff, 0xff])), Buffer.from([1, 0, 0, 0xff, 0xff])]);

/** Packs a beginning, a unit repeated many times, and an end, without ever holding them unpacked. */
export function packRepeated(
  begin: string,
  { unit, times }: { readonly unit: string; readonly times: number },
  end: string,
): Buffer {
  const open = (text: string): Buffer => deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH });
  const block = open(unit);
  return Buffer.concat([open(begin), ...Array.from({ length: times }, () => block), pack(Buffer.from(end))]);
}

function localHeader(name: Buffer, { method = deflated, content }: CraftedPart): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, content]);
}

function directoryEntry(name: Buffer, part: CraftedPart, at: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02_01_4b_50, 0);
  entry.writeUInt16LE(part.flags ?? 0, 8);
  entry.writeUInt16LE(part.method ?? deflated, 10);
  entry.writeUInt32LE(part.packedSize ?? part.content.length, 20);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(part.offset ?? at, 42);
  return Buffer.concat([entry, name]);
}

/** An archive of the given files; `count` is how many it says it has. */
export function archive(
  parts: readonly CraftedPart[],
  { count = parts.length }: { readonly count?: number } = {},
): Buffer {
  const files: Buffer[] = [];
  const places = new Map<string, number>();
  let size = 0;
  const entries = parts.map((part) => {
    const name = Buffer.from(part.name);
    const shared = part.sharesWith === undefined ? undefined : places.get(part.sharesWith);
    const at = shared ?? size;
    if (shared === undefined) {
      const file = localHeader(name, part);
      files.push(file);
      places.set(part.name, at);
      size += file.length;
    }
    return directoryEntry(name, part, at);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(size, 16);
  return Buffer.concat([...files, directory, end]);
}

const relations = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const workbook = '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>';

/** The beginning and the end of a sheet around its rows. */
export const sheetAround = { begin: '<worksheet><sheetData>', end: '</sheetData></worksheet>' } as const;

/** A workbook whose only sheet is packed already, with further files in its archive. */
export const workbookOf = (sheet: Buffer, others: readonly CraftedPart[] = []): Buffer =>
  archive([
    { name: 'xl/_rels/workbook.xml.rels', content: pack(Buffer.from(relations)) },
    { name: 'xl/workbook.xml', content: pack(Buffer.from(workbook)) },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...others,
  ]);

/** A workbook of one sheet with the given rows as XML. */
export const sheetFile = (rows: string, others: readonly CraftedPart[] = [], prolog = ''): Buffer =>
  workbookOf(pack(Buffer.from(`${prolog}${sheetAround.begin}${rows}${sheetAround.end}`)), others);
