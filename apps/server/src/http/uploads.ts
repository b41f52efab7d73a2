import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Members, type Given } from '@kangmai/resource';
import { recordLooks } from '../access/looks.ts';
import { inTenant, type Surroundings } from '../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../engine/crud/call-ctx.ts';
import type { PlanOf } from '../engine/crud/repository.ts';
import { readableFiles, sharedUses, type StoredFile } from '../engine/traits/files/readable.ts';
import { AppError, invalid, notAllowed, notFound } from '../platform/errors.ts';
import { contentTypeOf } from '../platform/file-types.ts';
import type { FileStore, SavedFile } from '../platform/file-store.ts';
import { imageSize } from '../platform/image-size.ts';
import { cleanPicture, isPictureType } from '../platform/pictures.ts';
import { fileUses, longestSide } from '../platform/picture-rules.ts';
import type { TempFiles } from '../platform/temp-files.ts';
import { wrapResult } from './envelope.ts';
import { attachment } from './files.ts';
import { identify, type Identity, type IdentityParts } from './identify.ts';
import { keepSheet, largest, readUpload, tooLargeFor, type Upload } from './read-upload.ts';
import { spellings } from './routes.ts';

export interface UploadParts {
  readonly identity: IdentityParts;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly tempFiles: TempFiles;
}

const smallUses = new Set(['avatar', 'chat']);
/** Thumbnails that browsers may keep for a day. */
const keptUses = new Set(sharedUses);

async function signedIn(request: FastifyRequest, parts: UploadParts): Promise<Identity> {
  const identity = await identify(request, parts.identity, { open: false, whileLocked: false });
  if (identity.tenant?.expired || identity.tenant?.isActive === false)
    throw new AppError('unauthenticated', 'tenant.closed');
  return identity;
}

/** The person a file concerns, when given and in the caller's sight. */
async function clientIn(ctx: CallCtx, shown: string | undefined): Promise<number | null> {
  if (shown === undefined || ['', 'null', 'undefined', '0'].includes(shown)) return null;
  const client = ctx.model.find('client');
  const row = client && /^\d{1,15}$/.test(shown) ? await ctx.rows(client).one(Number(shown)) : undefined;
  if (!row) throw invalid('client_id', 'ref.not-found');
  return row.id;
}

interface NewFile {
  readonly upload: Upload;
  readonly contentType: string;
  readonly saved: SavedFile;
  readonly thumb: SavedFile | undefined;
}

const useOf = ({ fields }: Upload): string => {
  const use = fields.get('fileuse') ?? '';
  return fileUses.includes(use) ? use : 'other';
};

async function record(ctx: CallCtx, { upload, contentType, saved, thumb }: NewFile): Promise<string> {
  const row = await ctx.tx.one<{ guid: string }>(
    'insert into stored_file (tenant_id, name, content_type, size, sha256, path, used_for, client_id, created_by, thumb_path) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning guid',
    [
      ctx.tenantId,
      upload.name,
      contentType,
      saved.size,
      saved.sha256,
      saved.path,
      useOf(upload),
      await clientIn(ctx, upload.fields.get('client_id')),
      ctx.caller.userId,
      thumb?.path ?? null,
    ],
  );
  return row?.guid ?? '';
}

/** Writes the bytes, and a small picture of a picture. */
async function saveFiles(
  { files }: UploadParts,
  { bytes, contentType, tenantId }: { readonly bytes: Buffer; readonly contentType: string; readonly tenantId: number },
): Promise<Pick<NewFile, 'saved' | 'thumb'>> {
  if (!isPictureType(contentType)) return { saved: await files.save(bytes, { tenantId }), thumb: undefined };
  const picture = await cleanPicture(bytes, contentType);
  const saved = await files.save(picture.bytes, { tenantId });
  return { saved, thumb: await files.save(picture.thumb, { tenantId }) };
}

