import { z } from 'zod';
import { arrayOf } from '../call-shapes/answers.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { problemText } from '../labels.ts';
import { textOf } from '../../platform/texts/index.ts';
import { batchOf, batchOutput, type Batch } from '../sheets/batches.ts';
import { mayUpdate } from '../sheets/importer.ts';
import type { ImportParts } from '../sheets/parts.ts';
import { canCorrect } from './save-row.ts';

/** A batch with what became of its rows. */
export const wholeOutput = batchOutput.extend({ outcome: arrayOf(z.string()) });
export const undoDays = 7;
const dayMs = 86_400_000;

/** Whether an import can still be taken back. */
export const canUndo = (ctx: CallCtx, { state, finishedAt }: Batch): boolean =>
  state === 'done' && finishedAt !== null && ctx.now().getTime() - finishedAt.getTime() < undoDays * dayMs;

/** A batch in an answer. */
export function batchAnswer(parts: ImportParts, ctx: CallCtx, batch: Batch): z.output<typeof batchOutput> {
  const { filePath, lineFields: _fields, failureParams, failure: reason, ...rest } = batch;
  const { field = null, ...params } = (failureParams ?? {}) as { field?: string | null };
  const importer = parts.importerOf(batch.resource);
  return {
    ...rest,
    failureReason: reason,
    failureText: reason === null ? null : problemText(ctx.caller.culture, importer.resource, { field, reason, params }),
    hasFile: filePath !== null,
    canUndo: canUndo(ctx, batch),
    canUpdate: mayUpdate(ctx, importer),
    canCorrect: canCorrect(batch, importer),
  };
}

/** A batch with sentences on what became of the rows that it wrote. */
export async function wholeBatch(parts: ImportParts, ctx: CallCtx, id: number): Promise<z.output<typeof wholeOutput>> {
  const batch = await batchOf(ctx, id);
  const { outcome } = parts.importerOf(batch.resource);
  const told = batch.state === 'done' && outcome ? await outcome(ctx, id) : [];
  const sentences = told.map(({ reason, count }) => textOf(ctx.caller.culture, reason, { count }));
  return { ...batchAnswer(parts, ctx, batch), outcome: sentences };
}
