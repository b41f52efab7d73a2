import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { AppError, notAllowed } from '../platform/errors.ts';
import type { TempFiles } from '../platform/temp-files.ts';

export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly fields: ReadonlyMap<string, string>;
}

const longestName = 256;

/** The name without folders and characters that file systems forbid. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(-longestName);

const megabyte = 1024 * 1024;
/** Exclusive for pictures of people and of conversations, inclusive for all other files. */
export const largest = { small: 2 * megabyte - 1, usual: 20 * megabyte } as const;

export const tooLargeFor = (bytes: number): AppError =>
  new AppError('tooLarge', 'upload.too-large', { params: { max: `${Math.ceil(bytes / megabyte)}MB` } });

async function readParts(request: FastifyRequest, fileSize: number): Promise<Partial<Upload> & Pick<Upload, 'fields'>> {
  const fields = new Map<string, string>();
  let file: Pick<Upload, 'name' | 'bytes'> | undefined;
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type === 'file') file ??= { name: plainName(part.filename), bytes: await part.toBuffer() };
    else if (typeof part.value === 'string') fields.set(part.fieldname.toLowerCase(), part.value);
  }
  return { ...file, fields };
}

/** The file of a multipart body with its other fields. */
export async function readUpload(request: FastifyRequest, fileSize: number = largest.small): Promise<Upload> {
  if (!request.isMultipart()) throw notAllowed('upload.missing');
  const {
    name = '',
    bytes,
    fields,
  } = await readParts(request, fileSize).catch((error: unknown) => {
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLargeFor(fileSize) : error;
  });
  if (!bytes || bytes.length === 0) throw notAllowed('upload.missing');
  return { name, bytes, fields };
}

/** Keeps a spreadsheet for a minute for the call that imports it; only its owner can use it. */
export async function keepSheet(
  request: FastifyRequest,
  { tempFiles, caller }: { readonly tempFiles: TempFiles; readonly caller: Caller },
): Promise<Pick<Upload, 'fields'> & { readonly fileToken: string; readonly fileName: string; readonly size: number }> {
  const upload = await readUpload(request, largest.usual);
  const fileToken = await tempFiles.add({
    tenantId: caller.tenantId,
    userId: caller.userId,
    name: upload.name,
    contentType: 'application/octet-stream',
    write: async (to) => {
      await new Promise<void>((resolve, reject) => {
        to.once('error', reject);
        to.end(upload.bytes, resolve);
      });
    },
  });
  return { fileToken, fileName: upload.name, size: upload.bytes.length, fields: upload.fields };
}