async function store(request: FastifyRequest, parts: UploadParts): Promise<object> {
  const { caller, session } = await signedIn(request, parts);
  if (session?.tenant.readOnly) throw notAllowed('tenant.expired');
  const upload = await readUpload(request, largest.usual);
  if (smallUses.has(useOf(upload)) && upload.bytes.length > largest.small) throw tooLargeFor(largest.small);
  const contentType = contentTypeOf(upload.name, upload.bytes);
  if (contentType === undefined) throw notAllowed('upload.bad-type');
  const { saved, thumb } = await saveFiles(parts, { bytes: upload.bytes, contentType, tenantId: caller.tenantId });
  try {
    const id = await inTenant(parts.surroundings, { caller }, (ctx) =>
      record(withRepositories(ctx, parts.planOf), { upload, contentType, saved, thumb }),
    );
    const url = `/File/DownloadBinaryFile?id=${id}`;
    return {
      id,
      url,
      thumbUrl: thumb ? `${url}&thumb=true` : null,
      fileName: upload.name,
      fileType: contentType,
      contentType,
      size: saved.size,
      sha256: saved.sha256,
    };
  } catch (error) {
    for (const { path } of [saved, ...(thumb ? [thumb] : [])]) await parts.files.remove(path);
    throw error;
  }
}

/** Finds a file that the caller may read; reading a person's file is recorded. */
async function findFile(ctx: CallCtx, guid: string): Promise<StoredFile> {
  const [file] = await readableFiles(ctx, { guids: [guid] });
  if (!file) throw notFound('file');
  const { clientId } = file;
  if (clientId !== null) await recordLooks(ctx, [{ action: 'download', clientId, resource: 'file' }]);
  return file;
}

const wantsThumb = (request: FastifyRequest): boolean =>
  Members.ofQuery(request.query as Given).get('thumb') === 'true';

function fileId(request: FastifyRequest): string {
  const query = Members.ofQuery(request.query as Given);
  const found = query.get('id') ?? query.get('fileId');
  const shown = typeof found === 'string' ? found.toLowerCase().replace(/^\{(.*)\}$/, '$1') : '';
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(shown)) throw notFound('file');
  return shown;
}

async function storeSheet(request: FastifyRequest, parts: UploadParts): Promise<object> {
  const { caller, session } = await signedIn(request, parts);
  if (session?.tenant.readOnly) throw notAllowed('tenant.expired');
  const { fields: _fields, ...kept } = await keepSheet(request, { tempFiles: parts.tempFiles, caller });
  return kept;
}

/** Keeps a picture for a minute for the call that assigns it; its kind is detected from its bytes. */
async function storePicture(request: FastifyRequest, parts: UploadParts): Promise<object> {
  const { caller } = await signedIn(request, parts);
  const upload = await readUpload(request);
  const contentType = contentTypeOf(upload.name, upload.bytes);
  const size = imageSize(upload.bytes);
  if (contentType === undefined || !size) throw notAllowed('upload.bad-type');
  if (size.width > longestSide || size.height > longestSide)
    throw notAllowed('picture.too-large', { max: longestSide });
  const fileToken = await parts.tempFiles.add({
    tenantId: caller.tenantId,
    userId: caller.userId,
    name: upload.name,
    contentType,
    write: async (to) => {
      await new Promise<void>((resolve, reject) => {
        to.once('error', reject);
        to.end(upload.bytes, resolve);
      });
    },
  });
  return {
    fileToken,
    fileName: upload.name,
    fileType: contentType,
    ...size,
    code: null,
    details: null,
    message: null,
    validationErrors: null,
  };
}

export function serveUploads(app: FastifyInstance, parts: UploadParts): void {
  for (const url of spellings('/UpLoad/UpLoadFile2')) {
    app.post(url, async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(wrapResult(await store(request, parts)))),
    );
  }
  for (const url of spellings('/UpLoad/UpLoadSheet')) {
    app.post(url, async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(wrapResult(await storeSheet(request, parts)))),
    );
  }
  for (const url of spellings('/Profile/UploadProfilePicture')) {
    app.post(url, async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(wrapResult(await storePicture(request, parts)))),
    );
  }
  for (const url of spellings('/File/DownloadBinaryFile')) {
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const { caller } = await signedIn(request, parts);
      const guid = fileId(request);
      const row = await inTenant(parts.surroundings, { caller }, (ctx) =>
        findFile(withRepositories(ctx, parts.planOf), guid),
      );
      const thumbPath = wantsThumb(request) ? row.thumbPath : null;
      const content = await parts.files.read(thumbPath ?? row.path);
      if (!content) throw notFound('file');
      const isKept = thumbPath !== null && keptUses.has(row.use);
      return reply
        .headers(
          isKept
            ? { 'cache-control': 'private, max-age=86400', etag: `"${guid}"` }
            : { 'cache-control': 'private, no-store' },
        )
        .header('content-type', thumbPath === null ? row.contentType : 'image/webp')
        .header('content-length', String(content.size))
        .header('content-disposition', attachment(row.name))
        .send(content.stream);
    });
  }
}
