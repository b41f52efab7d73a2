import { permissionsOfImport, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { keepExcel, type FileAnswer } from '../export/export-file.ts';
import { notAllowed } from '../../platform/errors.ts';
import { Gate } from '../../platform/gate.ts';
import { batchAnswer } from '../import-desk/batch-answer.ts';
import { batchesOf, batchOutput, requireFewBatches } from '../sheets/batches.ts';
import { requireHeadings, sealFile } from '../sheets/file-lines.ts';
import { requireImport, type Importer } from '../sheets/importer.ts';
import { within, type CallParts } from '../sheets/parts.ts';
import { sheetName, templateBook } from '../sheets/template.ts';
import { arrayOf, finishedFile, whole } from '../call-shapes/answers.ts';

/** Stores the template as a temporary file for one download. Holds no connection while writing it. */
export async function template(parts: CallParts, { caller }: CallCtx, importer: Importer): Promise<FileAnswer> {
  const { book, fileName } = await within({ parts, caller }, async (ctx) => ({
    book: await templateBook(ctx, importer),
    fileName: sheetName(ctx, importer.resource, 'import.template'),
  }));
  return keepExcel(parts, caller, { name: fileName, write: (to) => book.xlsx.write(to) });
}

const looks = new Gate({ inAll: 2, ofOneKey: 1 });
const longestLookMs = 2000;

/** Refuses a wrong file at once; one whose first row takes long is left to its check. */
async function lookAt(importer: Importer, ctx: CallCtx, bytes: Buffer): Promise<void> {
  const signal = AbortSignal.any([looks.closed, AbortSignal.timeout(longestLookMs)]);
  await looks
    .pass(`${ctx.tenantId} ${ctx.caller.userId}`, signal, () => requireHeadings(importer, bytes, signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

/** Stores the uploaded file encrypted, and starts its check. */
export async function receive(
  parts: CallParts,
  ctx: CallCtx,
  {
    resource,
    fileToken,
    atOnce,
  }: { readonly resource: AnyResource; readonly fileToken: string; readonly atOnce: boolean },
): Promise<{ readonly id: number }> {
  requireImport(ctx, resource, 'Create');
  await within({ parts, caller: ctx.caller }, ({ tx, caller }) => requireFewBatches(tx, caller.userId));
  const file = await parts.tempFiles.take(fileToken, { tenantId: ctx.tenantId, userId: ctx.caller.userId ?? 0 });
  if (!file) throw notAllowed('import.file-gone');
  const bytes = await buffer(file.stream);
  await lookAt(parts.importerOf(resource.name), ctx, bytes);
  const saved = await parts.files.save(sealFile(ctx, bytes), { tenantId: ctx.tenantId });
  return within({ parts, caller: ctx.caller }, async (inner) => {
    const { tx, tenantId, caller } = inner;
    const name = file.name.slice(0, 200);
    await requireFewBatches(tx, caller.userId);
    const row = await tx.one<{ id: number }>(
      'insert into import_batch (tenant_id, resource, file_name, file_path, user_id, created_at, on_duplicate) values ($1, $2, $3, $4, $5, $6, $7) returning id',
      [tenantId, resource.name, name, saved.path, caller.userId, inner.now(), atOnce ? 'skip' : null],
    );
    const id = row?.id ?? 0;
    parts.begin(inner, id);
    return { id };
  }).catch(async (error: unknown) => {
    await parts.files.remove(saved.path);
    throw error;
  });
}

function resourceCalls(parts: CallParts, importer: Importer): readonly Call[] {
  const { resource } = importer;
  const permission = permissionsOfImport(resource);
  const { service } = resource.wire;
  const upload = (wire: string, needed: readonly string[], atOnce = false): Call =>
    call({
      wire,
      title: `${resource.title}导入`,
      permission: needed,
      takesSheet: true,
      input: z.object({ fileToken: z.string().max(200) }),
      detached: true,
      output: z.object({ id: whole }),
      run: (ctx, { fileToken }) => receive(parts, ctx, { resource, fileToken, atOnce }),
    });
  return [
    call({
      wire: `GET ${service}/GetImportTemplate`,
      title: `${resource.title}导入模板`,
      permission,
      resource,
      input: z.object({}),
      detached: true,
      output: finishedFile,
      run: (ctx) => template(parts, ctx, importer),
    }),
    ...[{ service }, ...(resource.doors ?? []).filter(({ imports }) => imports)].map((at) =>
      upload(`POST ${at.service}/ImportFromExcel`, permission),
    ),
    ...(importer.atOnce === undefined ? [] : [upload(importer.atOnce, permissionsOfWrite(resource, 'Create'), true)]),
    call({
      wire: `GET ${service}/GetImports`,
      title: `${resource.title}导入记录`,
      permission,
      input: z.object({}),
      output: arrayOf(batchOutput),
      run: async (ctx) => (await batchesOf(ctx, resource.name)).map((batch) => batchAnswer(parts, ctx, batch)),
    }),
  ];
}

/** Template and upload of every importable resource. */
export const importCalls = (parts: CallParts, importers: readonly Importer[]): readonly Call[] =>
  importers.flatMap((importer) => resourceCalls(parts, importer));
