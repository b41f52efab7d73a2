import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** One file of an archive; its bytes are produced while they are written. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Without the ZIP64 format, which not every spreadsheet program reads, sizes have four bytes. */
export const mostZipBytes = 0xff_ff_ff_ff;

/** An archive would become larger than the format allows. */
export class ZipTooLarge extends Error {}

const localSignature = 0x04_03_4b_50;
const descriptorSignature = 0x08_07_4b_50;
const centralSignature = 0x02_01_4b_50;
const endSignature = 0x06_05_4b_50;
const version = 20;
/** Sizes and check sum follow the bytes (bit 3), names are UTF-8 (bit 11). */
const flags = 0x08_08;
const deflated = 8;
/** The first day that the format knows: archives of the same rows have the same bytes. */
const firstDay = 0x00_21;
const level = 3;

function numbers(...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const out = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = bytes === 2 ? out.writeUInt16LE(value, at) : out.writeUInt32LE(value, at);
  return out;
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    numbers(
      [4, localSignature],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

const centralHeader = ({ name, crc, packed, size, at }: Written): Buffer =>
  Buffer.concat([
    numbers(
      [4, centralSignature],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ),
    name,
  ]);

class Measure {
  crc = 0;
  size = 0;

  async *of(content: ZipEntry['content']): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      this.crc = crc32(bytes, this.crc);
      this.size += bytes.length;
      if (this.size > mostZipBytes) throw new ZipTooLarge();
      yield bytes;
    }
  }
}

/** Passes bytes on as fast as they are consumed; a failure reaches the reader of the other end. */
async function feed(deflate: DeflateRaw, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  try {
    for await (const piece of bytes) if (!deflate.write(piece)) await once(deflate, 'drain', { signal });
    deflate.end();
  } catch (error) {
    deflate.destroy(error as Error);
  }
}

async function* entryBytes(entry: ZipEntry, at: number, tell: (written: Written) => void): AsyncGenerator<Buffer> {
  const name = Buffer.from(entry.name);
  yield localHeader(name);
  const measure = new Measure();
  const deflate = createDeflateRaw({ level });
  const ending = new AbortController();
  const fed = feed(deflate, measure.of(entry.content), ending.signal);
  let packed = 0;
  try {
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length;
      yield piece;
    }
  } finally {
    ending.abort();
    await fed;
  }
  const { crc, size } = measure;
  yield numbers([4, descriptorSignature], [4, crc], [4, packed], [4, size]);
  tell({ name, crc, packed, size, at });
}

/** The bytes of a zip archive, produced as they are consumed: only the part in progress is in memory. */
export async function* zipBytes(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const entry of entries) {
    for await (const piece of entryBytes(entry, at, (each) => written.push(each))) {
      at += piece.length;
      if (at > mostZipBytes) throw new ZipTooLarge();
      yield piece;
    }
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  yield numbers(
    [4, endSignature],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, central.length],
    [4, at],
    [2, 0],
  );
}
