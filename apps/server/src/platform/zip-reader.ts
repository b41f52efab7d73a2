import { createInflateRaw } from 'node:zlib';

/** One file in an archive. */
export interface ZipPart {
  readonly name: string;
  /** Its unpacked bytes, piece by piece; can be read again. */
  readonly pieces: () => AsyncGenerator<Buffer>;
}

/** The bytes are no archive, or a damaged one. */
export class NotZip extends Error {}

/** The archive lists more files than its reader accepts. */
export class TooManyParts extends Error {}

const endSignature = 0x06_05_4b_50;
const centralSignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const endLength = 22;
const centralLength = 46;
const localLength = 30;
const mostComment = 0xff_ff;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;

/** Where the list of files begins, and their number: stored at the very end, before a comment. */
function directoryOf(bytes: Buffer): { readonly at: number; readonly count: number } {
  for (let at = bytes.length - endLength; at >= Math.max(0, bytes.length - endLength - mostComment); at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature)
      return { at: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 10) };
  }
  throw new NotZip('no end of an archive');
}

/** The bytes of the archive that one file occupies. */
interface Span {
  readonly from: number;
  readonly content: number;
  readonly to: number;
}

function spanOf(bytes: Buffer, file: { readonly at: number; readonly packed: number }): Span {
  if (bytes.readUInt32LE(file.at) !== localSignature) throw new NotZip('no file where one should be');
  const content = file.at + localLength + bytes.readUInt16LE(file.at + 26) + bytes.readUInt16LE(file.at + 28);
  if (content + file.packed > bytes.length) throw new NotZip('a file breaks off');
  return { from: file.at, content, to: content + file.packed };
}

/** Files that share bytes cost work far beyond the size of their archive. */
function refuseOverlaps(spans: readonly Span[]): void {
  const inOrder = spans.toSorted((one, other) => one.from - other.from);
  if (inOrder.some(({ from }, at) => from < (inOrder[at - 1]?.to ?? 0))) throw new NotZip('files share their bytes');
}

async function* unpacked(content: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === stored) {
    yield content;
    return;
  }
  const inflate = createInflateRaw();
  inflate.end(content);
  yield* inflate as AsyncIterable<Buffer>;
}

/**
 * The files of an archive in memory, read from its directory at the end. Archives of more than 4 GiB and encrypted ones
 * are refused.
 * @throws NotZip, also while a file is read; TooManyParts before reading any
 */
export function zipParts(bytes: Buffer, most: number): readonly ZipPart[] {
  const { at: first, count } = directoryOf(bytes);
  if (count > most) throw new TooManyParts();
  const parts: ZipPart[] = [];
  const spans: Span[] = [];
  for (let at = first; parts.length < count;) {
    if (at + centralLength > bytes.length || bytes.readUInt32LE(at) !== centralSignature)
      throw new NotZip('the directory breaks off');
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    if ((flags & encryptedFlag) !== 0 || (method !== stored && method !== deflated))
      throw new NotZip('packed in an unknown way');
    const span = spanOf(bytes, { at: bytes.readUInt32LE(at + 42), packed: bytes.readUInt32LE(at + 20) });
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + centralLength, at + centralLength + nameLength);
    spans.push(span);
    parts.push({ name, pieces: () => unpacked(bytes.subarray(span.content, span.to), method) });
    at += centralLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  refuseOverlaps(spans);
  return parts;
}
