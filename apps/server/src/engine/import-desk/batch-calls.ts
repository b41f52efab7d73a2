import { z } from 'zod';
import { notAllowed } from '../../platform/errors.ts';
import { finishedFile, nothing, pageOf, whole } from '../call-shapes/answers.ts';
import { call, type Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { exportFile, type FileAnswer } from '../export/export-file.ts';
import { batchOf, moveBatch, type BatchChange, type BatchState } from '../sheets/batches.ts';
import { requireImport } from '../sheets/importer.ts';
import { tellProgress, within, type CallParts, type ImportParts } from '../sheets/parts.ts';
import { problemOutput, problemPage, writeReport } from '../sheets/report.ts';
import { sheetName } from '../sheets/template.ts';
import { canUndo, undoDays, wholeBatch, wholeOutput } from './batch-answer.ts';
import { rowOutput, rowShown, rowsInput, rowsOutput, rowsPage } from './rows-page.ts';
import { correctionInput, saveRow, type CorrectionInput } from './save-row.ts';

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
export const confirmation = rowInput.extend({
  onDuplicate: z.enum(['skip', 'update']).default('skip'),
  leaveOutProblems: z.boolean().default(false),
});

/** Begins to write what the check has passed. */
export async function confirm(
  parts: CallParts,
  ctx: CallCtx,
  { id, onDuplicate, leaveOutProblems }: z.output<typeof confirmation>,
): Promise<null> {
  const { resource: name, problemRows, validRows, duplicateRows } = await batchOf(ctx, id, true);
  const { resource, onlyCreates } = parts.importerOf(name);
  requireImport(ctx, resource, 'Create');
  if (onDuplicate === 'update' && onlyCreates) throw notAllowed('import.only-new');
  if (onDuplicate === 'update') requireImport(ctx, resource, 'Edit');
  if (problemRows > 0 && !leaveOutProblems) throw notAllowed('import.has-problems', { count: problemRows });
  if (validRows === 0 && (onDuplicate === 'skip' || duplicateRows === 0)) throw notAllowed('import.nothing');
  return begin(parts, ctx, { id, from: 'checked', change: { state: 'importing', onDuplicate } });
}

/** Begins to take an import back. */
export async function undo(parts: CallParts, ctx: CallCtx, id: number): Promise<null> {
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

export const savedOutput = z.object({
  item: rowOutput,
  validRows: whole,
  problemRows: whole,
  duplicateRows: whole,
});

/** The lines of a batch. Rules that read sealed values search without a limit, as in the check of the file. */
export const rowsOf = (
  parts: ImportParts,
  { caller }: CallCtx,
  asked: z.output<typeof rowsInput>,
): Promise<z.output<typeof rowsOutput>> =>
  within({ parts, caller }, async (ctx) => rowsPage(parts, ctx, { batch: await batchOf(ctx, asked.id), asked }));

/** Corrects a line; answers it with the counts of its batch. */
export const correct = (
  parts: ImportParts,
  { caller }: CallCtx,
  input: CorrectionInput,
): Promise<z.output<typeof savedOutput>> =>
  within({ parts, caller }, async (ctx) => {
    await saveRow(parts, ctx, input);
    const batch = await batchOf(ctx, input.id);
    const { validRows, problemRows, duplicateRows } = batch;
    const item = await rowShown(parts, ctx, { batch, row: input.row });
    return { item, validRows, problemRows, duplicateRows };
  });

const ofBatch = <O extends z.ZodType>(
  wire: string,
  spec: { readonly title: string; readonly output: O; readonly detached?: boolean },
  run: (ctx: CallCtx, id: number) => Promise<z.output<O>>,
): Call => call({ ...spec, wire, permission: 'signed-in', input: rowInput, run: (ctx, { id }) => run(ctx, id) });

/** Calls on a batch: read, correct, write, cancel, undo. */
export const batchCalls = (parts: CallParts): readonly Call[] => [
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
    wire: 'GET Imports/GetRows',
    title: '导入批次的行',
    permission: 'signed-in',
    input: rowsInput,
    detached: true,
    output: rowsOutput,
    run: (ctx, input) => rowsOf(parts, ctx, input),
  }),
  call({
    wire: 'POST Imports/SaveRow',
    title: '修改导入批次的一行',
    permission: 'signed-in',
    input: correctionInput,
    detached: true,
    output: savedOutput,
    run: (ctx, input) => correct(parts, ctx, input),
  }),
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
