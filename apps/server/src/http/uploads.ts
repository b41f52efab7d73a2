import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Members, type Given } from '@kangmai/resource';
import { recordLooks } from '../access/looks.ts';
import { inTenant, type Surroundings } from '../access/in-tenant.ts';
import { withRepositories, type CallCtx } from '../engine/crud/call-ctx.ts';
import type { PlanOf } from '../engine/crud/repository.ts';
import { AppError, invalid, notAllowed, notFound } from '../platform/errors.ts';
import { contentTypeOf } from '../platform/file-types.ts';
import type { FileStore, SavedFile } from '../platform/file-store.ts';
import { imageSize } from '../platform/image-size.ts';
import { longestSide } from '../platform/picture-rules.ts';
import type { TempFiles } from '../platform/temp-files.ts';
import { wrapResult } from './envelope.ts';
import { attachment } from './files.ts';
import { identify, type Identity, type IdentityParts } from './identify.ts';
import { keepSheet, readUpload, type Upload } from './read-upload.ts';
import { spellings } from './routes.ts';

export interface UploadParts {
  readonly identity: IdentityParts;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly files: FileStore;
  readonly tempFiles: TempFiles;
}

interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
  readonly clientId: number | null;
}

const uses = new Set(['avatar', 'chat', 'report', 'certificate', 'goods', 'service', 'other']);
async function signedIn(request: FastifyRequest, parts: UploadParts): Promise<Identity> {
  const identity = await identify(request, parts.identity, { open: false, whileLocked: false });
  if (identity.session?.tenant.expired || identity.session?.tenant.isActive === false)
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
}

async function record(ctx: CallCtx, { upload, contentType, saved }: NewFile): Promise<string> {
  const use = upload.fields.get('fileuse') ?? 'other';
  const row = await ctx.tx.one<{ guid: string }>(
    'insert into stored_file (tenant_id, name, content_type, size, sha256, path, used_for, client_id, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning guid',
    [
      ctx.tenantId,
      upload.name,
      contentType,
      saved.size,
      saved.sha256,
      saved.path,
      uses.has(use) ? use : 'other',
      await clientIn(ctx, upload.fields.get('client_id')),
      ctx.caller.userId,
    ],
  );
  return row?.guid ?? '';
}

async function store(request: FastifyRequest, parts: UploadParts): Promise<object> {
  const { caller, session } = await signedIn(request, parts);
  if (session?.tenant.readOnly) throw notAllowed('tenant.expired');
  const upload = await readUpload(request);
  const contentType = contentTypeOf(upload.name, upload.bytes);
  if (contentType === undefined) throw notAllowed('upload.bad-type');
  const saved = await parts.files.save(upload.bytes, { tenantId: caller.tenantId });
  try {
    const id = await inTenant(parts.surroundings, { caller }, (ctx) =>
      record(withRepositories(ctx, parts.planOf), { upload, contentType, saved }),
    );
    return {
      id,
      url: `/File/DownloadBinaryFile?id=${id}`,
      fileName: upload.name,
      fileType: contentType,
      size: saved.size,
    };
  } catch (error) {
    await parts.files.remove(saved.path);
    throw error;
  }
}

/** Finds a file that the caller may read; reading a person's file is recorded. */
async function findFile(ctx: CallCtx, guid: string): Promise<StoredFile> {
  const row = await ctx.tx.one<StoredFile>(
    'select name, content_type as "contentType", path, client_id as "clientId" from stored_file where tenant_id = $1 and guid = $2::uuid and not is_deleted',
    [ctx.tenantId, guid],
  );
  const client = ctx.model.find('client');
  if (!row || (row.clientId !== null && client && !(await ctx.rows(client).one(row.clientId)))) throw notFound('file');
  if (row.clientId !== null) await recordLooks(ctx, [{ action: 'download', clientId: row.clientId, resource: 'file' }]);
  return row;
}

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
  return keepSheet(request, { tempFiles: parts.tempFiles, caller });
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
      const content = await parts.files.read(row.path);
      if (!content) throw notFound('file');
      return reply
        .header('content-type', row.contentType)
        .header('content-length', String(content.size))
        .header('content-disposition', attachment(row.name))
        .header('cache-control', 'private, no-store')
        .send(content.stream);
    });
  }
}
