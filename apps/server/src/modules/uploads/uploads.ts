import { client, user } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  type CallCtx,
  holderOf,
  nothing,
  page,
  readableFiles,
  type ServerModule,
  table,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { invalid, notAllowed, notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { fileUses } from '../../platform/picture-rules.ts';
import { uploadTexts } from './texts.ts';

const storedFiles = table('stored_file', {
  tenantId: 'bigint',
  id: 'bigint',
  guid: 'uuid',
  name: 'text',
  contentType: 'text',
  size: 'bigint',
  path: 'text',
  thumbPath: 'text?',
  usedFor: 'text',
  clientId: 'bigint?',
  createdAt: 'timestamptz',
  createdBy: 'bigint?',
  isDeleted: 'boolean',
});

const count = z.coerce.number().int();
const listInput = z.object({
  ['client_id']: count.min(1).max(Number.MAX_SAFE_INTEGER),
  fileUse: z.string().max(40).optional(),
  sorting: z.string().max(100).optional(),
  skipCount: count.min(0).max(2_147_483_647).default(0),
  maxResultCount: count.min(1).max(1000).default(10),
});

const fileOutput = z.object({
  id: z.string(),
  url: z.string(),
  thumbUrl: z.string().nullable(),
  fileName: z.string(),
  contentType: z.string(),
  size: whole,
  fileUse: z.string(),
  creationTime: timestamp,
  creatorUserName: z.string().nullable(),
  canDelete: z.boolean(),
});

const mayRemove = (ctx: CallCtx, createdBy: number | null): boolean =>
  (createdBy !== null && createdBy === ctx.caller.userId) || permissionsOfCall(client, 'remove').some(ctx.can);

async function list(ctx: CallCtx, given: z.output<typeof listInput>) {
  const use = given.fileUse;
  if (use && !fileUses.includes(use)) throw invalid('fileUse', 'upload.unknown-use');
  const person = await ctx.rows(client).one(given['client_id']);
  if (!person) throw invalid('client_id', 'ref.not-found');
  const { totalCount, items } = await page(ctx, {
    from: ctx
      .from(storedFiles, 'f')
      .leftJoin(ctx.from(user, 'u').joined, 'u.id', 'f.createdBy')
      .where('f.clientId', '=', person.id),
    where: (eb) => [use ? eb('f.usedFor', '=', use) : undefined],
    columns: [
      'f.guid',
      'f.name',
      'f.contentType',
      'f.size',
      'f.usedFor',
      'f.thumbPath',
      'f.createdAt',
      'f.createdBy',
      'u.fullName',
    ],
    sort: {
      by: { creationTime: 'f.id', fileName: 'f.name', size: 'f.size' },
      asked: given.sorting,
      usual: 'creationTime desc',
      last: ['-f.id'],
    },
    skip: given.skipCount,
    take: given.maxResultCount,
  });
  return {
    totalCount,
    items: items.map(({ guid, name, contentType, size, usedFor, thumbPath, createdAt, createdBy, fullName }) => {
      const url = `/File/DownloadBinaryFile?id=${guid}`;
      return {
        id: guid,
        url,
        thumbUrl: thumbPath === null ? null : `${url}&thumb=true`,
        fileName: name,
        contentType,
        size,
        fileUse: usedFor,
        creationTime: createdAt,
        creatorUserName: fullName,
        canDelete: mayRemove(ctx, createdBy),
      };
    }),
  };
}

/** Removes a file that no row holds; a save that is about to hold it waits or finds it gone. */
async function remove(ctx: CallCtx, guid: string, files: FileStore): Promise<null> {
  const file = await ctx.first(
    ctx.from(storedFiles, 'f').select('f.createdBy').where('f.guid', '=', guid).forUpdate('f'),
  );
  const [seen] = file ? await readableFiles(ctx, { guids: [guid] }) : [];
  if (!file || !seen) throw notFound('file');
  if (!mayRemove(ctx, file.createdBy)) throw notAllowed('upload.not-own');
  const holder = await holderOf(ctx, guid);
  if (holder) throw notAllowed('upload.in-use', { what: ctx.caller.culture === 'en' ? holder.en : holder.title });
  await ctx.tx.execute(
    'update stored_file set is_deleted = true, deleted_at = $3, deleted_by = $4 where tenant_id = $1 and guid = $2',
    [ctx.tenantId, guid, ctx.now(), ctx.caller.userId],
  );
  ctx.tx.afterCommit(() => {
    for (const path of [seen.path, seen.thumbPath]) if (path) void files.remove(path).catch(() => undefined);
  });
  return null;
}

/** Files of persons: listed with their uses, removed by who uploaded them or may delete persons. */
export const uploadsModule = (files: FileStore): ServerModule => ({
  name: 'uploads',
  texts: [uploadTexts],
  calls: [
    call({
      wire: 'GET UpLoad/GetListByClient',
      title: '客户附件',
      permission: permissionsOfCall(client, 'list'),
      input: listInput,
      output: z.object({ totalCount: whole, items: arrayOf(fileOutput) }),
      run: list,
    }),
    call({
      wire: 'DELETE UpLoad/Delete',
      title: '删除附件',
      permission: 'signed-in',
      input: z.object({ id: z.uuid() }),
      output: nothing,
      run: (ctx, { id }) => remove(ctx, id.toLowerCase(), files),
    }),
  ],
});
