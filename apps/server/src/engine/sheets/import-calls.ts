import { permissionsOfImport, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { exportFile, keepExcel, type ExportTurns, type FileAnswer } from '../crud/export-file.ts';
import { fieldLabel, titleOf } from '../labels.ts';
import type { WorkCalls } from '../tasks/runner.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { TempFiles } from '../../platform/temp-files.ts';
import { textOf } from '../../platform/texts/index.ts';
import { batchesOf, batchOf, moveBatch, requireFewBatches, type Batch } from './batches.ts';
import { sealFile } from './file-lines.ts';
import { requireImport, type Importer } from './importer.ts';
import { notifyOwner, within, type ImportParts } from './parts.ts';
import { problemPage, writeReport } from './report.ts';
import { templateBook } from './template.ts';
import { arrayOf, finishedFile, nothing, pageOf, whole } from '../call-shapes/answers.ts';
import { batchOutput, problemOutput } from './batch-answer.ts';

export interface CallParts extends ImportParts, WorkCalls {
  readonly tempFiles: TempFiles;
  readonly exportTurns: ExportTurns;
}

const undoDays = 7;
const dayMs = 86_400_000;

const canUndo = (ctx: CallCtx, { state, finishedAt }: Batch): boolean =>
  state === 'done' && finishedAt !== null && ctx.now().getTime() - finishedAt.getTime() < undoDays * dayMs;

const sheetName = (ctx: CallCtx, resource: AnyResource, key: string): string =>
  `${titleOf(resource, ctx.caller.culture)}_${textOf(ctx.caller.culture, key)}.xlsx`;

/** Stores the template as a temporary file for one download. Holds no connection while writing it. */
async function template(parts: CallParts, { caller }: CallCtx, importer: Importer): Promise<FileAnswer> {
  const { book, fileName } = await within({ parts, caller }, async (ctx) => ({
    book: await templateBook(ctx, importer),
    fileName: sheetName(ctx, importer.resource, 'import.template'),
  }));
  return keepExcel(parts, caller, { name: fileName, write: (to) => book.xlsx.write(to) });
}

/** Stores the problem list of a file as a temporary file for one download. */
async function problemFile(parts: CallParts, asked: CallCtx, id: number): Promise<FileAnswer> {
  const { caller } = asked;
  const batch = await within({ parts, caller }, (ctx) => batchOf(ctx, id));
  const resource = asked.model.byName(batch.resource);
  return exportFile(parts, asked, {
    name: sheetName(asked, resource, 'import.report'),
    prepare: (ctx) => Promise.resolve((to) => writeReport(ctx, { batch, resource }, to)),
  });
}

/** A batch in an answer. */
function batchAnswer(ctx: CallCtx, batch: Batch): z.output<typeof batchOutput> {
  const { filePath, failureParams, failure, ...rest } = batch;
  const field = fieldLabel(
    ctx.model.byName(batch.resource),
    String(failureParams?.['field'] ?? ''),
    ctx.caller.culture,
  );
  const failureText = failure === null ? null : textOf(ctx.caller.culture, failure, { ...failureParams, field });
  return { ...rest, failureReason: failure, failureText, hasFile: filePath !== null, canUndo: canUndo(ctx, batch) };
}

/** Stores the uploaded file encrypted, and starts its check. */
async function receive(
  parts: CallParts,
  ctx: CallCtx,
  { resource, fileToken }: { readonly resource: AnyResource; readonly fileToken: string },
): Promise<{ readonly id: number }> {
  requireImport(ctx, resource, 'Create');
  await within({ parts, caller: ctx.caller }, ({ tx, caller }) => requireFewBatches(tx, caller.userId));
  const file = await parts.tempFiles.take(fileToken, { tenantId: ctx.tenantId, userId: ctx.caller.userId ?? 0 });
  if (!file) throw notAllowed('import.file-gone');
  const pieces: Buffer[] = [];
  for await (const piece of file.stream) pieces.push(piece as Buffer);
  const saved = await parts.files.save(sealFile(ctx, Buffer.concat(pieces)), { tenantId: ctx.tenantId });
  return within({ parts, caller: ctx.caller }, async (inner) => {
    await requireFewBatches(inner.tx, inner.caller.userId);
    const row = await inner.tx.one<{ id: number }>(
      'insert into import_batch (tenant_id, resource, file_name, file_path, user_id, created_at) values ($1, $2, $3, $4, $5, $6) returning id',
      [inner.tenantId, resource.name, file.name.slice(0, 200), saved.path, inner.caller.userId, inner.now()],
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
    call({
      wire: `POST ${service}/ImportFromExcel`,
      title: `${resource.title}导入`,
      permission,
      input: z.object({ fileToken: z.string().max(200) }),
      detached: true,
      output: z.object({ id: whole }),
      run: (ctx, { fileToken }) => receive(parts, ctx, { resource, fileToken }),
    }),
    call({
      wire: `GET ${service}/GetImports`,
      title: `${resource.title}导入记录`,
      permission,
      input: z.object({}),
      output: arrayOf(batchOutput),
      run: async (ctx) => (await batchesOf(ctx, resource.name)).map((batch) => batchAnswer(ctx, batch)),
    }),
  ];
}

async function confirm(
  parts: CallParts,
  ctx: CallCtx,
  input: { readonly id: number; readonly onDuplicate: 'skip' | 'update'; readonly leaveOutProblems: boolean },
): Promise<null> {
  const batch = await batchOf(ctx, input.id);
  const { resource } = parts.importerOf(batch.resource);
  requireImport(ctx, resource, 'Create');
  if (input.onDuplicate === 'update') requireImport(ctx, resource, 'Edit');
  if (batch.problemRows > 0 && !input.leaveOutProblems)
    throw notAllowed('import.has-problems', { count: batch.problemRows });
  if (batch.validRows === 0 && (input.onDuplicate === 'skip' || batch.duplicateRows === 0))
    throw notAllowed('import.nothing');
  const change = { state: 'importing', onDuplicate: input.onDuplicate, doneRows: 0 };
  if (!(await moveBatch(ctx.tx, { id: batch.id, from: ['checked'] }, change))) throw notAllowed('import.not-ready');
  parts.begin(ctx, batch.id);
  return null;
}

async function undo(parts: CallParts, ctx: CallCtx, id: number): Promise<null> {
  const batch = await batchOf(ctx, id);
  requireImport(ctx, parts.importerOf(batch.resource).resource, 'Delete');
  if (!canUndo(ctx, batch)) throw notAllowed('import.not-undoable', { days: undoDays });
  const change = { state: 'undoing', doneRows: 0, failure: null, failureParams: null, failureRow: null };
  if (!(await moveBatch(ctx.tx, { id, from: ['done'] }, change))) throw notAllowed('import.not-ready');
  parts.begin(ctx, id);
  return null;
}

/** Cancels an import that is not finished; what it has written is rolled back. */
async function cancel(parts: CallParts, ctx: CallCtx, id: number): Promise<null> {
  await batchOf(ctx, id);
  const isCancelled = await moveBatch(
    ctx.tx,
    { id, from: ['checking', 'checked', 'importing'] },
    { state: 'cancelled', finishedAt: ctx.now() },
  );
  if (!isCancelled) throw notAllowed('import.over');
  notifyOwner(ctx, id);
  parts.end(ctx, id);
  return null;
}

const ofBatch = z.object({ id: z.coerce.number().int().positive() });
const page = ofBatch.extend({
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
});
const confirmation = ofBatch.extend({
  onDuplicate: z.enum(['skip', 'update']).default('skip'),
  leaveOutProblems: z.boolean().default(false),
});

/** Calls that change a batch: write, cancel, undo. */
const batchMoves = (parts: CallParts): readonly Call[] => [
  call({
    wire: 'POST Imports/Confirm',
    title: '确认导入',
    permission: 'signed-in',
    input: confirmation,
    output: nothing,
    run: (ctx, input) => confirm(parts, ctx, input),
  }),
  call({
    wire: 'POST Imports/Cancel',
    title: '取消导入',
    permission: 'signed-in',
    input: ofBatch,
    output: nothing,
    run: (ctx, { id }) => cancel(parts, ctx, id),
  }),
  call({
    wire: 'POST Imports/Undo',
    title: '撤销导入',
    permission: 'signed-in',
    input: ofBatch,
    output: nothing,
    run: (ctx, { id }) => undo(parts, ctx, id),
  }),
];

/** Calls of an import: template and upload of every importable resource, and operations on its batches. */
export function importCalls(parts: CallParts, importers: readonly Importer[]): readonly Call[] {
  return [
    ...importers.flatMap((importer) => resourceCalls(parts, importer)),
    call({
      wire: 'GET Imports/Get',
      title: '导入批次',
      permission: 'signed-in',
      input: ofBatch,
      output: batchOutput,
      run: async (ctx, { id }) => batchAnswer(ctx, await batchOf(ctx, id)),
    }),
    call({
      wire: 'GET Imports/GetProblems',
      title: '导入检查结果',
      permission: 'signed-in',
      input: page,
      output: pageOf(problemOutput),
      run: async (ctx, { id, skipCount, maxResultCount }) => {
        const batch = await batchOf(ctx, id);
        return problemPage(ctx, {
          batch,
          resource: ctx.model.byName(batch.resource),
          skip: skipCount,
          take: maxResultCount,
        });
      },
    }),
    call({
      wire: 'GET Imports/GetProblemsToExcel',
      title: '导出导入检查结果',
      permission: 'signed-in',
      input: ofBatch,
      detached: true,
      output: finishedFile,
      run: (ctx, { id }) => problemFile(parts, ctx, id),
    }),
    ...batchMoves(parts),
  ];
}
