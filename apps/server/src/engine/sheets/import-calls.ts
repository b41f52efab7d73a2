import { permissionsOfImport, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { exportFile, keepExcel, type FileAnswer } from '../crud/export-file.ts';
import { problemText, titleOf } from '../labels.ts';
import type { WorkCalls } from '../tasks/runner.ts';
import { notAllowed } from '../../platform/errors.ts';
import { textOf } from '../../platform/texts/index.ts';
import {
  batchesOf,
  batchOf,
  batchOutput,
  moveBatch,
  requireFewBatches,
  type Batch,
  type BatchChange,
  type BatchState,
} from './batches.ts';
import { sealFile } from './file-lines.ts';
import { mayUpdate, requireImport, type Importer } from './importer.ts';
import { tellProgress, within, type ImportParts } from './parts.ts';
import { problemOutput, problemPage, writeReport } from './report.ts';
import { templateBook } from './template.ts';
import { arrayOf, finishedFile, nothing, pageOf, whole } from '../call-shapes/answers.ts';

type CallParts = ImportParts & WorkCalls;

const wholeOutput = batchOutput.extend({ outcome: arrayOf(z.string()) });
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
  const { resource } = parts.importerOf(batch.resource);
  return exportFile(parts, asked, {
    name: sheetName(asked, resource, 'import.report'),
    prepare: (ctx) => Promise.resolve((to) => writeReport(ctx, { batch, resource }, to)),
  });
}

/** A batch in an answer. */
function batchAnswer(parts: CallParts, ctx: CallCtx, batch: Batch): z.output<typeof batchOutput> {
  const { filePath, failureParams, failure: reason, ...rest } = batch;
  const { field = null, ...params } = (failureParams ?? {}) as { field?: string | null };
  const importer = parts.importerOf(batch.resource);
  return {
    ...rest,
    failureReason: reason,
    failureText: reason === null ? null : problemText(ctx.caller.culture, importer.resource, { field, reason, params }),
    hasFile: filePath !== null,
    canUndo: canUndo(ctx, batch),
    canUpdate: mayUpdate(ctx, importer),
  };
}

/** A batch with sentences on what became of the rows that it wrote. */
async function wholeBatch(parts: CallParts, ctx: CallCtx, id: number): Promise<z.output<typeof wholeOutput>> {
  const batch = await batchOf(ctx, id);
  const { outcome } = parts.importerOf(batch.resource);
  const told = batch.state === 'done' && outcome ? await outcome(ctx, id) : [];
  const sentences = told.map(({ reason, count }) => textOf(ctx.caller.culture, reason, { count }));
  return { ...batchAnswer(parts, ctx, batch), outcome: sentences };
}

/** Stores the uploaded file encrypted, and starts its check. */
async function receive(
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
  const bytes = sealFile(ctx, await buffer(file.stream));
  const saved = await parts.files.save(bytes, { tenantId: ctx.tenantId });
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
    upload(`POST ${service}/ImportFromExcel`, permission),
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

/** Begins the next step of a batch that is in the given state. */
async function begin(
  parts: CallParts,
  ctx: CallCtx,
  { id, from, change }: { readonly id: number; readonly from: BatchState; readonly change: BatchChange },
): Promise<null> {
  if (!(await moveBatch(ctx.tx, { id, from: [from] }, { ...change, doneRows: 0 })))
    throw notAllowed('import.not-ready');
  parts.begin(ctx, id);
  return null;
}

const rowInput = z.object({ id: z.coerce.number().int().positive() });
const pageInput = rowInput.extend({
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
});
const confirmation = rowInput.extend({
  onDuplicate: z.enum(['skip', 'update']).default('skip'),
  leaveOutProblems: z.boolean().default(false),
});

async function confirm(
  parts: CallParts,
  ctx: CallCtx,
  { id, onDuplicate, leaveOutProblems }: z.output<typeof confirmation>,
): Promise<null> {
  const { resource: name, problemRows, validRows, duplicateRows } = await batchOf(ctx, id);
  const { resource, onlyCreates } = parts.importerOf(name);
  requireImport(ctx, resource, 'Create');
  if (onDuplicate === 'update' && onlyCreates) throw notAllowed('import.only-new');
  if (onDuplicate === 'update') requireImport(ctx, resource, 'Edit');
  if (problemRows > 0 && !leaveOutProblems) throw notAllowed('import.has-problems', { count: problemRows });
  if (validRows === 0 && (onDuplicate === 'skip' || duplicateRows === 0)) throw notAllowed('import.nothing');
  return begin(parts, ctx, { id, from: 'checked', change: { state: 'importing', onDuplicate } });
}

async function undo(parts: CallParts, ctx: CallCtx, id: number): Promise<null> {
  const batch = await batchOf(ctx, id);
  requireImport(ctx, parts.importerOf(batch.resource).resource, 'Delete');
  if (!canUndo(ctx, batch)) throw notAllowed('import.not-undoable', { days: undoDays });
  const change = { state: 'undoing', failure: null, failureParams: null, failureRow: null };
  return begin(parts, ctx, { id, from: 'done', change });
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
  tellProgress(ctx, id);
  parts.end(ctx, id);
  return null;
}

const ofBatch = <O extends z.ZodType>(
  wire: string,
  spec: { readonly title: string; readonly output: O; readonly detached?: boolean },
  run: (ctx: CallCtx, id: number) => Promise<z.output<O>>,
): Call => call({ ...spec, wire, permission: 'signed-in', input: rowInput, run: (ctx, { id }) => run(ctx, id) });

/** Calls on a batch: read, write, cancel, undo. */
const batchCalls = (parts: CallParts): readonly Call[] => [
  ofBatch('GET Imports/Get', { title: '导入批次', output: wholeOutput }, (ctx, id) => wholeBatch(parts, ctx, id)),
  call({
    wire: 'GET Imports/GetProblems',
    title: '导入检查结果',
    permission: 'signed-in',
    input: pageInput,
    output: pageOf(problemOutput),
    async run(ctx, { id, skipCount: skip, maxResultCount: take }) {
      const batch = await batchOf(ctx, id);
      return problemPage(ctx, { batch, resource: parts.importerOf(batch.resource).resource }, { skip, take });
    },
  }),
  ofBatch(
    'GET Imports/GetProblemsToExcel',
    { title: '导出导入检查结果', output: finishedFile, detached: true },
    (ctx, id) => problemFile(parts, ctx, id),
  ),
  call({
    wire: 'POST Imports/Confirm',
    title: '确认导入',
    permission: 'signed-in',
    input: confirmation,
    output: nothing,
    run: (ctx, input) => confirm(parts, ctx, input),
  }),
  ofBatch('POST Imports/Cancel', { title: '取消导入', output: nothing }, (ctx, id) => cancel(parts, ctx, id)),
  ofBatch('POST Imports/Undo', { title: '撤销导入', output: nothing }, (ctx, id) => undo(parts, ctx, id)),
];

/** Calls of an import: template and upload of every importable resource, and operations on its batches. */
export const importCalls = (parts: CallParts, importers: readonly Importer[]): readonly Call[] => [
  ...importers.flatMap((importer) => resourceCalls(parts, importer)),
  ...batchCalls(parts),
];
