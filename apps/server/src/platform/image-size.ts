/** Width and height in pixels, from the picture's header. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const png = (bytes: Buffer): ImageSize | undefined =>
  bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89_50_4e_47 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

const gif = (bytes: Buffer): ImageSize | undefined =>
  bytes.length >= 10 && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads segment by segment up to the frame header (ISO/IEC 10918-1, B.2.2). */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The size of a PNG, GIF or JPEG picture; undefined for others and for truncated ones. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  const size = png(bytes) ?? gif(bytes) ?? jpeg(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}
