/**
 * An accepted kind of file, detected by its bytes; where these do not suffice (text, office packages), by the name's
 * extension too.
 */
interface FileType {
  readonly contentType: string;
  readonly endings: readonly string[];
  readonly fits: (bytes: Buffer) => boolean;
}

const begins =
  (...codes: readonly number[]) =>
  (bytes: Buffer): boolean =>
    codes.every((code, index) => bytes[index] === code);
const holds =
  (text: string, at: number) =>
  (bytes: Buffer): boolean =>
    bytes.subarray(at, at + text.length).toString('latin1') === text;
const both =
  (one: (bytes: Buffer) => boolean, other: (bytes: Buffer) => boolean) =>
  (bytes: Buffer): boolean =>
    one(bytes) && other(bytes);

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const zip = begins(0x50, 0x4b, 0x03, 0x04);
const compound = begins(0xd0, 0xcf, 0x11, 0xe0);
const office = 'application/vnd.openxmlformats-officedocument';

const types: readonly FileType[] = [
  { contentType: 'image/png', endings: ['png'], fits: begins(0x89, 0x50, 0x4e, 0x47) },
  { contentType: 'image/jpeg', endings: ['jpg', 'jpeg'], fits: begins(0xff, 0xd8, 0xff) },
  { contentType: 'image/gif', endings: ['gif'], fits: holds('GIF8', 0) },
  { contentType: 'image/webp', endings: ['webp'], fits: both(holds('RIFF', 0), holds('WEBP', 8)) },
  { contentType: 'application/pdf', endings: ['pdf'], fits: holds('%PDF-', 0) },
  { contentType: `${office}.wordprocessingml.document`, endings: ['docx'], fits: zip },
  { contentType: `${office}.spreadsheetml.sheet`, endings: ['xlsx'], fits: zip },
  { contentType: `${office}.presentationml.presentation`, endings: ['pptx'], fits: zip },
  { contentType: 'application/msword', endings: ['doc'], fits: compound },
  { contentType: 'application/vnd.ms-excel', endings: ['xls'], fits: compound },
  { contentType: 'application/vnd.ms-powerpoint', endings: ['ppt'], fits: compound },
  { contentType: 'audio/amr', endings: ['amr'], fits: holds('#!AMR', 0) },
  { contentType: 'audio/wav', endings: ['wav'], fits: both(holds('RIFF', 0), holds('WAVE', 8)) },
  {
    contentType: 'audio/mpeg',
    endings: ['mp3'],
    fits: (bytes) => holds('ID3', 0)(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0),
  },
  { contentType: 'video/mp4', endings: ['mp4', 'm4a'], fits: holds('ftyp', 4) },
  { contentType: 'text/csv; charset=utf-8', endings: ['csv'], fits: isText },
  { contentType: 'text/plain; charset=utf-8', endings: ['txt'], fits: isText },
];

/**
 * The content type of an accepted file: its bytes and the extension of its name must agree. Undefined for everything
 * else.
 */
export function contentTypeOf(name: string, bytes: Buffer): string | undefined {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return types.find(({ endings, fits }) => endings.includes(ending) && fits(bytes))?.contentType;
}
