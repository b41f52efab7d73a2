import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Members, type Given } from '@kangmai/resource';
import { recordExport } from '../access/looks.ts';
import { prepareExcel } from '../engine/export/export.ts';
import { exportFile, type ExportParts } from '../engine/export/export-file.ts';
import { AppError, rateLimited } from '../platform/errors.ts';
import type { TempFile, TempFiles } from '../platform/temp-files.ts';
import { textOf } from '../platform/texts/index.ts';
import { errorAnswer } from './envelope.ts';
import { identify, type IdentityParts } from './identify.ts';
import type { ExcelAnswer } from './registry.ts';
import { spellings } from './routes.ts';

/** Writes an export to a temporary file and returns how to fetch it. Ends early when the client has disconnected. */
export function excelAnswer(parts: ExportParts): ExcelAnswer {
  return (served, asked, query) =>
    exportFile(parts, asked, {
      name: `${served.plan.face.title}_${asked.today()}.xlsx`,
      prepare: async (ctx) => {
        const progress = async (): Promise<void> => {
          if (asked.client?.gone.aborted) throw rateLimited(1, 'export.too-many');
        };
        const writeRows = await prepareExcel(served, ctx, query);
        return async (to) => {
          await recordExport(ctx, { resource: served.plan.resource, count: await writeRows(to, progress) });
        };
      },
    });
}

const parameter = (request: FastifyRequest, name: string): string => {
  const found = Members.ofQuery(request.query as Given).get(name);
  return typeof found === 'string' ? found : '';
};

const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header that makes a browser save a file under its name (RFC 6266, RFC 5987). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodedName(name)}`;
}

function sendFile(reply: FastifyReply, file: TempFile): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header('content-length', String(file.size))
    .header('content-disposition', attachment(file.name))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(file.stream);
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, culture: 'zh-Hans' | 'en'): FastifyReply {
  reply.code(404).header('cache-control', 'no-store');
  if ((request.headers.accept ?? '').includes('json'))
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(errorAnswer(new AppError('notFound', 'file.gone'), culture).body));
  return reply.header('content-type', 'text/plain; charset=utf-8').send(textOf(culture, 'file.gone'));
}

/**
 * Serves finished files: once, within a minute, to the user who requested them. The link's token is the proof, so no
 * bearer is needed.
 */
export function serveFiles(
  app: FastifyInstance,
  parts: { readonly identity: IdentityParts; readonly tempFiles: TempFiles },
): void {
  for (const url of spellings('/File/DownloadTempFile')) {
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const { caller } = await identify(request, parts.identity, { open: true, whileLocked: false });
      const reader = caller.userId === null ? undefined : { tenantId: caller.tenantId, userId: caller.userId };
      const file = await parts.tempFiles.take(parameter(request, 'filetoken'), reader);
      return file ? sendFile(reply, file) : sendMissing(request, reply, caller.culture);
    });
  }
}
